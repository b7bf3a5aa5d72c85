import { backtest } from '../../src/backtest/backtest.ts';
import { createMarketDays } from '../../src/backtest/market-days.ts';
import { issueInTurn } from '../../src/backtest/issue-in-turn.ts';
import { forecastNextDays } from '../../src/forecast-next-days.ts';
import { planBacktest } from '../../src/backtest/backtest-plan.ts';
import { type Recipe, createModel } from '../../src/models/recipe.ts';
import { createFitCache } from '../../src/kernel/fit-cache.ts';
import { dayRange, dayStart, localHourOf } from '../../src/market/delivery-day.ts';
import { HOUR_MS } from '../../src/market/madrid-time.ts';
import { type HorizonRequest, forecastHorizon } from '../../src/horizon/forecast-horizon.ts';
import { forecastQuantiles } from '../../src/intervals/forecast-quantiles.ts';
import { type IntradayPanel, withResidualLoad } from '../../src/intraday/intraday-panel.ts';
import { DAY_AHEAD } from '../../src/pipelines/forecast.ts';
import { CHAMPION, STACKED_PROCESSES } from '../../src/pipelines/champion.ts';
import { SPREAD_OPTIONS } from '../../src/pipelines/intraday.ts';
import { BOOSTED_HOURS, GAUSSIAN_PROCESS, LEAR } from '../../src/pipelines/members.ts';
import { POWER_OPTIONS } from '../../src/pipelines/power.ts';
import { fitSpread } from '../../src/intraday/spread-model.ts';
import { type PowerQuantity, forecastPower } from '../../src/power/forecast-power.ts';
import type { DriverColumn } from '../../src/power/power-panel.ts';
import {
  fitQuarterShape,
  type QuarterDeviationOptions,
  stepsAt,
} from '../../src/distribution/quarter-shape.ts';
import { distributionFromBounds, pointOf } from '../../src/distribution/period-distribution.ts';
import {
  distributionOfQuarter,
  quarterShare,
  splitIntoQuarters,
} from '../../src/distribution/quarter-distribution.ts';
import { QUANTILE_LEVELS } from '../../src/distribution/quantile-levels.ts';
import { assumedErrors } from '../../src/scenarios/assumed-errors.ts';
import { fitDependence } from '../../src/scenarios/dependence.ts';
import { drawPaths } from '../../src/scenarios/draw-paths.ts';
import type { Panel } from '../../src/data/panel.ts';
import { FROM, type MadeUpMarket } from './made-up-market.ts';

/** Forecasts of one case: arrays whose numbers must stay the same to the last bit. */
export type GoldenCase = () => Float64Array[];

/** As recipes of before have it. */
const FREE_LEVELS: QuarterDeviationOptions = { halfLifeDays: 10, shrinkageDays: 2 };
/** Rows of the made-up market: a short history, a missing input, a missing price before it. */
const TARGETS = [250, 700, 894];

/** Of the made-up market the days that changes of the recipe are looked for on, and rows of them: the last one and a holiday (1 May 2025). */
const SHORT_FROM = 440;
export const SHORT_ROWS = { 'the last day': 899 - SHORT_FROM, 'a holiday': 851 - SHORT_FROM };

/** The last 460 days of the made-up market. */
export function shortMarket({ panel }: MadeUpMarket): Panel {
  return rowsOf(panel, SHORT_FROM, panel.days.length);
}

/** The golden case of a row of the short market. */
export function shortCaseName(row: string): string {
  return `champion on 460 days, ${row}`;
}

/** Explained in a moment, with members of two kinds. */
const EXPLAINED: Recipe = {
  kind: 'weighted-mean',
  name: 'explained',
  members: [
    { weight: 1, recipe: { ...LEAR, windows: [35, 56] } },
    { weight: 2, recipe: { ...BOOSTED_HOURS, windowDays: 91, trees: 20 } },
  ],
};

/** From so many days on, days that are not scored are issued too. */
const ISSUED_FROM_DAYS = DAY_AHEAD.issuedFromDays;

/** Forecasts of a model for one row with those of its members. */
export function forecastOf(
  recipe: Recipe,
  panel: Panel,
  target: number,
  cache = createFitCache(),
): Float64Array[] {
  const { combined, members } = createModel(recipe).fit(panel, target, cache).predict(panel, target);
  return [combined, ...members];
}

