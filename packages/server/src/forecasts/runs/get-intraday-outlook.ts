import {
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  HOUR_MS,
  localHourOf,
  MINUTE_MS,
  type Product,
} from '@lonja/forecasting/market';
import { quantileAt } from '@lonja/forecasting/distribution';
import { empiricalQuantile } from '@lonja/forecasting/scenarios';
import { AppError } from '../../ground/errors.ts';
import { type ForecastRun, findNewestRun } from './forecast-queries.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { marketProductId } from '../../market/catalog/market-catalog.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { readPrices } from '../../market/prices/price-feeds.ts';
import { getForecastOfDay } from './get-forecast.ts';
import type { ForecastReadContext } from './forecast-read-context.ts';
import type { DistributionBasis } from './read-run-periods.ts';
import { findVisibleRuns } from './visible-runs.ts';

/**
 * Days before the day whose spreads it is expected to have: of 14 to 182 days, 91 had the lowest pinball loss in the first auction
 * of 2025-07-15..2025-12-31.
 */
const SPREAD_DAYS = 91;
/** Of fewer days the tails are not known. */
const FEWEST_SPREAD_DAYS = 28;
/** Levels of the day-ahead distribution that each spread is added to. */
const LIKELY_LEVELS = Array.from({ length: 20 }, (_, i) => (i + 0.5) / 20);

/** What a period of an intraday auction is expected to clear at before the auction has a forecast of its own, EUR/MWh. */
export interface OutlookPeriod {
  start: number;
  /** Median, 10th and 90th percentile of the price. */
  value: number;
  p10: number;
  p90: number;
  /** The price of the earlier auction, or the point forecast of it. */
  reference: number;
  /** The same of the price minus that of the earlier auction. */
  spread: { value: number; p10: number; p90: number; probabilityPositive: number };
}

export interface IntradayOutlook {
  day: DeliveryDay;
  dataOrigin: DataOrigin;
  /** The earlier auction: the last one of the day that has cleared, before that the day-ahead auction. */
  reference: Product;
  /** The day-ahead run that stands for its prices; undefined where it has cleared. */
  run: ForecastRun | undefined;
  /** Of that run. */
  distributionBasis?: DistributionBasis;
  /** The past days whose spreads were counted. */
  spreadDays: DeliveryDay[];
  periods: OutlookPeriod[];
}

export interface OutlookQuery {
  product: Product;
  /** The earlier auctions whose prices may be told, in order. */
  references: readonly Product[];
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
}

/**
 * What is to be expected of an intraday auction of a day before its first run: the prices of an earlier auction, or their distribution in the
 * newest day-ahead run, plus the spreads that past days showed at the same time of day. Throws `not_found` once the auction has a forecast of its
 * own, and where the earlier auction or too few past days are known.
 */
export async function getIntradayOutlook(
  context: ForecastReadContext,
  query: OutlookQuery,
): Promise<IntradayOutlook> {
  const { product, day } = query;
  const own = await findVisibleRuns(context, product, query.asOf);
  if (own === undefined || clampToServedDays({ from: day, to: day }) === undefined) {
    throw new AppError('not_found', `Nothing is known of ${marketProductId(product)} on ${day}.`);
  }
  if ((await findNewestRun(context.db, own, { coversFirst: day, coversLast: day })) !== undefined) {
    throw new AppError(
      'not_found',
      `${marketProductId(product)} has a forecast of its own for ${day}; ask /forecasts or /forecasts/spreads.`,
    );
  }
  const base = await earlierAuction(context, query);
  const past = await pastSpreads(context, { ...query, reference: base.reference });
  if (past.days.length < FEWEST_SPREAD_DAYS) {
    throw new AppError(
      'not_found',
      `Of ${SPREAD_DAYS} days before ${day}, ${past.days.length} have prices of both ${marketProductId(product)} and ${marketProductId(base.reference)}; an outlook needs ${FEWEST_SPREAD_DAYS}.`,
    );
  }
  const { min, max } = AUCTION_CALENDAR[product].priceLimits;
  const periods = base.periods.map(({ start, value, likely }): OutlookPeriod => {
    const spreads = past.spreads.map((ofDay) => ofDay.get(timeOfDay(start)) ?? 0);
    const prices = likely.flatMap((price) => spreads.map((spread) => price + spread));
    return {
      start,
      ...middleOf(prices.map((price) => Math.min(max, Math.max(min, price)))),
      reference: value,
      spread: {
        ...middleOf(spreads),
        probabilityPositive: spreads.filter((spread) => spread > 0).length / spreads.length,
      },
    };
  });
  return { ...base, day, dataOrigin: own.dataOrigin, spreadDays: past.days, periods };
}

