import path from 'node:path';
import { InsufficientHistoryError } from '@lonja/forecasting';
import { byQuarterHours, createMarketDays, type OnProgress } from '@lonja/forecasting/backtest';
import { quantileAt } from '@lonja/forecasting/distribution';
import { type NextDaysForecast, nextDaysOf } from '@lonja/forecasting/horizon';
import type { ForecastRecipe } from '@lonja/forecasting/issue';
import { forecastNextDaysInWorkers } from '@lonja/forecasting/workers';
import { UsageError } from '../errors.ts';
import type { MarketSource } from '../market-file/market-source.ts';
import { type MarketData, withMarkets } from '../market-file/read-market-file.ts';
import type { IssueFromStore } from '../market-file/stored-days.ts';
import { isNaive, recipeOf } from '../named-recipe.ts';
import { MARKET_ZONE } from '../output/madrid-time.ts';
import { fixed, whole } from '../output/cell.ts';
import { type Table, type View, tableOf } from '../output/view.ts';
import { createProgressBar, createProgressLines } from '../progress-bar.ts';
import { requireZone } from './period-instant.ts';
import { type PredictedPoint, predictedPaths, predictedPoints } from './predicted-points.ts';

const ASSUMED_NOTE =
  'Too few past forecasts: how hours go together in the paths is assumed. Take more calibration days.';

export interface PredictOptions extends MarketSource {
  model: string;
  windows?: number[] | undefined;
  calibrationDays?: number | undefined;
  /** Percent. */
  quantiles?: number[] | undefined;
  /** How many paths. */
  paths?: number | undefined;
}

/** Forecasts the days at the end of a file that have no prices, of each of its markets. */
export async function predict(options: PredictOptions): Promise<View> {
  if (options.zone !== undefined) requireZone(options.zone);
  const { recipe } = await recipeOf(options);
  const views = await withMarkets(options, { recipe }, async (markets, issue) => {
    const ofMarkets: [name: string | undefined, view: PredictedView][] = [];
    for (const market of markets)
      ofMarkets.push([market.name, await predictMarket(market, options, { recipe, issue })]);
    return ofMarkets;
  });
  if (views.length === 1) return views[0][1];
  return {
    data: { markets: Object.fromEntries(views.map(([name, { data }]) => [name, data])) },
    head: views.flatMap(([name, { head }]) => [`${name}:`, ...head]),
    table: {
      columns: [{ title: 'market', csvNames: ['market'], only: undefined }, ...views[0][1].table.columns],
      rows: views.flatMap(([name, { table }]) => table.rows.map((row) => [whole(name), ...row])),
    },
  };
}

interface PredictedView extends View {
  head: string[];
  table: Table;
}

async function predictMarket(
  read: MarketData,
  options: PredictOptions,
  { recipe, issue }: { recipe: ForecastRecipe; issue: IssueFromStore | undefined },
): Promise<PredictedView> {
  const { calibrationDays, quantiles = [], paths } = options;
  const data = isNaive(recipe) ? byQuarterHours(read) : read;
  const progress = process.stderr.isTTY
    ? createProgressBar(process.stderr)
    : createProgressLines(process.stderr);
  const { panel, periods, gaps, open, limits } = data;
  const { update: onProgress } = progress;
  const forecast = await (
    issue !== undefined
      ? predictFromStore({ panel, periods, gaps, open }, issue, { calibrationDays, onProgress })
      : forecastNextDaysInWorkers({ panel, periods, gaps, open, limits, recipe, calibrationDays, onProgress })
  )
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== InsufficientHistoryError.name) throw error;
      throw new UsageError(`${error.message} Give more past days, or take a model that needs fewer.`, {
        cause: error,
      });
    })
    .finally(progress.clear);
  const points = predictedPoints(data, forecast, read.zone ?? MARKET_ZONE);
  const drawn =
    paths === undefined
      ? undefined
      : predictedPaths(points, paths, { data, forecast, dependence: recipe.dependence });
  return viewOf(points, { data, forecast, quantiles, drawn, model: path.basename(options.model, '.json') });
}

