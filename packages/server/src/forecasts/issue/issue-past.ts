import {
  AUCTION_CALENDAR,
  DAY_MS,
  instantFor,
  PRODUCTS,
  type Product,
  type ScheduledRun,
  scheduledRunsBetween,
  ZONES,
  zoneOf,
} from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import { publishRun } from '../runs/publish-run.ts';
import { findPreparationStates, savePreparationState } from '../runs/preparation-state.ts';
import { auctionedProducts, isAuctioned } from '../runs/auctioned-products.ts';
import { currentModels } from './current-models.ts';
import type { ForecastContext } from './forecast-context.ts';
import { makePast, type PastRun, type PastSink } from './make-past.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** An installation whose oldest run is older than this has a past of its own. */
const YOUNG_MS = DAY_MS;
const DATA_ORIGIN = 'simulator';

interface ScheduledPast {
  product: Product;
  run: ScheduledRun;
}

/**
 * Whether runs of the days before the first start of a simulated market are still to be made. Decided once, when each product has its first
 * run: an installation that has run for longer, or is to have no past (`days` 0), has none made up.
 */
export async function isPastDue(db: Db, { days, now }: { days: number; now: number }): Promise<boolean> {
  const { issued_past: known } = await findPreparationStates(db);
  if (known !== undefined) return known.done < known.total;
  const oldest = await findOldestRuns(db, DATA_ORIGIN);
  const auctioned = auctionedProducts(now);
  if (days === 0 || !auctioned.every((product) => oldest.has(product))) return false;
  const isYoung = [...oldest.values()].every(({ issuedAt }) => now - issuedAt < YOUNG_MS);
  const until = Object.fromEntries([...oldest].map(([product, { scheduledFor }]) => [product, scheduledFor]));
  const from = isYoung ? now - days * DAY_MS : now;
  const total = pastRuns({ from, until }).length;
  await savePreparationState(db, 'issued_past', { from, until, done: 0, total });
  return total > 0;
}

/**
 * Makes the runs that the service would have issued on a simulated market in the days before its first start, each with `issued_at` at its
 * schedule and from what was available then, by the code of every other run. They announce nothing. What is there is left alone, so it goes on
 * where it was cut short; a run for which there are no data is left out. Does nothing on the market. Gives how many were made.
 */
export async function issuePast(context: ForecastContext, signal: AbortSignal): Promise<number> {
  const { db, logger } = context;
  const { issued_past: state } = await findPreparationStates(db);
  if (state === undefined) return 0;
  const runs = pastRuns(state);
  const answered = await listAnsweredSchedules(db, { dataOrigin: DATA_ORIGIN, from: state.from });
  const missing = runs.filter(({ product, run }) => !answered.has(`${product} ${run.scheduledFor}`));
  let done = runs.length - missing.length;
  const countDone = () => savePreparationState(db, 'issued_past', { ...state, done: ++done });
  const sink: PastSink<PastRun> = {
    async take({ product, run, version, issuedAt }, { learns, ...content }) {
      const set = { product, dataOrigin: DATA_ORIGIN, modelVersionId: version.id } as const;
      const learnt = learns && { ...run, ...learns };
      await publishRun(db, { ...set, ...content, issuedAt, scheduledFor: issuedAt, learnt }, issuedAt, {
        announces: false,
      });
      await countDone();
    },
    async lack({ product }, error) {
      logger.warn({ product, error }, 'a run of the simulated past could not be made');
      await countDone();
    },
  };
  let made = 0;
  // Runs of Portugal rest on those of Spain.
  for (const zone of ZONES) {
    // Products beside each other: none rests on another's runs, and no core is idle while one reads and writes.
    const ofZone = missing.filter(({ product }) => zoneOf(product) === zone);
    const byProduct = [...Map.groupBy(ofZone, ({ product }) => product).values()];
    const results = await Promise.allSettled(
      byProduct.map((ofProduct) => makePast(context, withModels(context, ofProduct), sink, signal)),
    );
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      made += result.value;
    }
  }
  // What could not be made is not tried again.
  await savePreparationState(db, 'issued_past', { ...state, done: runs.length });
  logger.info({ runs: made }, 'the runs of the simulated past are there');
  return made;
}

/** Each with the model that serves when its turn comes. */
async function* withModels(
  context: ForecastContext,
  scheduled: readonly ScheduledPast[],
): AsyncGenerator<PastRun> {
  for (const { product, run } of scheduled) {
    const served = { product, firstDay: run.firstDay, now: context.clock.now() };
    const { champion: version } = await currentModels(context, served);
    const issuedAt = run.scheduledFor;
    yield { product, run, dataOrigin: DATA_ORIGIN, version, issuedAt, purpose: 'past' };
  }
}

/** Of each product what is scored comes first: the last runs before its auction, newest first; then the runs before these. */
function pastRuns({ from, until }: { from: number; until: Record<string, number> }): ScheduledPast[] {
  const runs = PRODUCTS.flatMap((product) => {
    const calendar = AUCTION_CALENDAR[product];
    const end = until[product];
    if (end === undefined) return [];
    const schedules = calendar.scheduledRuns;
    return scheduledRunsBetween(calendar, from, end - 1).map((run) => ({
      product,
      run,
      before:
        schedules.length - schedules.findIndex((one) => instantFor(run.firstDay, one) === run.scheduledFor),
    }));
  });
  return runs
    .filter(({ product, run }) => isAuctioned(product, run.firstDay))
    .sort((a, b) => a.before - b.before || b.run.scheduledFor - a.run.scheduledFor);
}

/** The first run of each product that has one. Instants are epoch ms. */
async function findOldestRuns(
  db: Db,
  dataOrigin: DataOrigin,
): Promise<Map<Product, { issuedAt: number; scheduledFor: number }>> {
  const oldest = new Map<Product, { issuedAt: number; scheduledFor: number }>();
  for (const product of PRODUCTS) {
    const row = await db
      .selectFrom('forecast_run')
      .select(['issued_at', 'scheduled_for'])
      .where('product', '=', product)
      .where('data_origin', '=', dataOrigin)
      .orderBy('issued_at')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) continue;
    oldest.set(product, { issuedAt: row.issued_at.getTime(), scheduledFor: row.scheduled_for.getTime() });
  }
  return oldest;
}

/** The schedules from an instant on that have a run, as `product instant`; instants are epoch ms. */
async function listAnsweredSchedules(
  db: Db,
  { dataOrigin, from }: { dataOrigin: DataOrigin; from: number },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('forecast_run')
    .select(['product', 'scheduled_for'])
    .where('data_origin', '=', dataOrigin)
    .where('scheduled_for', '>=', new Date(from))
    .execute();
  return new Set(rows.map((row) => `${row.product} ${row.scheduled_for.getTime()}`));
}