interface EarlierAuction extends Pick<IntradayOutlook, 'reference' | 'run' | 'distributionBasis'> {
  /** The price of each period or its point forecast, and equally likely prices. EUR/MWh. */
  periods: { start: number; value: number; likely: number[] }[];
}

/** The last auction of the day that has cleared, or what the newest day-ahead run expects. */
async function earlierAuction(
  context: ForecastReadContext,
  { product, references, day, resolution, asOf }: OutlookQuery,
): Promise<EarlierAuction> {
  const starts = coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }) => start);
  for (const reference of references.toReversed()) {
    const prices = await readPrices(context, { product: reference, from: day, to: day, resolution, asOf });
    const periods = starts.flatMap((start) => {
      const value = prices.get(start);
      return value === undefined ? [] : [{ start, value, likely: [value] }];
    });
    if (periods.length === starts.length) return { reference, run: undefined, periods };
  }
  const { run, points } = await getForecastOfDay(context, { product: 'da', day, resolution, asOf });
  const { periods, basis } = await context.points.distributions(run.id, resolution);
  const distributionOf = new Map(periods.map(({ start, distribution }) => [start, distribution]));
  const isCovered = new Set(starts);
  return {
    reference: 'da',
    run,
    distributionBasis: basis,
    periods: points.flatMap(({ start, value }) => {
      const distribution = distributionOf.get(start);
      if (distribution === undefined || !isCovered.has(start)) return [];
      return [{ start, value, likely: LIKELY_LEVELS.map((level) => quantileAt(distribution, level)) }];
    }),
  };
}

/** The spreads to the reference by time of day, for each day on which both auctions cleared in every period that `day` has. */
async function pastSpreads(
  context: ForecastReadContext,
  { product, reference, day, resolution, asOf }: OutlookQuery & { reference: Product },
): Promise<{ days: DeliveryDay[]; spreads: Map<number, number>[] }> {
  const calendar = AUCTION_CALENDAR[product];
  const span = { from: addDays(day, -SPREAD_DAYS), to: addDays(day, -1) };
  const [own, earlier] = await Promise.all(
    [product, reference].map((of) => readPrices(context, { product: of, ...span, resolution, asOf })),
  );
  const wanted = coveredPeriods(calendar, day, resolution).map(({ start }) => timeOfDay(start));
  const known = dayRange(span.from, span.to).flatMap((past): [DeliveryDay, Map<number, number>][] => {
    const ofDay = new Map(
      coveredPeriods(calendar, past, resolution).flatMap(({ start }): [number, number][] => {
        const [price, before] = [own.get(start), earlier.get(start)];
        return price === undefined || before === undefined ? [] : [[timeOfDay(start), price - before]];
      }),
    );
    return wanted.every((time) => ofDay.has(time)) ? [[past, ofDay]] : [];
  });
  return { days: known.map(([past]) => past), spreads: known.map(([, ofDay]) => ofDay) };
}

/** Minutes by the clock: both hours 2 of a day of 25 hours have the same. */
function timeOfDay(start: number): number {
  return localHourOf(start) * 60 + (start % HOUR_MS) / MINUTE_MS;
}

function middleOf(values: number[]): { value: number; p10: number; p90: number } {
  const ascending = Float64Array.from(values).sort();
  const [p10, value, p90] = [0.1, 0.5, 0.9].map((level) => empiricalQuantile(ascending, level));
  return { value, p10, p90 };
}
