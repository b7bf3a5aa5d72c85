import {
  addDays,
  AUCTION_CALENDAR,
  dayStart,
  type DeliveryDay,
  instantFor,
  type Product,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import type { ForecastRun, VisibleRuns } from '../../store/forecast-queries.ts';
import type { RecentResults } from '../../recent-results.ts';
import type { ForecastReadContext } from '../forecasts/read-context.ts';
import { withQuantiles } from '../forecasts/quantiles-of-points.ts';
import type { KnownPrices } from '../prices/known-prices.ts';
import {
  type DayFigures,
  dayFigures,
  type ForecastChange,
  forecastChange,
  type ValuedHour,
} from './day-figures.ts';
import { findDayRuns } from './find-day-runs.ts';
import { type DayOutlook, getDayOutlook, type HourOutlook } from './day-outlook.ts';

/** What a summary reads from. */
export interface SummaryContext extends ForecastReadContext {
  /** By run and day: what is worked out from the paths of a run never changes. */
  outlooks: RecentResults<DayOutlook | undefined>;
}

/** A point of the run that is shown. EUR/MWh. */
export interface ComparedPoint extends ForecastPoint {
  /** What it differs from the run before; undefined where that has none. */
  change: number | undefined;
  /** Prices of `FAN_PERCENTS`. */
  quantiles: number[];
  outlook: HourOutlook | undefined;
}

/** The ends of the 50 and the 95 % interval; those of the 80 % interval are the bounds. */
export const FAN_PERCENTS = [2.5, 25, 75, 97.5];

/** One delivery day of a product: the forecast that counts beside the one before, the prices that cleared, and figures. */
export interface ProductDay {
  day: DeliveryDay;
  gateClosesAt: number;
  pricesExpectedAt: number;
  /** Undefined until a price of the day is public. */
  pricesPublishedAt: number | undefined;
  run: ForecastRun | undefined;
  previous: ForecastRun | undefined;
  points: ComparedPoint[];
  prices: ValuedHour[];
  /** What the figures are of: prices once every hour that is forecast has cleared. */
  basis: 'price' | 'forecast';
  /** Undefined where there is neither a price nor a forecast. */
  figures: DayFigures | undefined;
  /** Hours whose lower bound lies below zero. */
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
    visible: VisibleRuns | undefined;
    prices: KnownPrices | undefined;
  },
): Promise<ProductDay> {
  const { product, day, visible, prices: known } = query;
  const { gateClosure, resultsPublished } = AUCTION_CALENDAR[product];
  const { run, previous } = await findDayRuns(context.db, visible, {
    product,
    day,
    publishedAt: known?.publishedAt ?? new Map(),
    read: (runId) => context.points.read(runId, 'PT1H'),
  });
  const [points, earlier, outlook] = await Promise.all([
    pointsOf(context, run, day),
    pointsOf(context, previous, day),
    run && context.outlooks.get(`${run.id} ${day}`, () => getDayOutlook(context, run, day)),
  ]);
  const { quantiles } =
    run === undefined
      ? {}
      : await withQuantiles(context, { run, points }, { resolution: 'PT1H', percents: FAN_PERCENTS });
  const before = new Map(earlier.map(({ start, value }) => [start, value]));
  const prices = [...(known?.hours ?? [])]
    .filter(([start]) => isOfDay(start, day))
    .map(([start, value]) => ({ start, value }));
  const cleared = new Set(prices.map(({ start }) => start));
  const basis = prices.length > 0 && points.every(({ start }) => cleared.has(start)) ? 'price' : 'forecast';
  return {
    day,
    gateClosesAt: instantFor(day, gateClosure),
    pricesExpectedAt: instantFor(day, resultsPublished),
    pricesPublishedAt: known?.publishedAt.get(day),
    run,
    previous,
    points: points.map((point, i) => {
      const earlierValue = before.get(point.start);
      return {
        ...point,
        change: earlierValue === undefined ? undefined : point.value - earlierValue,
        quantiles: quantiles?.prices[i] ?? [],
        outlook: outlook?.hours.get(point.start),
      };
    }),
    prices,
    basis,
    figures: dayFigures(day, basis === 'price' ? prices : points),
    possiblyNegativeHours: points.filter(({ p10 }) => p10 < 0).length,
    change: forecastChange(points, earlier),
    outlook,
  };
}

async function pointsOf(
  { points }: ForecastReadContext,
  run: ForecastRun | undefined,
  day: DeliveryDay,
): Promise<ForecastPoint[]> {
  if (run === undefined) return [];
  return (await points.read(run.id, 'PT1H')).filter(({ start }) => isOfDay(start, day));
}

function isOfDay(instant: number, day: DeliveryDay): boolean {
  return instant >= dayStart(day) && instant < dayStart(addDays(day, 1));
}