/** Every kind of forecast that the library makes, on the made-up market. Those of its whole panel share a cache, which changes no number. */
export function goldenCases(market: MadeUpMarket): Record<string, GoldenCase> {
  const { panel } = market;
  const cache = createFitCache();
  const ofRow = (recipe: Recipe, row: number) => forecastOf(recipe, panel, row, cache);
  return {
    ...Object.fromEntries(TARGETS.map((row) => [`champion ${panel.days[row]}`, () => ofRow(CHAMPION, row)])),
    ...shortCases(shortMarket(market)),
    'champion, 60 days of history': () => forecastOf(CHAMPION, rowsOf(panel, 560, 621), 60),
    'champion, quarter hours on 45 days': () => forecastOf(CHAMPION, inQuarters(rowsOf(panel, 735, 780)), 44),
    'champion, horizon of two days': () => horizonOf(CHAMPION, { panel, target: 898, horizonDays: 2, cache }),
    'explanations of two days': () =>
      horizonOf(EXPLAINED, { panel, target: 898, horizonDays: 2, cache, explain: true }),
    lear: () => ofRow(LEAR, 899),
    'gaussian process': () => ofRow(GAUSSIAN_PROCESS, 899),
    'gaussian process on the last year and a half': () =>
      ofRow({ ...GAUSSIAN_PROCESS, levelDays: 28, spreadDays: 364, windowDays: 546 }, 899),
    'boosted trees': () => ofRow(BOOSTED_HOURS, 899),
    'boosted trees, normalised by the year': () =>
      ofRow({ ...BOOSTED_HOURS, levelDays: 364, spreadDays: 364 }, 899),
    'stacked processes': () => ofRow(STACKED_PROCESSES, 899),
    'weekly naive': () => ofRow({ kind: 'weekly-naive' }, 899),
    'standard naive': () => ofRow({ kind: 'standard-naive' }, 899),
    ...intervalCases(panel),
    ...intradayCases(market),
    ...powerCases(market),
    'quarter hours of an hourly forecast': () => quartersOf(market, FREE_LEVELS),
    'quarter hours of an hourly forecast, levels shrunk': () =>
      quartersOf(market, DAY_AHEAD.quarterDeviation),
    'paths of quarter hours': () => pathsOf(market),
  };
}

function shortCases(panel: Panel): Record<string, GoldenCase> {
  const cache = createFitCache();
  return Object.fromEntries(
    Object.entries(SHORT_ROWS).map(([name, row]) => [
      shortCaseName(name),
      () => forecastOf(CHAMPION, panel, row, cache),
    ]),
  );
}

/** Rows `from` to `to - 1` of a panel, as a panel of their own. */
export function rowsOf(panel: Panel, from: number, to: number): Panel {
  const { slotsPerDay } = panel;
  const cut = (values: Float64Array) => values.slice(from * slotsPerDay, to * slotsPerDay);
  return {
    ...panel,
    days: panel.days.slice(from, to),
    price: cut(panel.price),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: cut(values) })),
    signals: panel.signals?.map(({ name, values }) => ({ name, values: cut(values) })),
  };
}

/** Each hour as four quarters that lie around it. */
function inQuarters(panel: Panel): Panel {
  const split = (values: Float64Array) =>
    Float64Array.from({ length: 4 * values.length }, (_, i) => values[i >> 2] * (1 + 0.01 * ((i % 4) - 1.5)));
  return {
    ...panel,
    slotsPerDay: 4 * panel.slotsPerDay,
    price: split(panel.price),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: split(values) })),
    signals: panel.signals?.map(({ name, values }) => ({ name, values: split(values) })),
  };
}

function horizonOf(recipe: Recipe, request: Omit<HorizonRequest, 'model'>): Float64Array[] {
  const { days, members, explanations } = forecastHorizon({ ...request, model: createModel(recipe) });
  return [
    ...days,
    ...members.flat(),
    ...explanations.flatMap(({ baseline, contributions }) => [
      baseline,
      ...contributions.map(({ values }) => values),
    ]),
  ];
}

