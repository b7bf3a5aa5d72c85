import type {
  GateOutlook,
  IntradayOutlook,
  PriceProbabilities,
  ScenarioSet,
  SpreadSet,
  ZoneSpreadSet,
} from '@lonja/client';
import { addDays, dayStart } from '@lonja/forecasting/market';
import { apiCommand } from '../command/api-command.ts';
import { choice, option, otherNameOf, sentAs, withDefault } from '../command/inputs.ts';
import {
  auctionInputs,
  marketIdInput,
  marketInput,
  quarterHoursInput,
  resolutionOf,
} from '../command/market-inputs.ts';
import { dayInput, instantInput } from '../command/time-inputs.ts';
import { parseCount, parsePaths, parseThresholds } from '../option-values.ts';
import { fixed, plain, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { type Column, type View, csvOnly, named, startColumn, tableOf } from '../output/view.ts';

/** Paths beside each other that fit into a terminal. */
const SHOWN_PATHS = 5;

const INTRADAY = ['ida1', 'ida2', 'ida3'] as const;
const REFERENCES = ['da', 'ida1', 'ida2'] as const;

const periodInputs = {
  date: withDefault(dayInput('delivery day'), 'tomorrow'),
  to: dayInput('last delivery day, where it is not the only one'),
  from: otherNameOf(['date'], dayInput('the same as --date')),
  dateFrom: otherNameOf(['date'], dayInput('the same as --date')),
  dateTo: otherNameOf(['to'], dayInput('the same as --to')),
  quarterHours: quarterHoursInput,
  asOf: instantInput('by the forecast as it stood then, such as 2026-03-30T10:00:00Z'),
};

const daysInputs = { ...auctionInputs, ...periodInputs };

export const scenariosCommand = apiCommand({
  name: 'scenarios',
  summary: 'Show equally likely paths of prices over a day or several.',
  inputs: {
    ...daysInputs,
    paths: option('number', 'how many, 1 to 500 (default: 100)', parsePaths),
  },
  notes: `The table has the first ${SHOWN_PATHS} paths, CSV and JSON have all of them. A run gives the same paths every time.`,
  examples: [
    ['lonja scenarios --csv > paths.csv', 'a hundred paths of tomorrow, one a column'],
    ['lonja scenarios --date today --to tomorrow --quarter-hours --paths 200 --json', 'two days by quarters'],
  ],
  canWatch: true,
  async load({ client }, { paths, ...days }) {
    return scenariosView(await client.forecasts.scenarios({ ...seriesOf(days), paths }));
  },
});

export const probabilitiesCommand = apiCommand({
  name: 'probabilities',
  summary: 'Show how likely low prices are, and the cheapest and dearest hours.',
  inputs: {
    ...daysInputs,
    thresholds: option(
      'prices',
      'EUR/MWh, separated by commas, such as 0,20.5 (default: 0)',
      parseThresholds,
    ),
    hours: option('count', 'hours of a day that are counted, 1 to 24 (default: 4)', parseCount),
  },
  notes: 'Probabilities are from 0 to 1. Those of whole days stand above the table and in the JSON.',
  examples: [
    ['lonja probabilities', 'how likely tomorrow has prices of zero or less'],
    ['lonja probabilities --thresholds 0,40 --hours 6', 'and six hours at 40 EUR/MWh or less'],
  ],
  canWatch: true,
  async load({ client }, { thresholds, hours, ...days }) {
    const question = { ...seriesOf(days), thresholds: thresholds?.join(), hours };
    return probabilitiesView(await client.forecasts.priceProbabilities(question));
  },
});

export const spreadsCommand = apiCommand({
  name: 'spreads',
  summary: 'Show how far an intraday auction is expected to lie from an earlier one.',
  inputs: {
    marketId: marketIdInput,
    product: withDefault(choice('product', 'intraday auction', INTRADAY), 'ida1'),
    market: marketInput(INTRADAY),
    reference: withDefault(choice('product', 'earlier auction that the spread is to', REFERENCES), 'da'),
    ...periodInputs,
  },
  notes:
    'The spread is the intraday price minus the earlier one: its median, 10-90 % band, and the probability that it is above zero, from 0 to 1.',
  examples: [
    ['lonja spreads', 'tomorrow: the first intraday auction to the day-ahead price'],
    ['lonja spreads --product ida2 --reference ida1 --quarter-hours --csv', 'the second to the first'],
  ],
  canWatch: true,
  async load({ client }, { product, reference, ...days }) {
    return spreadsView(await client.forecasts.spreads({ ...seriesOf(days), product, reference }));
  },
});

const gateOutlookCommand = apiCommand({
  name: 'auctions',
  summary: 'Show all intraday auctions of a day against the day-ahead price, as known before its gate.',
  inputs: { marketId: marketIdInput, date: periodInputs.date, quarterHours: quarterHoursInput },
  notes:
    'The newest day-ahead forecast before the gate, and the spreads of up to 91 days before to the day-ahead price; an auction with fewer than 28 such days has none.',
  examples: [
    ['lonja outlook auctions', 'tomorrow, to choose between the auctions'],
    ['lonja outlook auctions --quarter-hours --csv', 'by quarter hours, as a file'],
  ],
  async load({ client }, { marketId, date, quarterHours }) {
    const resolution = resolutionOf(quarterHours);
    return gateOutlookView(await client.forecasts.intradayOutlook({ market_id: marketId, date, resolution }));
  },
});

export const outlookCommand = apiCommand({
  name: 'outlook',
  summary: 'Show what to expect of an intraday auction before it has a forecast.',
  inputs: {
    marketId: marketIdInput,
    product: withDefault(choice('product', 'intraday auction', INTRADAY), 'ida1'),
    market: marketInput(INTRADAY),
    date: periodInputs.date,
    quarterHours: quarterHoursInput,
    asOf: periodInputs.asOf,
  },
  notes: [
    'The day-ahead forecast, or the earlier auction that has cleared, plus the spreads of up to 91 days before.',
    'It is no forecast of the auction and is not scored as one; "lonja forecast" and "lonja spreads" have that from its first run on.',
  ].join(' '),
  examples: [
    ['lonja outlook', 'before the day-ahead gate: the first intraday auction of tomorrow'],
    ['lonja outlook --product ida2 --quarter-hours --csv', 'the second one, as a file'],
  ],
  canWatch: true,
  commands: [gateOutlookCommand],
  async load({ client }, { marketId, product, date, quarterHours, asOf }) {
    const resolution = resolutionOf(quarterHours);
    return outlookView(
      await client.forecasts.outlook({ market_id: marketId, product, date, resolution, as_of: asOf }),
    );
  },
});

export const zoneSpreadsCommand = apiCommand({
  name: 'zone-spreads',
  summary: 'Show how likely Portugal has another price than Spain, and how far from it.',
  inputs: {
    marketId: sentAs('market_id', withDefault(choice('id', 'market', ['pt']), 'pt')),
    product: withDefault(choice('product', 'auction whose forecast there is', ['da']), 'da'),
    ...periodInputs,
  },
  notes:
    'The spread is the price of Portugal minus that of Spain: the probabilities that they differ and that Portugal is cheaper or dearer, from 0 to 1, what is expected of it, and its 10-90 % band. Days are those of Madrid.',
  examples: [
    ['lonja zone-spreads', 'tomorrow, by hours'],
    ['lonja zone-spreads --date today --quarter-hours --csv', 'today by quarter hours, as a file'],
  ],
  canWatch: true,
  async load({ client }, { marketId, ...days }) {
    return zoneSpreadsView(
      await client.forecasts.zoneSpreads({ ...seriesOf({ ...days, marketId }), market_id: marketId }),
    );
  },
});

function seriesOf<T extends Days>({ marketId, date, to, quarterHours, asOf, ...rest }: T) {
  const instantOf = (day: string) => new Date(dayStart(day)).toISOString();
  const span = to === undefined ? { date } : { from: instantOf(date), to: instantOf(addDays(to, 1)) };
  return { market_id: marketId, resolution: resolutionOf(quarterHours), as_of: asOf, ...span, ...rest };
}

interface Days {
  marketId: string;
  date: string;
  to: string | undefined;
  quarterHours: true | undefined;
  asOf: string | undefined;
}

function scenariosView(set: ScenarioSet): View {
  const { unit, paths, times } = set;
  const columns = paths.map((path, i): [string, Column<number>] => [
    `path ${i + 1}`,
    {
      cellOf: (period) => fixed(path[period], 2),
      csvName: `path_${i + 1} (${unit})`,
      ...(i >= SHOWN_PATHS && { only: 'csv' }),
    },
  ]);
  return {
    data: set,
    head: [titleOf(set), ...basisNotes(set), ...cautions(set)],
    table: tableOf([...times.keys()], {
      start: startColumn((period) => times[period]),
      ...Object.fromEntries(columns),
      simulated: csvOnly(() => yesOrNo(set.simulated)),
    }),
    foot:
      paths.length > SHOWN_PATHS
        ? [`${SHOWN_PATHS} of ${paths.length} paths; --csv and --json have all.`]
        : undefined,
  };
}

function probabilitiesView(found: PriceProbabilities): View {
  const { thresholds, hours, points, days, unit } = found;
  type Point = PriceProbabilities['points'][number];
  const columns = thresholds.map((threshold, i): [string, Column<Point>] => [
    `<= ${threshold}`,
    named(`at_most_${threshold} (0-1)`, ({ at_most: atMost }) => fixed(atMost[i], 2)),
  ]);
  const percent = (probability: number) => `${Math.round(100 * probability)} %`;
  return {
    data: found,
    head: [
      titleOf(found),
      ...days.flatMap(({ date, any, at_least: atLeast, consecutive }) =>
        thresholds.map(
          (threshold, i) =>
            `${date}, ${threshold} ${unit} or less: any period ${percent(any[i])}, ${hours} h ${percent(atLeast[i])}, ` +
            `${hours} h in a row ${percent(consecutive[i])}`,
        ),
      ),
      ...basisNotes(found),
      ...cautions(found),
    ],
    table: tableOf(points, {
      start: startColumn(({ time }) => time),
      ...Object.fromEntries(columns),
      cheapest: named(`among_${hours}h_cheapest (0-1)`, ({ cheapest }) => fixed(cheapest, 2)),
      dearest: named(`among_${hours}h_dearest (0-1)`, ({ dearest }) => fixed(dearest, 2)),
      simulated: csvOnly(() => yesOrNo(found.simulated)),
    }),
  };
}

function spreadsView(set: SpreadSet): View {
  const { points, unit } = set;
  const isForecast = points.some(({ reference }) => reference === 'forecast');
  return {
    data: set,
    head: [
      titleOf(set),
      `spread to ${set.reference_market_product_id}, ${isForecast ? referenceTitle(set) : 'cleared prices'}`,
      ...basisNotes(set),
      ...cautions(set),
    ],
    table: tableOf(points, {
      start: startColumn(({ time }) => time),
      forecast: named(`forecast (${unit})`, ({ forecast }) => fixed(forecast, 2)),
      [set.reference_product]: named(`reference_price (${unit})`, (point) => fixed(point.reference_price, 2)),
      reference: csvOnly(({ reference }) => plain(reference)),
      spread: named(`value (${unit})`, ({ value }) => fixed(value, 2)),
      p10: named(`p10 (${unit})`, ({ p10 }) => fixed(p10, 2)),
      p90: named(`p90 (${unit})`, ({ p90 }) => fixed(p90, 2)),
      '> 0': named('probability_positive (0-1)', (point) => fixed(point.probability_positive, 2)),
      simulated: csvOnly(() => yesOrNo(set.simulated)),
    }),
  };
}

function zoneSpreadsView(set: ZoneSpreadSet): View {
  const { points, unit } = set;
  return {
    data: set,
    head: [titleOf(set), `spread to ${set.against_market_product_id}`, ...cautions(set)],
    table: tableOf(points, {
      start: startColumn(({ time }) => time),
      differs: named('probability_split (0-1)', (point) => fixed(point.probability_split, 2)),
      cheaper: named('probability_below (0-1)', (point) => fixed(point.probability_below, 2)),
      dearer: named('probability_above (0-1)', (point) => fixed(point.probability_above, 2)),
      expected: named(`value (${unit})`, ({ value }) => fixed(value, 2)),
      p10: named(`p10 (${unit})`, ({ p10 }) => fixed(p10, 2)),
      p90: named(`p90 (${unit})`, ({ p90 }) => fixed(p90, 2)),
      simulated: csvOnly(() => yesOrNo(set.simulated)),
    }),
  };
}

function gateOutlookView({ auctions, ...outlook }: GateOutlook): View {
  const rows = auctions.flatMap(({ product, points }) => points.map((point) => ({ product, ...point })));
  return {
    data: { ...outlook, auctions },
    head: [
      `${outlook.market_id}, ${outlook.date}: as known until ${madridTime(outlook.known_until)}, forecast issued ${madridTime(outlook.issued_at)}, ${outlook.unit}`,
      ...auctions.map(
        ({ product, known, spread_days: days }) =>
          `${product}: ${known ? `spreads of ${days} days` : `${days} past days of both auctions, fewer than the 28 that it takes`}`,
      ),
      ...cautions(outlook),
    ],
    table: tableOf(rows, {
      product: ({ product }) => plain(product),
      start: startColumn(({ time }) => time),
      price: named('value (EUR/MWh)', ({ value }) => fixed(value, 2)),
      da: named('reference_price (EUR/MWh)', (point) => fixed(point.reference_price, 2)),
      mean: named('spread_mean (EUR/MWh)', (point) => fixed(point.spread_mean, 2)),
      spread: named('spread (EUR/MWh)', ({ spread }) => fixed(spread, 2)),
      'spread p10': named('spread_p10 (EUR/MWh)', (point) => fixed(point.spread_p10, 2)),
      'spread p90': named('spread_p90 (EUR/MWh)', (point) => fixed(point.spread_p90, 2)),
      '> 0': named('probability_positive (0-1)', (point) => fixed(point.probability_positive, 2)),
      simulated: csvOnly(() => yesOrNo(outlook.simulated)),
    }),
  };
}

function outlookView(outlook: IntradayOutlook): View {
  const { points, unit, market_product_id: name, date } = outlook;
  const reference = outlook.reference_market_product_id;
  const basis = outlook.reference_forecast_id === null ? 'cleared' : referenceTitle(outlook);
  return {
    data: outlook,
    head: [
      `${name} of ${date}, outlook from ${reference} (${basis}), ${unit}; not a forecast of the auction`,
      `spreads of ${outlook.spread_days} days, ${outlook.spreads_from} to ${outlook.spreads_to}`,
      ...cautions(outlook),
    ],
    table: tableOf(points, {
      start: startColumn(({ time }) => time),
      price: named(`value (${unit})`, ({ value }) => fixed(value, 2)),
      p10: named(`p10 (${unit})`, ({ p10 }) => fixed(p10, 2)),
      p90: named(`p90 (${unit})`, ({ p90 }) => fixed(p90, 2)),
      [outlook.reference_product]: named(`reference_price (${unit})`, (point) =>
        fixed(point.reference_price, 2),
      ),
      spread: named(`spread (${unit})`, ({ spread }) => fixed(spread, 2)),
      'spread p10': named(`spread_p10 (${unit})`, (point) => fixed(point.spread_p10, 2)),
      'spread p90': named(`spread_p90 (${unit})`, (point) => fixed(point.spread_p90, 2)),
      '> 0': named('probability_positive (0-1)', (point) => fixed(point.probability_positive, 2)),
      simulated: csvOnly(() => yesOrNo(outlook.simulated)),
    }),
  };
}

function referenceTitle({ reference_issued_at: issuedAt }: Pick<SpreadSet, 'reference_issued_at'>): string {
  return issuedAt === null ? 'forecast' : `forecast issued ${madridTime(issuedAt)}`;
}

type Answer = ScenarioSet | PriceProbabilities | SpreadSet;

function titleOf({
  market_product_id: name,
  issued_at: issuedAt,
  model_version: version,
  unit,
}: Pick<Answer, 'market_product_id' | 'issued_at' | 'model_version' | 'unit'>) {
  return `${name}, issued ${madridTime(issuedAt)} by ${version}, ${unit}`;
}

function basisNotes({ distribution, dependence }: Answer): string[] {
  return [
    ...(distribution === 'bounds' ? ['The run has no distributions: they are laid through its bounds.'] : []),
    ...(dependence === 'assumed'
      ? ['Too few past forecasts: how periods go together is an assumption.']
      : []),
  ];
}