/** The day after the last prices as the service would issue it now. */
async function predictFromStore(
  data: Pick<MarketData, 'panel' | 'periods' | 'gaps' | 'open'>,
  issue: IssueFromStore,
  { calibrationDays, onProgress }: { calibrationDays: number | undefined; onProgress: OnProgress },
): Promise<NextDaysForecast> {
  const firstRow = data.panel.days.length - 1;
  const day = data.panel.days[firstRow];
  const [{ issued, learntFrom, missingInputs }] = await issue({
    from: day,
    to: day,
    calibrationDays,
    onProgress,
  });
  const forecast = nextDaysOf(createMarketDays(data), issued, { firstRow, horizonDays: 1, learntFrom });
  return { ...forecast, days: forecast.days.map((one) => ({ ...one, missingInputs })) };
}

function viewOf(
  points: PredictedPoint[],
  {
    data,
    forecast,
    quantiles,
    drawn,
    model,
  }: {
    data: MarketData;
    forecast: NextDaysForecast;
    quantiles: number[];
    drawn: ReturnType<typeof predictedPaths> | undefined;
    model: string;
  },
): PredictedView {
  const { days, hasOwnBounds } = forecast;
  const [first] = days;
  const missing = days.flatMap(({ day, missingInputs }) =>
    missingInputs.length === 0
      ? []
      : [
          `${day} is forecast without ${missingInputs.join(', ')}, which ${missingInputs.length === 1 ? 'is' : 'are'} not known for that day.`,
        ],
  );
  const source = hasOwnBounds
    ? `its errors on the ${first.calibratedOnDays} days before`
    : 'errors of the weekly naive, for there is too little history for its own';
  const notes = [...missing, ...(drawn?.areLearnt === false ? [ASSUMED_NOTE] : []), ...data.notes];
  const quantilesOf = ({ period }: PredictedPoint) =>
    quantiles.map((percent) => quantileAt(period.distribution, percent / 100, data.limits));
  const times = {
    'time (UTC)': ({ timeUtc }: PredictedPoint) => whole(timeUtc),
    'time (local)': ({ timeLocal }: PredictedPoint) => whole(timeLocal),
  };
  return {
    data: {
      model,
      days: days.map(({ day, calibratedOnDays, missingInputs }) => ({
        day,
        calibrated_on_days: calibratedOnDays,
        missing_inputs: missingInputs,
      })),
      notes,
      warnings: data.warnings,
      filled: data.filled.map(({ column, times }) => ({ column, values: times.length, times })),
      points: points.map((point) => ({
        time_utc: point.timeUtc,
        time_local: point.timeLocal,
        p10: point.p10,
        value: point.value,
        p90: point.p90,
        ...(quantiles.length > 0 && {
          quantiles: Object.fromEntries(quantilesOf(point).map((price, k) => [quantiles[k], price])),
        }),
      })),
      ...(drawn && { paths: drawn.paths.map((prices) => [...prices]) }),
    },
    head: [
      ...data.warnings,
      `${model}: ${days.map(({ day }) => day).join(', ')}; bounds from ${source}`,
      ...notes,
    ],
    table:
      drawn === undefined
        ? tableOf(points, {
            ...times,
            p10: ({ p10 }) => fixed(p10, 2),
            value: ({ value }) => fixed(value, 2),
            p90: ({ p90 }) => fixed(p90, 2),
            ...Object.fromEntries(
              quantiles.map((percent, k) => [
                `p${percent}`,
                (point: PredictedPoint) => fixed(quantilesOf(point)[k], 2),
              ]),
            ),
          })
        : pathTable(points, drawn.paths, times),
  };
}

type Column = (point: PredictedPoint) => ReturnType<typeof whole>;

/** One column for each path. */
function pathTable(
  points: PredictedPoint[],
  paths: readonly Float64Array[],
  times: Record<string, Column>,
): Table {
  const place = new Map(points.map((point, i) => [point, i]));
  const columns = paths.map((prices, k): [string, Column] => [
    `path ${k + 1}`,
    (point) => fixed(prices[place.get(point) ?? 0], 2),
  ]);
  return tableOf(points, { ...times, ...Object.fromEntries(columns) });
}
