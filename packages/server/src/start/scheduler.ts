import { priceKey } from '@lonja/forecasting/intraday';
import {
  AUCTION_CALENDAR,
  DAY_MS,
  type DeliveryDay,
  instantFor,
  latestScheduledRun,
  MINUTE_MS,
  type Product,
  AUCTIONS,
  auctionOf,
  productOf,
  ZONES,
} from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Clock } from '../ground/timing/clock.ts';
import type { SourcesSetting } from '../market/connectors/source.ts';
import { findGateFreeze } from '../ground/config/gate-freeze.ts';
import type { Db } from '../ground/database/database.ts';
import { announcePrices } from '../market/prices/announce-prices.ts';
import { auctionedProducts, isAuctioned } from '../forecasts/runs/auctioned-products.ts';
import { findDueReissue } from '../forecasts/issue/reissues.ts';
import { isPastDue } from '../forecasts/issue/issue-past.ts';
import { findNewInput } from '../forecasts/issue/find-new-input.ts';
import { chooseDataOrigin, warnOfOldPrices } from '../market/ingest/choose-data-origin.ts';
import { listOpenBackfills, listLoadingProducts } from '../market/publications/backfills.ts';
import { findDueModelIssue } from '../forecasts/fundamentals/model-schedule.ts';
import { findKnownUntil } from '../market/observations/observation-spans.ts';
import { type DataOrigin, findDataOrigin } from '../ground/database/service-state.ts';
import { findNewestRun } from '../forecasts/runs/run-store.ts';
import { findRunOfSchedule } from '../forecasts/runs/publish-run.ts';
import type { JobQueue } from '../ground/jobs/queue.ts';

/** Without a day-ahead price for so long there is nothing to forecast from. */
const AUCTION_MAY_LAG_DAYS = 30;
/** So long before its gate closes an auction is forecast from what is there. */
const LAST_CALL_MS = 20 * MINUTE_MS;
const TICK_MS = 15_000;
const TICKS_PER_DATA_JOB = 20;
const TICKS_PER_HOUR = 240;

interface SchedulerContext {
  db: Db;
  clock: Clock;
  sources: SourcesSetting;
}

/** What no forecast waits for, and what does not begin shortly before a gate. */
const HOURLY = ['tidy-up', 'review-models'] as const;

export interface Scheduler {
  stop(): Promise<void>;
}

/**
 * Looks every quarter of a minute whether the latest scheduled run of each product has been published, and queues what has
 * not; prices whose publication the clock has reached are announced. Because it compares the state and not the moment, a
 * run that a stop, a crash or a failure left out is made up for until the next one is due, data of the market that were imported meanwhile are taken up,
 * a schedule on a day of 23 or 25 hours is met like any other, and any number of processes may do the same.
 */
