import type { ForecastRun } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { choice, flag, option, required } from '../command/inputs.ts';
import { auctionInputs, PRODUCTS, quarterHoursInput, resolutionOf } from '../command/market-inputs.ts';
import { dayInput, instantInput } from '../command/time-inputs.ts';
import { UsageError } from '../errors.ts';
import { parseQuantiles } from '../option-values.ts';
import { beyondColumns, beyondNotes } from '../output/beyond-cleared.ts';
import { fixed, plain, yesOrNo } from '../output/cell.ts';
import { deliveryDay, madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { isColoured } from '../output/print-view.ts';
import { plotLines } from '../output/plot.ts';
import { type Column, type View, csvOnly, named, startColumn, tableOf } from '../output/view.ts';
import { forecastDiffCommand } from './forecast-diff.ts';
import { operatorCommand } from '../command/operator-command.ts';

type Point = ForecastRun['points'][number];

const PRODUCTS_OF_PORTUGAL = ['pt-da', 'pt-ida1', 'pt-ida2', 'pt-ida3'] as const;

const issueCommand = operatorCommand({
  name: 'issue',
  summary: 'Issue the forecast of the latest scheduled run, unless it is published already.',
  inputs: { product: required(choice('product', 'market product', [...PRODUCTS, ...PRODUCTS_OF_PORTUGAL])) },
  examples: [['lonja forecast issue --product da', 'publish the day-ahead forecast that is due']],
  async load({ product }) {
    const { issueLatestForecast, withContext } = await import('@lonja/server/operations');
    const run = await withContext((context) => issueLatestForecast(context, product));
    const origin = run.dataOrigin === 'simulator' ? 'simulated data' : 'market data';
    return {
      data: {
        forecast_id: run.runId,
        product,
        is_new: run.isNew,
        first_date: run.firstDay,
        degraded: run.degraded,
        simulated: run.dataOrigin === 'simulator',
      },
      head: [
        run.isNew
          ? `Published run ${run.runId}: prices of ${product} from ${run.firstDay} on, from ${origin}.`
          : `The latest scheduled run is published already: ${run.runId}, prices of ${product} from ${run.firstDay} on.`,
        ...run.degraded.map((reason) => `Degraded: ${reason}.`),
      ],
    };
  },
});

export const forecastCommand = apiCommand({
  name: 'forecast',
  summary: 'Show the latest forecast with its 10-90 % interval.',
  inputs: {
    ...auctionInputs,
    date: dayInput('one delivery day instead of the whole run'),
    quarterHours: quarterHoursInput,
    quantiles: option(
      'percents',
      'further quantiles, whole percents from 1 to 99 separated by commas, at most 21',
      parseQuantiles,
    ),
    asOf: instantInput('the forecast as it stood then, such as 2026-03-30T10:00:00Z'),
    plot: flag('draw one day, without --date tomorrow: a line for each hour with its 10-90 % interval'),
  },
  examples: [
    ['lonja forecast', 'the whole latest day-ahead run, today to six days on'],
    ['lonja forecast --date tomorrow --quarter-hours', 'tomorrow by quarter hours'],
    ['lonja forecast --market-id pt --date tomorrow', 'tomorrow in Portugal'],
    ['lonja forecast --plot', 'tomorrow as a drawing'],
    ['lonja forecast --quantiles 5,25,75,95', 'the distribution of each hour'],
    ['lonja forecast --product ida2 --csv > ida2.csv', 'the second intraday auction as CSV'],
    ['lonja forecast --as-of 2026-03-30T10:00:00Z', 'what was known before that gate closed'],
  ],
  canWatch: true,
  commands: [issueCommand, forecastDiffCommand],
  async load({ client, clock, environment }, { marketId, product, date, ...rest }, format) {
    const { quarterHours, quantiles, asOf, plot } = rest;
    if (plot === true && format !== 'table') throw new UsageError('Choose one of --plot, --json and --csv.');
    const input = {
      market_id: marketId,
      product,
      resolution: resolutionOf(quarterHours),
      quantiles: quantiles?.join(),
      as_of: asOf,
    };
    const run =
      date === undefined
        ? await client.forecasts.latest(input)
        : await client.forecasts.get({ ...input, date });
    if (plot !== true) return forecastView(run);
    const day = date ?? dayToDraw(run, deliveryDay(await clock(), 1));
    return dayPlot(run, day, isColoured(environment));
  },
});

/** Tomorrow, or the last day that the run covers where that is earlier. */
function dayToDraw({ points }: ForecastRun, tomorrow: string): string {
  const days = new Set(points.map(dayOf));
  return days.has(tomorrow) ? tomorrow : ([...days].at(-1) ?? tomorrow);
}

function dayOf({ time }: Point): string {
  return deliveryDay(Date.parse(time));
}

function dayPlot(run: ForecastRun, day: string, coloured: boolean): View {
  const points = run.points.filter((point) => dayOf(point) === day);
  const { head } = forecastView(run);
  return {
    data: run,
    head: [...(head ?? []), `${day}, Madrid time; o forecast, --- 10-90 % interval`],
    drawing: (width) => plotLines(points, { width, coloured }),
    foot: beyondNotes(points, run),
  };
}

export function forecastView(run: ForecastRun): View {
  const { market_product_id: name, issued_at: issuedAt, model_version: version, unit } = run;
  return {
    data: run,
    head: [`${name}, issued ${madridTime(issuedAt)} by ${version}, ${unit}`, ...cautions(run)],
    table: tableOf(run.points, {
      start: startColumn(({ time }) => time),
      price: named(`value (${unit})`, ({ value }) => fixed(value, 2)),
      p10: named(`p10 (${unit})`, ({ p10 }) => fixed(p10, 2)),
      p90: named(`p90 (${unit})`, ({ p90 }) => fixed(p90, 2)),
      ...quantileColumns(run),
      ...beyondColumns(run.points),
      model_version: csvOnly(() => plain(version)),
      simulated: csvOnly(() => yesOrNo(run.simulated)),
    }),
    foot: beyondNotes(run.points, run),
  };
}

/** A column for each quantile that the points have beside their bounds. */
function quantileColumns({ points, unit }: ForecastRun): Record<string, Column<Point>> {
  const percents = Object.keys(points[0]?.quantiles ?? {});
  return Object.fromEntries(
    percents.map((percent) => [
      `q${percent}`,
      named(`q${percent} (${unit})`, ({ quantiles }: Point) => fixed(quantiles?.[percent], 2)),
    ]),
  );
}
