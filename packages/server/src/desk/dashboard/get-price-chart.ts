import {
  addDays,
  dayRange,
  dayStart,
  type DeliveryDay,
  periodMs,
  type Product,
} from '@lonja/forecasting/market';
import { distributionFromBounds, quantileAt, withExactPoint } from '@lonja/forecasting/distribution';
import { AppError } from '../../ground/errors.ts';
import { listClearedExtremes } from '../../market/prices/cleared-extremes.ts';
import {
  listScoredDistributions,
  listScoredPoints,
  type ScoredPoint,
} from '../../forecasts/accuracy/scored-points.ts';
import { forecastLimit } from '../../forecasts/runs/cutoff.ts';
import { type ForecastRun, listPoints, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import { beyondCleared, type BeyondSide } from '../../market/prices/cleared-extremes.ts';
import type { ClearedExtremes } from '../../ground/database/forecast-schema.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';
import { type ChartPower, readChartPower, readLastYear, spreadHours } from './chart-overlays.ts';
import { type Comparison, findDayRuns } from './find-day-runs.ts';
import {
  firstPublications,
  type PriceFeeds,
  pricesOf,
  readPriceFeeds,
} from '../../market/prices/price-feeds.ts';

interface ChartQuery extends DaySpan {
  products: readonly Product[];
  resolution: 'PT15M' | 'PT1H';
  /** Percents of further quantiles of each forecast. */
  percents: readonly number[];
  /** Absent: the forecasts are compared with none. Otherwise of few days. */
  compare?: Comparison | undefined;
  /** Absent: no power of the system. */
  powers?: readonly ChartPower[];
  /** Whether the prices of a year before are wanted too. */
  hasLastYear?: boolean;
  /** What has ever cleared of a product; absent: it is not wanted. */
  extremesOf?: ((product: Product) => Promise<ClearedExtremes | undefined>) | undefined;
}

/** One value for each period of the chart, EUR/MWh; null where there is none. */
export type ChartColumn = (number | null)[];

export interface ChartSeries {
  product: Product;
  price: ChartColumn;
  value: ChartColumn;
  p10: ChartColumn;
  p90: ChartColumn;
  /** One column for each of the wanted percents. */
  quantiles: ChartColumn[];
  /** Prices of the same local time 52 weeks before; undefined where they are not wanted. */
  lastYear: ChartColumn | undefined;
  /** By period, on which side of what had cleared when the run was issued the point lies; undefined where extremes are not wanted. */
  beyond: (BeyondSide | null)[] | undefined;
  /** What has ever cleared, as far as it is stored and public; undefined where it is not wanted or hardly anything is known. */
  extremes: ClearedExtremes | undefined;
  /** Undefined where no comparison is wanted. */
  compared: ComparedRuns | undefined;
}

/** What each day's forecast is compared with. */
export interface ComparedRuns {
  value: ChartColumn;
  /** For each day the run, undefined where there is none. */
  days: { day: DeliveryDay; run: ForecastRun | undefined }[];
}

/** Periods of equal length without a gap: days of 23 and 25 hours make no difference. */
export interface ChartPeriods {
  /** Of the first period. */
  start: number;
  stepMs: number;
  count: number;
}

export interface PriceChart {
  periods: ChartPeriods;
  series: ChartSeries[];
  /** MW, the value of each hour for all of its periods; those that are wanted. */
  powers: Partial<Record<ChartPower, ChartColumn>>;
  simulated: boolean;
}

/**
 * The prices of a span of delivery days (both inclusive) beside what was forecast before each auction: by the run that counts for the
 * day, by the newest one while the gate is open. Throws `not_found` for days that market data cannot exist for.
 */
export async function getPriceChart(context: ReadContext, query: ChartQuery): Promise<PriceChart> {
  const days = clampToServedDays(query);
  if (days === undefined || days.from !== query.from || days.to !== query.to) {
    throw new AppError(
      'not_found',
      `There is no market data from ${query.from} to ${query.to}; ask for days near today.`,
    );
  }
  const start = dayStart(query.from);
  const stepMs = periodMs(query.resolution);
  const periods = { start, stepMs, count: (dayStart(addDays(query.to, 1)) - start) / stepMs };
  const series = await Promise.all(
    query.products.map((product) => readSeriesOf(context, query, product, periods)),
  );
  const powers: PriceChart['powers'] = {};
  for (const power of query.powers ?? []) {
    powers[power] = columnOf(spreadHours(await readChartPower(context, power, query), stepMs), periods);
  }
  return { periods, series, powers, simulated: await isSimulated(context) };
}

async function readSeriesOf(
  context: ReadContext,
  query: ChartQuery,
  product: Product,
  periods: ChartPeriods,
): Promise<ChartSeries> {
  const read = await readPriceFeeds(context, { product, ...query });
  const points = read === undefined ? [] : await listPointsBeforeGates(context, query, product, read);
  const ofPoints = (valueOf: (point: ScoredPoint) => number) =>
    columnOf(
      points.map((point) => [point.start, valueOf(point)]),
      periods,
    );
  const distributions = await distributionsOf(context, query, points);
  return {
    product,
    price: columnOf(read === undefined ? [] : pricesOf(read, query.resolution), periods),
    value: ofPoints((point) => point.value),
    p10: ofPoints((point) => point.p10),
    p90: ofPoints((point) => point.p90),
    quantiles: query.percents.map((percent) =>
      columnOf(
        points.map(({ start }, i) => [start, quantileAt(distributions[i], percent / 100)]),
        periods,
      ),
    ),
    lastYear:
      query.hasLastYear === true
        ? columnOf(await readLastYear(context, { ...query, product }), periods)
        : undefined,
    extremes: await query.extremesOf?.(product),
    beyond: query.extremesOf && columnOf(await sidesOf(context, points), periods),
    compared:
      query.compare &&
      (await readCompared(context, { ...query, compare: query.compare }, product, read, periods)),
  };
}

/** The runs that those of the days are compared with, and what they forecast. */
async function readCompared(
  context: ReadContext,
  { from, to, resolution, compare }: ChartQuery & { compare: Comparison },
  product: Product,
  read: PriceFeeds | undefined,
  periods: ChartPeriods,
): Promise<ComparedRuns> {
  const visible = await findVisibleRuns(context, product);
  const publishedAt = read === undefined ? new Map<DeliveryDay, number>() : firstPublications(read);
  const days: ComparedRuns['days'] = [];
  const values: [number, number][] = [];
  for (const day of dayRange(from, to)) {
    const { previous: run } = await findDayRuns(context.db, visible, {
      product,
      day,
      publishedAt,
      compare,
    });
    days.push({ day, run });
    const points = run === undefined ? [] : await listPoints(context.db, run.id, resolution);
    for (const { start, value } of points) {
      if (start >= dayStart(day) && start < dayStart(addDays(day, 1))) values.push([start, value]);
    }
  }
  return { value: columnOf(values, periods), days };
}

/** None where no quantile is wanted; of a run of before they were stored the one that its bounds give. */
async function distributionsOf(
  { db }: ReadContext,
  { percents, resolution }: ChartQuery,
  points: readonly ScoredPoint[],
) {
  if (percents.length === 0) return [];
  const stored = await listScoredDistributions(db, resolution, points);
  return points.map((point, i) => {
    const own = stored[i];
    return own === undefined ? distributionFromBounds(point) : withExactPoint(own, point);
  });
}

/** The points of each day's last run before its auction, as far as runs are issued by now. */
async function listPointsBeforeGates(
  context: ReadContext,
  { from, to, resolution }: ChartQuery,
  product: Product,
  read: PriceFeeds,
): Promise<ScoredPoint[]> {
  const publishedAt = firstPublications(read);
  const issuedBy = context.clock.now() + 1;
  const days = dayRange(from, to).map((day) => ({
    day,
    leadDay: 1,
    publishedBefore: Math.min(forecastLimit(product, day, publishedAt), issuedBy),
    from: dayStart(day),
    to: dayStart(addDays(day, 1)),
  }));
  return listScoredPoints(context.db, { product, dataOrigin: read.dataOrigin, resolution, days });
}

/** By start, the points that lie beyond what had cleared when their run was issued. */
async function sidesOf({ db }: ReadContext, points: readonly ScoredPoint[]): Promise<[number, BeyondSide][]> {
  const extremes = await listClearedExtremes(db, [...new Set(points.map(({ runId }) => runId))]);
  return points.flatMap((point): [number, BeyondSide][] => {
    const side = beyondCleared(extremes.get(point.runId), point)?.value;
    return side === undefined ? [] : [[point.start, side]];
  });
}

function columnOf<T>(values: Iterable<readonly [number, T]>, { start, stepMs, count }: ChartPeriods) {
  const column: (T | null)[] = Array.from({ length: count }, () => null);
  for (const [instant, value] of values) column[(instant - start) / stepMs] = value;
  return column;
}
