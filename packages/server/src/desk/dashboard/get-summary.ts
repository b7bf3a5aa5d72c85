import { isForecast } from '../../forecasts/runs/auctioned-products.ts';
import {
  addDays,
  AUCTION_CALENDAR,
  DAY_MS,
  type DeliveryDay,
  deliveryDayOf,
  latestScheduledRun,
  nextGate,
  MINUTE_MS,
  type Product,
  type ProductCalendar,
  scheduledRunsBetween,
  type Zone,
} from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { type ForecastRun, findNewestRun, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { firstPublications, pricesOf, readPriceFeeds } from '../../market/prices/price-feeds.ts';
import { getPreparation, type Preparation } from '../../forecasts/preparation/get-preparation.ts';
import { getSourceStatus, type SourceStates } from '../../market/sources/get-source-status.ts';
import type { Comparison } from './find-day-runs.ts';
import { type CutoffHeadlines, cutoffHeadlines } from './headline-accuracy.ts';
import { type ProductDay, readProductDay, type SummaryContext } from './read-product-day.ts';

export interface SummaryQuery {
  marketId: Zone;
  /** Those that the caller may read. */
  products: readonly Product[];
  /** Undefined: tomorrow. */
  day: DeliveryDay | undefined;
  resolution: 'PT15M' | 'PT1H';
  /** What changes are against. */
  compare: Comparison;
  /** Epoch ms: the moment that the summary is of. */
  now: number;
}

export interface ProductSummary {
  calendar: ProductCalendar;
  /** The first gate that closes after now. */
  nextGate: { day: DeliveryDay; closesAt: number };
  nextRunAt: number;
  latestRun: ForecastRun | undefined;
  /** Whether there are forecasts of it at all. */
  isForecast: boolean;
  /** A scheduled run should be there and is not, unless a first start is preparing the first one. */
  isLate: boolean;
  /** The day before and the day itself. */
  days: ProductDay[];
  accuracy: CutoffHeadlines;
}

export interface Summary {
  marketId: Zone;
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
  products: ProductSummary[];
  data: SourceStates;
  simulated: boolean;
  /** How far a first start is; undefined once it has made everything. */
  preparation: Preparation | undefined;
}

/** A run takes minutes on a slow machine. */
const LATE_AFTER_MS = 15 * MINUTE_MS;

/** What the first page of the web application shows. Throws `not_found` for a day that market data cannot exist for. */
export async function getSummary(context: SummaryContext, query: SummaryQuery): Promise<Summary> {
  const { marketId, now, resolution, compare } = query;
  const day = query.day ?? addDays(deliveryDayOf(now), 1);
  if (clampToServedDays({ from: day, to: day }) === undefined) {
    throw new AppError('not_found', `There is no market data for ${day}; ask for a day near today.`);
  }
  const asOfNow = { ...context, clock: { now: () => now } };
  const preparation = await getPreparation(asOfNow);
  const isPreparing = preparation !== undefined;
  const [dataOrigin, data, products] = await Promise.all([
    context.dataOrigin(),
    getSourceStatus(context.db, now),
    Promise.all(
      query.products.map((product) =>
        summariseProduct(asOfNow, { product, day, resolution, compare, now, isPreparing }),
      ),
    ),
  ]);
  return { marketId, day, resolution, products, data, simulated: dataOrigin === 'simulator', preparation };
}

async function summariseProduct(
  context: SummaryContext,
  {
    product,
    day,
    resolution,
    compare,
    now,
    isPreparing,
  }: Omit<SummaryQuery, 'products' | 'marketId'> & {
    product: Product;
    day: DeliveryDay;
    isPreparing: boolean;
  },
): Promise<ProductSummary> {
  const calendar = AUCTION_CALENDAR[product];
  const span = { from: addDays(day, -1), to: day };
  const [visible, feeds, accuracy] = await Promise.all([
    findVisibleRuns(context, product),
    readPriceFeeds(context, { product, ...span }),
    cutoffHeadlines(context, { product, to: deliveryDayOf(now) }),
  ]);
  const latestRun = visible && (await findNewestRun(context.db, visible));
  const prices = feeds && {
    values: pricesOf(feeds, resolution),
    publishedAt: firstPublications(feeds),
  };
  const days: ProductDay[] = [];
  for (const shown of [span.from, span.to]) {
    days.push(await readProductDay(context, { product, day: shown, resolution, compare, visible, prices }));
  }
  const { scheduledFor } = latestScheduledRun(calendar, now);
  const isIssued = latestRun !== undefined && latestRun.issuedAt >= scheduledFor;
  return {
    calendar,
    nextGate: nextGate(calendar, now),
    nextRunAt: nextRunAt(calendar, now),
    latestRun,
    isForecast: isForecast(product),
    isLate:
      isForecast(product) &&
      !(isPreparing && latestRun === undefined) &&
      !isIssued &&
      now >= scheduledFor + LATE_AFTER_MS,
    days,
    accuracy,
  };
}

function nextRunAt(calendar: ProductCalendar, now: number): number {
  const [next] = scheduledRunsBetween(calendar, now, now + 2 * DAY_MS);
  return next.scheduledFor;
}
