import {
  AUCTION_CALENDAR,
  addDays,
  type DeliveryDay,
  instantFor,
  MINUTE_MS,
  type Product,
  type ScheduledRun,
  scheduledRunsBetween,
  auctionsBefore,
} from '@lonja/forecasting/market';
import { pricePublication } from '../../market/prices/price-feeds.ts';
import type { Db } from '../../ground/database/database.ts';
import { findRunSince } from '../runs/publish-run.ts';
import { findArrivalAfter, isAwaited } from '../../market/publications/publications.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { SIGNAL_KEYS } from './day-ahead-model.ts';
import { isAfterResults } from './past-run.ts';
import { FUEL_MAY_REST_DAYS } from './price-signals.ts';

/** Publications that every product's forecast reads, beside the prices of the auctions up to its own. */
const FUNDAMENTALS = ['load.forecast', 'wind.forecast', 'solar.forecast', 'wind-solar.forecast'];
/** Two runs that answer inputs are at least so far apart. */
const LEAST_BETWEEN_MS = 15 * MINUTE_MS;
/** What was expected no longer ago than this may be about to come, and a run that uses what has come waits for it, up to as long. */
const COME_TOGETHER_MS = 10 * MINUTE_MS;
/** A scheduled run that is so near uses what has come. */
const SCHEDULE_IS_NEAR_MS = 5 * MINUTE_MS;

/** Prices of the auctions up to each product's own; the day-ahead forecast also uses where the auction after it has gone since. */
function pricesReadBy(product: Product): string[] {
  const upToOwn = [...auctionsBefore(product), product].map(pricePublication);
  return product === 'da' ? [...upToOwn, SIGNAL_KEYS.laterPrice] : upToOwn;
}

/**
 * When the newest input of a product's next auction came or was corrected after its newest run, as long as the auction's results are not
 * out: what makes a run beside the schedule worth while. Undefined when there is none, while further inputs are about to come, within a quarter
 * of an hour of the run before that answered one, shortly before a scheduled run that comes before the gate as well, and on the simulator, which
 * publishes nothing between its runs.
 */
export async function findNewInput(
  db: Db,
  request: { product: Product; run: ScheduledRun; dataOrigin: DataOrigin; now: number },
): Promise<number | undefined> {
  const { product, run, dataOrigin, now } = request;
  const day = nextAuctionDay(request);
  if (dataOrigin !== 'market' || day === undefined) return undefined;
  const { firstDay, scheduledFor: since } = run;
  const newest = await findRunSince(db, { product, dataOrigin, firstDay, since, now });
  if (newest === undefined) return undefined;
  const awaited = [
    { names: pricesReadBy(product), from: addDays(day, -1), to: day },
    { names: FUNDAMENTALS, from: day, to: day },
  ];
  const fuel = { names: [SIGNAL_KEYS.fuel], from: addDays(day, -FUEL_MAY_REST_DAYS), to: day };
  const arrivals: number[] = [];
  for (const publications of [...awaited, fuel]) {
    const arrival = await findArrivalAfter(db, { ...publications, after: newest.issuedAt });
    if (arrival !== undefined) arrivals.push(arrival);
  }
  if (arrivals.length === 0) return undefined;
  const arrival = Math.max(...arrivals);
  const answersInput = newest.scheduledFor !== run.scheduledFor;
  if (answersInput && now < newest.issuedAt + LEAST_BETWEEN_MS) return undefined;
  if (isScheduledSoon({ product, day, now })) return undefined;
  if (now >= arrival + COME_TOGETHER_MS) return arrival;
  const due = { after: now - COME_TOGETHER_MS, until: now };
  for (const publications of awaited) if (await isAwaited(db, { ...publications, due })) return undefined;
  return arrival;
}

/**
 * The delivery day of the auction whose results are out next and which a run forecasts; undefined where there is none. Until the run with the
 * results of its first day is scheduled, that takes up what comes.
 */
function nextAuctionDay({
  product,
  run,
  now,
}: {
  product: Product;
  run: ScheduledRun;
  now: number;
}): DeliveryDay | undefined {
  const { firstDay } = run;
  if (now < instantFor(firstDay, AUCTION_CALENDAR[product].resultsPublished)) return firstDay;
  return isAfterResults(product, run) ? addDays(firstDay, 1) : undefined;
}

/** Whether a scheduled run comes in a moment, in time for whoever could use one now. */
function isScheduledSoon({
  product,
  day,
  now,
}: {
  product: Product;
  day: DeliveryDay;
  now: number;
}): boolean {
  const calendar = AUCTION_CALENDAR[product];
  const [next] = scheduledRunsBetween(calendar, now, now + SCHEDULE_IS_NEAR_MS);
  const gate = instantFor(day, calendar.gateClosure);
  return next !== undefined && (next.scheduledFor < gate || now >= gate);
}