function intervalCases(panel: Panel): Record<string, GoldenCase> {
  const model = createModel({ ...LEAR, windows: [35] });
  return {
    'bounds of a back-test of two days': () => {
      const plan = planBacktest(
        panel,
        { from: panel.days[898], to: panel.days[899], calibrationDays: ISSUED_FROM_DAYS + 2 },
        model,
      );
      const horizons = plan.targets.map((target) =>
        forecastHorizon({ panel, target, horizonDays: 1, model }),
      );
      const market = createMarketDays({ panel });
      return [...issueInTurn(DAY_AHEAD, market, plan, horizons)].flatMap(({ issued }) =>
        issued.hours.map(({ distribution }) => Float64Array.from(distribution)),
      );
    },
    'scores of a back-test of three weeks': () => {
      const span = { from: panel.days[640], to: panel.days[660], calibrationDays: 30 };
      const { scores, distributionScores, periods } = backtest({ panel, ...span, model });
      const { crps, pinball, paths } = distributionScores;
      const { batteryGap: _, ...choices } = distributionScores.choices;
      return [
        Float64Array.from(Object.values(scores), (score: number | null) => score ?? Number.NaN),
        Float64Array.of(crps, ...pinball.map(({ loss }) => loss)),
        Float64Array.from(Object.values({ ...paths, ...choices }), (score) => score ?? Number.NaN),
        Float64Array.from(periods[100].distribution),
      ];
    },
    'prediction of two days by a short window': () => {
      const { slotsPerDay } = panel;
      const price = panel.price.map((value, i) => (i >= 898 * slotsPerDay ? Number.NaN : value));
      const { days, pastErrors } = forecastNextDays({
        panel: { ...panel, price },
        model,
        calibrationDays: ISSUED_FROM_DAYS + 2,
      });
      return [
        ...days.flatMap(({ distributions }) => distributions.map((one) => Float64Array.from(one))),
        ...pastErrors,
      ];
    },
    quantiles: () => {
      const { slotsPerDay, price } = panel;
      const week = 7 * slotsPerDay;
      const past = (shift: number) => price.slice(500 * slotsPerDay - shift, 899 * slotsPerDay - shift);
      const day = (shift: number) => price.slice(899 * slotsPerDay - shift, 900 * slotsPerDay - shift);
      const actual = past(0);
      const known = (values: Float64Array) => values.map((value) => (Number.isNaN(value) ? 30 : value));
      return forecastQuantiles(
        {
          slotsPerDay,
          actual,
          combined: known(past(week)),
          experts: [past(week), past(2 * week), past(slotsPerDay)],
        },
        { combined: known(day(week)), experts: [day(week), day(2 * week), day(slotsPerDay)] },
        [0.05, 0.1, 0.5, 0.9, 0.95],
        { bounds: DAY_AHEAD.bounds, limits: { lowest: -500, highest: 4000 } },
      );
    },
  };
}

function intradayCases({ panel, later, gas }: MadeUpMarket): Record<string, GoldenCase> {
  const first = 600;
  const cut = (values: Float64Array) => values.slice(first * panel.slotsPerDay);
  const [load, wind, solar] = panel.exogenous.map(({ name, values }) => ({ name, values: cut(values) }));
  const auctions = [panel.price, ...later].map(cut);
  const changes = [load, wind, solar].map(({ name, values }) => ({
    name,
    values: values.map((value, i) => 0.01 * value * Math.sin(i)),
  }));
  const panelOf = (auction: number): IntradayPanel => ({
    days: panel.days.slice(first),
    slotsPerDay: panel.slotsPerDay,
    fromSlot: auction === 3 ? 12 : 0,
    toSlot: panel.slotsPerDay,
    earlier: auctions.slice(0, auction),
    price: auctions[auction],
    exogenous: withResidualLoad(load, wind, solar),
    changes: withResidualLoad(changes[0], changes[1], changes[2]),
    daily: [
      { name: 'recent error of load', values: panel.days.slice(first).map((_, i) => 100 * Math.cos(i)) },
    ].map(({ name, values }) => ({ name, values: Float64Array.from(values) })),
    gas: gas.slice(first),
    gasAWeekAgo: gas.slice(first - 7, -7),
    holidays: panel.holidays ?? new Set(),
  });
  return Object.fromEntries(
    [1, 2, 3].map((auction) => [
      `intraday auction ${auction} on 300 days`,
      () => {
        const intraday = panelOf(auction);
        const row = intraday.days.length - 1;
        const options = { ...SPREAD_OPTIONS, trees: 40 };
        return [fitSpread(intraday, row, options).predict(intraday, row)];
      },
    ]),
  );
}

