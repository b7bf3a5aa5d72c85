import {
  AUCTION_CALENDAR,
  auctionsBefore,
  type DeliveryDay,
  instantFor,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import {
  type AuctionRecipe,
  auctionOfSpreads,
  coveredHours,
  type IssuedForecast,
  knownOfAuction,
  naiveSpreads,
  NO_PAST_ERRORS,
  type PastForecast,
  reachOf,
} from '@lonja/forecasting/issue';
import { OperatorError } from '../../ground/errors.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import type { CalibrationSet } from '../runs/calibration-forecasts.ts';
import type { Db } from '../../ground/database/database.ts';
import { findNewestRun } from '../runs/run-store.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { type AuctionsWithoutResult, withoutResultReason } from './lacking-auctions.ts';
import type { RunToCompute } from './computed-run.ts';
import type { ForecastContext } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { readRunPeriods, type StoredPeriods } from '../runs/run-distributions.ts';

/** What is issued of a run with a reason for everything that it had to do without. */
export interface IntradayRun {
  issued: Pick<IssuedForecast, 'hours' | 'quarters' | 'quarterResiduals' | 'pastErrors'>;
  degraded: DegradedReason[];
  calibratedOn: number[];
  /** Where the model ran on the auction that it is made for. */
  learns: Omit<PastForecast, 'firstDay'> | undefined;
}

/** A run of an auction whose reference is known. */
export interface AuctionRequest extends RunToCompute {
  recipe: AuctionRecipe;
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
  const { product, dataOrigin, run, inputs, reference, recipe, span } = request;
  const { firstDay: day } = run;
  const auction = { product, reference, from: span.from, day, asOf: span.asOf };
  const runId = await findDayAheadRun(db, { dataOrigin, day, asOf: span.asOf });
  const spreads =
    runId === undefined
      ? naiveSpreads(inputs, recipe, auction)
      : reachOf((await readRunPeriods(db, runId, 'PT1H')).periods, localHourOf, coveredHours(product));
  if (spreads === undefined) {
    throw new OperatorError(
      `No past prices of ${product} or ${reference} are known to draw bounds from; load some with "lonja backfill" or "lonja import".`,
    );
  }
  return {
    issued: auctionOfSpreads(recipe, knownOfAuction(inputs, recipe, auction), spreads),
    calibratedOn: [],
    learns: undefined,
    degraded: [
      ...standInReasons(request),
      { code: 'no_past_prices', input: product, standIn: reference },
      { code: runId === undefined ? 'bounds_of_naive' : 'bounds_of_day_ahead' },
    ],
  };
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
    issued: {
      hours: within(await readRunPeriods(db, runId, 'PT1H')),
      quarters: within(await readRunPeriods(db, runId, 'PT15M')),
      quarterResiduals: [],
      pastErrors: NO_PAST_ERRORS,
    },
    degraded: noAuctionReasons({ product, day, withoutResult }),
    calibratedOn: [],
    learns: undefined,
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
