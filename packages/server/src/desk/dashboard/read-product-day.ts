import {
  addDays,
  AUCTION_CALENDAR,
  dayStart,
  type DeliveryDay,
  HOUR_MS,
  instantFor,
  periodMs,
  type Product,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import {
  changeOf,
  type FiguresOfDay,
  figuresOfDay,
  type ForecastChange,
  forecastChange,
  type ValuedHour,
} from '@lonja/forecasting/metrics';
import type { ForecastRun, VisibleRuns } from '../../forecasts/runs/run-store.ts';
import type { RecentResults } from '../../ground/timing/recent-results.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';
import { withQuantiles } from '../../forecasts/runs/get-forecast.ts';
import { type Comparison, findDayRuns } from './find-day-runs.ts';
import { type DayOutlook, getDayOutlook, type HourOutlook } from './day-outlook.ts';

/** What a summary reads from. */
export interface SummaryContext extends ForecastReadContext {
  /** By run, day and resolution: what is worked out from the paths of a run never changes. */
  outlooks: RecentResults<DayOutlook | undefined>;
}

/** A point of the run that is shown. EUR/MWh. */
export interface ComparedPoint extends ForecastPoint {
  /** What it differs from the run that it is compared with; undefined where that has none. */
  change: number | undefined;
  /** Prices of `FAN_PERCENTS`. */
  quantiles: number[];
  outlook: HourOutlook | undefined;
}

/** The ends of the 50 and the 95 % interval; those of the 80 % interval are the bounds. */
export const FAN_PERCENTS = [2.5, 25, 75, 97.5];

/** Prices that are public by now. */
export interface DayPrices {
  /** EUR/MWh by start of the period, in order of time. */
  values: ReadonlyMap<number, number>;
  /** When the first price of each delivery day became public. */
  publishedAt: ReadonlyMap<DeliveryDay, number>;
}

/** One delivery day of a product: the forecast that counts beside the one before, the prices that cleared, and figures. */
export interface ProductDay {
  day: DeliveryDay;
  gateClosesAt: number;
  pricesExpectedAt: number;
  /** When the first scheduled run that covers the day comes. */
  firstRunAt: number;
  /** Undefined until a price of the day is public. */
  pricesPublishedAt: number | undefined;
  run: ForecastRun | undefined;
  previous: ForecastRun | undefined;
  points: ComparedPoint[];
  prices: ValuedHour[];
  /** What the figures are of: prices once every period that is forecast has cleared. */
  basis: 'price' | 'forecast';
  /** Undefined where there is neither a price nor a forecast. */
  figures: FiguresOfDay | undefined;
  /** Hours whose lower bound lies below zero; quarters count a quarter each. */
  possiblyNegativeHours: number;
  change: ForecastChange | undefined;
  /** Undefined where no run covers the day. */
  outlook: DayOutlook | undefined;
}

/** `visible` and `prices` are undefined while no world is served. */
export async function readProductDay(
  context: SummaryContext,
  query: {
    product: Product;
    day: DeliveryDay;
    resolution: 'PT15M' | 'PT1H';
    compare: Comparison;
    visible: VisibleRuns | undefined;
    prices: DayPrices | undefined;
  },
): Promise<ProductDay> {
  const { product, day, resolution, compare, visible, prices: known } = query;
  const { gateClosure, resultsPublished, scheduledRuns, horizonDays } = AUCTION_CALENDAR[product];
  const periodsPerHour = HOUR_MS / periodMs(resolution);
  const { run, previous } = await findDayRuns(context.db, visible, {
    product,
    day,
    publishedAt: known?.publishedAt ?? new Map(),
    compare,
    read: (runId) => context.points.read(runId, 'PT1H'),
  });
  const [points, earlier, outlook] = await Promise.all([
    pointsOf(context, run, query),
    pointsOf(context, previous, query),
    run && context.outlooks.get(`${run.id} ${day} ${resolution}`, () => getDayOutlook(context, run, query)),
  ]);
  const { quantiles } =
    run === undefined
      ? {}
      : await withQuantiles(context, { run, points }, { resolution, percents: FAN_PERCENTS });
  const before = new Map(earlier.map((point) => [point.start, point]));
  const prices = [...(known?.values ?? [])]
    .filter(([start]) => isOfDay(start, day))
    .map(([start, value]) => ({ start, value }));
  const cleared = new Set(prices.map(({ start }) => start));
  const basis = prices.length > 0 && points.every(({ start }) => cleared.has(start)) ? 'price' : 'forecast';
  return {
    day,
    gateClosesAt: instantFor(day, gateClosure),
    pricesExpectedAt: instantFor(day, resultsPublished),
    firstRunAt: Math.min(
      ...scheduledRuns.map((schedule) => instantFor(addDays(day, 1 - horizonDays), schedule)),
    ),
    pricesPublishedAt: known?.publishedAt.get(day),
    run,
    previous,
    points: points.map((point, i) => {
      const from = before.get(point.start);
      return {
        ...point,
        change: from && changeOf({ from, to: point }),
        quantiles: quantiles?.prices[i] ?? [],
        outlook: outlook?.hours.get(point.start),
      };
    }),
    prices,
    basis,
    figures: figuresOfDay(day, basis === 'price' ? prices : points, periodsPerHour),
    possiblyNegativeHours: points.filter(({ p10 }) => p10 < 0).length / periodsPerHour,
    change: forecastChange(points, earlier, periodsPerHour),
    outlook,
  };
}

async function pointsOf(
  { points }: ForecastReadContext,
  run: ForecastRun | undefined,
  { day, resolution }: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H' },
): Promise<ForecastPoint[]> {
  if (run === undefined) return [];
  return (await points.read(run.id, resolution)).filter(({ start }) => isOfDay(start, day));
}

function isOfDay(instant: number, day: DeliveryDay): boolean {
  return instant >= dayStart(day) && instant < dayStart(addDays(day, 1));
}