function powerCases({ panel, load, wind, solar }: MadeUpMarket): Record<string, GoldenCase> {
  // More than the year that levels of wind and sun are taken of.
  const first = 480;
  const days = panel.days.slice(first);
  const from = (dayStart(days[0]) - dayStart(FROM)) / HOUR_MS;
  const onGrid = (values: Float64Array) => values.slice(from, from + days.length * 24);
  const measured = { load, wind, solar };
  const weather: Record<keyof typeof measured, DriverColumn> = {
    load: { name: 'temperature', kind: 'temperature', values: onGrid(load.map((mw) => mw / 1500)) },
    wind: {
      name: 'wind',
      kind: 'windSpeed',
      values: onGrid(wind.map((mw, i) => Math.sqrt(mw) / 9 + Math.sin(i))),
    },
    solar: { name: 'light', kind: 'irradiance', values: onGrid(solar.map((mw) => mw / 14)) },
  };
  return Object.fromEntries(
    Object.entries(measured).map(([name, values]) => [
      `power: ${name} on 420 days`,
      () => {
        const quantity = name as PowerQuantity & keyof typeof measured;
        const known = onGrid(values).fill(Number.NaN, (days.length - 3) * 24);
        const power = { days, slotsPerDay: 24, measured: known, drivers: [weather[quantity]] };
        const rows = [days.length - 3, days.length - 1];
        return forecastPower(quantity, power, rows, { ...POWER_OPTIONS, trees: 60 }).rows;
      },
    ]),
  );
}

function quartersOf({ panel }: MadeUpMarket, deviation: QuarterDeviationOptions): Float64Array[] {
  const shape = fitQuarterShape(quarterPrices(panel), dayRange('2023-03-01', '2023-04-10'), deviation);
  const hours = Array.from({ length: 25 }, (_, hour) => ({
    start: dayStart('2023-10-29') + hour * HOUR_MS,
    distribution: distributionFromBounds({
      value: panel.price[hour],
      p10: panel.price[hour] - 7,
      p90: panel.price[hour] + 9,
    }),
  }));
  const points = splitIntoQuarters(
    hours.map((one) => ({ ...one, hour: localHourOf(one.start) })),
    shape,
  ).map(pointOf);
  return (['value', 'p10', 'p90'] as const).map((key) => Float64Array.from(points, (point) => point[key]));
}

/** The day of 25 hours in quarters, with the dependence of made-up errors. */
function pathsOf({ panel }: MadeUpMarket): Float64Array[] {
  const shape = fitQuarterShape(quarterPrices(panel), dayRange('2023-03-01', '2023-04-10'), FREE_LEVELS);
  const periods = Array.from({ length: 100 }, (_, i) => {
    const hour = localHourOf(dayStart('2023-10-29') + (i * HOUR_MS) / 4);
    const place = {
      hour,
      quarter: i % 4,
      steps: stepsAt(hour, panel.price[hour], (other) => panel.price.subarray(0, 24)[other]),
    };
    const ofHour = QUANTILE_LEVELS.map((level) => panel.price[hour] + 30 * (level - 0.5) ** 3);
    return {
      slot: hour,
      distribution: distributionOfQuarter(ofHour, shape, place),
      quarter: { day: 0, slot: hour * 4 + (i % 4), share: quarterShare(ofHour, shape, place) },
    };
  });
  const source = {
    between: fitDependence(assumedErrors(40, 24, 0.9)),
    withinDays: fitDependence(assumedErrors(30, 96, 0.9)),
  };
  return drawPaths(source, periods, { count: 60, limits: { lowest: -500, highest: 4000 } });
}

/** Through both clock changes of a year. */
function quarterPrices({ price }: Panel): Map<number, number> {
  const start = dayStart(FROM);
  return new Map(
    Array.from({ length: 4 * 24 * 300 }, (_, i) => [
      start + (i * HOUR_MS) / 4,
      price[i >> 2] + Math.cos(i) * (1 + Math.sin(i / 96)),
    ]),
  );
}
