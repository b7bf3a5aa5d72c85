import { buildPanel } from '@lonja/forecasting';
import {
  AUCTION_CALENDAR,
  auctionsBefore,
  type DeliveryDay,
  instantFor,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import { hourlyValues, panelWindow } from '@lonja/forecasting/data';
import {
  distributionsOfSlots,
  type PeriodDistribution,
  pointOf,
  type PriceDistribution,
  QUANTILE_LEVELS,
} from '@lonja/forecasting/distribution';
import { applyBounds, knownErrorDays, weeklyNaiveErrors } from '@lonja/forecasting/intervals';
import { pricesOf, type SpreadOptions } from '@lonja/forecasting/intraday';
import { OperatorError } from '../../errors.ts';
import type { DegradedReason } from '../../store/degraded-reason.ts';
import type { CalibrationSet } from '../../store/calibration-forecasts.ts';
import type { Db } from '../../store/database.ts';
import { findNewestRun } from '../../store/forecast-queries.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { type AuctionsWithoutResult, withoutResultReason } from './auctions-without-result.ts';
import type { RunToCompute } from './computed-run.ts';
import type { ForecastContext } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { INTRADAY_CALIBRATION_DAYS } from './intraday-model.ts';
import { intradayPoints } from './intraday-points.ts';
import { NO_PAST_ERRORS, type PastErrors } from './past-errors.ts';
import { readRunPeriods, type StoredPeriods } from './read-run-periods.ts';
import type { RunPeriods } from './run-periods.ts';

/** The periods of a run with a reason for everything that it had to do without. */
export interface IntradayRun {
  periods: RunPeriods;
  pastErrors: PastErrors;
  degraded: DegradedReason[];
  calibratedOn: number[];
  /** The model's prices by covered slot, where it ran on the auction that it is made for. */
  calibrates: Float64Array | undefined;
}

/** A run of an auction whose reference is known. */
export interface AuctionRequest extends RunToCompute {
  options: SpreadOptions;
  set: CalibrationSet;
  inputs: ForecastInputs;
  reference: Product;
  span: { from: DeliveryDay; to: DeliveryDay; asOf: number };
  withoutResult: AuctionsWithoutResult;
}

/**
 * Without any past of the auction: the price of the auction before, within bounds as far apart as those of the day-ahead forecast
 * or, without one, as the errors of the reference's weekly naive.
 */
export async function forecastWithoutPast(
  { db }: ForecastContext,
  request: AuctionRequest,
): Promise<IntradayRun> {
  const { product, dataOrigin, run, inputs, reference, issuedAt } = request;
  const { firstDay: day } = run;
  const runId = await findDayAheadRun(db, { dataOrigin, day, asOf: issuedAt });
  const spreads =
    runId === undefined
      ? naiveSpreads(request)
      : reachOf((await readRunPeriods(db, runId, 'PT1H')).periods, coveredHours(product));
  return {
    periods: intradayPoints({ product, reference, day, spreads, inputs, asOf: issuedAt }),
    pastErrors: NO_PAST_ERRORS,
    calibratedOn: [],
    calibrates: undefined,
    degraded: [
      ...standInReasons(request),
      { code: 'no_past_prices', input: product, standIn: reference },
      { code: runId === undefined ? 'bounds_of_naive' : 'bounds_of_day_ahead' },
    ],
  };
}

/** How far the quantiles of a forecast lie from its point forecasts, by covered hour. */
function reachOf(periods: PeriodDistribution[], hours: number[]): PriceDistribution[] {
  const byHour = new Map(periods.toReversed().map((period) => [localHourOf(period.start), period]));
  return hours.map((hour) => {
    const period = byHour.get(hour);
    if (period === undefined) return new Float64Array(QUANTILE_LEVELS.length);
    const { value } = pointOf(period);
    return Float64Array.from(period.distribution, (quantile) => quantile - value);
  });
}

function naiveSpreads({ product, run, inputs, reference, span }: AuctionRequest): PriceDistribution[] {
  const { firstDay: day } = run;
  const window = { ...panelWindow(span.from, day), asOf: span.asOf };
  const price = hourlyValues(pricesOf(inputs, reference), window);
  const panel = buildPanel({ from: span.from, to: day, price, exogenous: [] });
  const errors = weeklyNaiveErrors(panel, panel.days.length - 1, INTRADAY_CALIBRATION_DAYS);
  if (knownErrorDays(errors) === 0) {
    throw new OperatorError(
      `No past prices of ${product} or ${reference} are known to draw bounds from; load some with "lonja backfill" or "lonja import".`,
    );
  }
  const quantiles = applyBounds(new Float64Array(panel.slotsPerDay), errors, QUANTILE_LEVELS);
  const ofHours = distributionsOfSlots(quantiles);
  return coveredHours(product).map((hour) => ofHours[hour]);
}

function coveredHours(product: Product): number[] {
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  return Array.from({ length: deliveryToHour - deliveryFromHour }, (_, i) => deliveryFromHour + i);
}

/** A reason where another auction stands in for the one before. */
export function standInReasons({
  product,
  run,
  reference,
  withoutResult,
}: Pick<AuctionRequest, 'product' | 'run' | 'reference' | 'withoutResult'>): DegradedReason[] {
  const usual = auctionsBefore(product).at(-1);
  if (usual === undefined || reference === usual) return [];
  if (!withoutResult.has(usual, run.firstDay))
    return [{ code: 'auction_late', input: usual, standIn: reference }];
  return [{ ...withoutResultReason(usual, run.firstDay), standIn: reference }];
}

/** Without any auction of the day: what the newest day-ahead run expects of it, with its bounds. */
export async function standInByDayAhead(
  { db }: ForecastContext,
  {
    product,
    dataOrigin,
    day,
    asOf,
    withoutResult,
  }: {
    product: Product;
    dataOrigin: DataOrigin;
    day: DeliveryDay;
    asOf: number;
    withoutResult: AuctionsWithoutResult;
  },
): Promise<IntradayRun> {
  const runId = await findDayAheadRun(db, { dataOrigin, day, asOf });
  if (runId === undefined) {
    throw new OperatorError(
      `No prices and no day-ahead forecast of ${day} are known for ${product} to start from.`,
    );
  }
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  const from = instantFor(day, { dayOffset: 0, time: `${String(deliveryFromHour).padStart(2, '0')}:00` });
  const to = instantFor(day, { dayOffset: 0, time: `${String(deliveryToHour).padStart(2, '0')}:00` });
  const within = ({ periods }: StoredPeriods) => periods.filter(({ start }) => start >= from && start < to);
  return {
    periods: {
      hours: within(await readRunPeriods(db, runId, 'PT1H')),
      quarters: within(await readRunPeriods(db, runId, 'PT15M')),
      quarterResiduals: [],
    },
    pastErrors: NO_PAST_ERRORS,
    degraded: noAuctionReasons({ product, day, withoutResult }),
    calibratedOn: [],
    calibrates: undefined,
  };
}

/** Reasons of a day of which no auction is known: those that had no result will not be. The last one names what stands in. */
function noAuctionReasons(request: {
  product: Product;
  day: DeliveryDay;
  withoutResult: AuctionsWithoutResult;
}): DegradedReason[] {
  const { product, day, withoutResult } = request;
  const [empty, unknown] = [true, false].map((isEmpty) =>
    auctionsBefore(product).filter((auction) => withoutResult.has(auction, day) === isEmpty),
  );
  const reasons = empty.map((auction) => withoutResultReason(auction, day));
  if (unknown.length > 0) reasons.push({ code: 'no_auction_known', day });
  return reasons.map((reason, i) =>
    i === reasons.length - 1 ? { ...reason, standIn: 'da.forecast' } : reason,
  );
}

/** The newest day-ahead run that covers a day. */
async function findDayAheadRun(
  db: Db,
  { dataOrigin, day, asOf }: { dataOrigin: DataOrigin; day: DeliveryDay; asOf: number },
): Promise<string | undefined> {
  const visible = { product: 'da' as const, dataOrigin, asOf };
  return (await findNewestRun(db, visible, { coversFirst: day, coversLast: day }))?.id;
}