export function startScheduler(
  context: SchedulerContext & { logger: Logger; simulatedPastDays: number; freezeMinutes: number },
  queue: JobQueue,
): Scheduler {
  let running: Promise<void> = Promise.resolve();
  let ticks = 0;
  let isHourlyDue = false;
  const followedUp = new Map<string, number>();
  const askedFor = new Set<number>();
  const tick = () => {
    const tick = ticks++;
    running = running.then(() => runTick(tick));
  };
  const runTick = async (tick: number) => {
    try {
      if (tick % TICKS_PER_DATA_JOB === 0) {
        await queue.send('load-data', 'load-data', {});
        await queue.send('load-history', 'load-history', {});
      }
      if (tick % TICKS_PER_HOUR === 0) {
        isHourlyDue = true;
        await warnOfOldPrices(context);
      }
      if (isHourlyDue && findGateFreeze(context.clock.now(), context.freezeMinutes) === undefined) {
        for (const job of HOURLY) await queue.send(job, job, {});
        isHourlyDue = false;
      }
      await queue.send('follow-sources', 'follow-sources', {});
      await announcePrices(context);
      await queueOpenBackfills(context, queue);
      if (await queueDueForecasts(context, queue, followedUp)) {
        await queueDueFundamentals(context, queue, askedFor);
      }
      await queueIssuedPast(context, queue);
    } catch (error) {
      context.logger.error({ error }, 'the scheduler could not queue jobs');
    }
  };
  const timer = setInterval(tick, TICK_MS);
  tick();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Queues the forecast of every auctioned product whose latest scheduled run is not published, a further one when an input has come
 * since or what it rests on has become better, and after that run, once for each process (`followedUp` holds its schedule by
 * job and product), the past forecasts that it had to do without and what its challengers say. On a simulated market, which lacks nothing,
 * that waits until all products have their run. Gives whether what nobody waits for may begin.
 */
export async function queueDueForecasts(
  context: SchedulerContext,
  queue: Pick<JobQueue, 'send'>,
  followedUp: Map<string, number>,
): Promise<boolean> {
  const { db, clock } = context;
  const dataOrigin = await chooseDataOrigin(context);
  const loading = new Set(dataOrigin === 'market' ? await listLoadingProducts(db) : []);
  let isPriced: boolean | undefined;
  const published: { product: Product; scheduledFor: number; firstDay: DeliveryDay }[] = [];
  let missing = 0;
  for (const product of AUCTIONS) {
    const now = clock.now();
    const { scheduledFor, firstDay } = latestScheduledRun(AUCTION_CALENDAR[product], now);
    if (!isAuctioned(product, firstDay)) continue;
    if (loading.has(product) && waitsForHistory(product, { firstDay, now })) continue;
    const key = `${product} ${dataOrigin} ${scheduledFor}`;
    const payload = { product, scheduledFor, firstDay };
    if ((await findRunOfSchedule(db, { product, dataOrigin, scheduledFor, now })) === undefined) {
      isPriced ??= await hasPrices(db, { product: 'da', dataOrigin, now });
      if (isPriced) await queue.send('issue-forecast', key, payload);
      missing++;
      continue;
    }
    const newInput =
      (await findNewInput(db, { product, run: payload, dataOrigin, now })) ??
      (await findDueReissue(db, { product, run: payload, dataOrigin, now }));
    if (newInput === undefined) published.push(payload);
    else await queue.send('issue-forecast', `${key} input ${newInput}`, { ...payload, newInput });
  }
  const zoneProducts = await pricedZoneProducts(db, { dataOrigin, now: clock.now() });
  const unfollowed = await queueZoneRuns(context, queue, { dataOrigin, products: zoneProducts });
  if (dataOrigin === 'simulator' && missing + unfollowed > 0) return false;
  for (const run of published) {
    const { product, scheduledFor } = run;
    // One process at a time does this. Another tries again until that is done, and finds nothing left to do.
    const follow = async (name: 'run-shadows' | 'backtest-runs' | 'complete-calibration', by = run) => {
      const key = `${name} ${by.product}`;
      if (followedUp.get(key) === scheduledFor) return;
      if (await queue.send(name, by.product, by)) followedUp.set(key, scheduledFor);
    };
    await follow('run-shadows');
    // A simulated market gets runs of past days instead.
    if (!loading.has(product) && (product === 'da' || dataOrigin === 'market')) await follow('backtest-runs');
    // Past forecasts that are made up once are kept: they wait for the whole history.
    if (!loading.has(product)) await follow('complete-calibration');
    if (loading.has(product)) continue;
    // Those of another zone are made from what there is of this product.
    const ofZones = zoneProducts.filter((other) => auctionOf(other) === product);
    for (const other of ofZones) await follow('backtest-runs', { ...run, product: other });
  }
  return true;
}

/**
 * Queues what the products of other markets lack: each of their runs is made from the first market's run that answers the same schedule or input.
 * Gives how many there are. Without prices of a market there is none.
 */
async function queueZoneRuns(
  { db, clock }: SchedulerContext,
  queue: Pick<JobQueue, 'send'>,
  { dataOrigin, products }: { dataOrigin: DataOrigin; products: readonly Product[] },
): Promise<number> {
  const now = clock.now();
  let count = 0;
  for (const product of products) {
    const { scheduledFor, firstDay } = latestScheduledRun(AUCTION_CALENDAR[product], now);
    const newest = await findNewestRun(db, { product: auctionOf(product), dataOrigin, asOf: now });
    if (newest === undefined || newest.firstDay !== firstDay || newest.scheduledFor < scheduledFor) continue;
    const answered = newest.scheduledFor;
    const slot = { product, dataOrigin, scheduledFor: answered, now };
    if ((await findRunOfSchedule(db, slot)) !== undefined) continue;
    count++;
    const newInput = answered === scheduledFor ? undefined : answered;
    const payload = { product, scheduledFor, firstDay, ...(newInput !== undefined && { newInput }) };
    await queue.send('issue-forecast', `${product} ${dataOrigin} ${answered}`, payload);
  }
  return count;
}

/** The products of the other markets with prices, which are made from the first one's. */
async function pricedZoneProducts(
  db: Db,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<Product[]> {
  const products: Product[] = [];
  for (const zone of ZONES.slice(1)) {
    if (await hasPrices(db, { product: productOf(zone, 'da'), dataOrigin, now }))
      products.push(...auctionedProducts(now, zone));
  }
  return products;
}

/** An auction's first forecast waits for the prices that it learns from, but not until its gate closes. */
function waitsForHistory(
  product: Product,
  { firstDay, now }: { firstDay: DeliveryDay; now: number },
): boolean {
  const closesAt = instantFor(firstDay, AUCTION_CALENDAR[product].gateClosure);
  return product !== 'da' && (now < closesAt - LAST_CALL_MS || now >= closesAt);
}

/** Queues the backfills that are asked for and not finished, those of a stopped process among them. */
export async function queueOpenBackfills(
  { db }: Pick<SchedulerContext, 'db'>,
  queue: Pick<JobQueue, 'send'>,
): Promise<void> {
  for (const { id, requestId } of await listOpenBackfills(db)) {
    await queue.send('backfill', id, { backfillId: id }, { requestId });
  }
}

/**
 * Queues the forecast of the power system when it is due and not made, once for each process and instant (`askedFor` holds them):
 * where nothing is measured there is nothing to make.
 */
export async function queueDueFundamentals(
  context: SchedulerContext,
  queue: Pick<JobQueue, 'send'>,
  askedFor: Set<number>,
): Promise<void> {
  const { db, clock } = context;
  const dataOrigin = await chooseDataOrigin(context);
  const now = clock.now();
  const due = await findDueModelIssue(db, { dataOrigin, now });
  if (due === undefined || askedFor.has(due)) return;
  await queue.send('forecast-fundamentals', 'forecast-fundamentals', {});
  askedFor.clear();
  askedFor.add(due);
}

/** Queues the runs of the days before a first start, which only a simulated market has. */
export async function queueIssuedPast(
  { db, clock, simulatedPastDays }: Pick<SchedulerContext, 'db' | 'clock'> & { simulatedPastDays: number },
  queue: Pick<JobQueue, 'send'>,
): Promise<void> {
  if ((await findDataOrigin(db)) !== 'simulator') return;
  const isDue = await isPastDue(db, { days: simulatedPastDays, now: clock.now() });
  if (isDue) await queue.send('issue-past', 'issue-past', {});
}

/** Whether there is something to forecast from; an intraday auction without prices of its own is forecast by the one before it. */
async function hasPrices(
  db: Db,
  { product, dataOrigin, now }: { product: Product; dataOrigin: DataOrigin; now: number },
): Promise<boolean> {
  const knownUntil = await findKnownUntil(db, { series: priceKey(product), dataOrigin, asOf: now });
  return knownUntil !== undefined && knownUntil >= now - AUCTION_MAY_LAG_DAYS * DAY_MS;
}
