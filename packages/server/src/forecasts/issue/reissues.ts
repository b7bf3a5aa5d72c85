import { type Product, AUCTION_CALENDAR, instantFor, type ScheduledRun } from '@lonja/forecasting/market';
import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';
import { findNewestRun } from '../runs/run-store.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** Why the latest run of a product should be issued again; it is, unless a run was issued after `at` (epoch ms). */
const Reissue = z.object({ at: z.number(), reason: z.string() });
type Reissue = z.infer<typeof Reissue>;

function keyOf(product: Product): string {
  return `reissue.${product}`;
}

/** Asks for the latest run of a product again, because what it rests on has become better than what it had. */
export async function requestReissue(db: Db, product: Product, reissue: Reissue): Promise<void> {
  const value = JSON.stringify(reissue);
  await db
    .insertInto('service_state')
    .values({ key: keyOf(product), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

async function findReissue(db: Db, product: Product): Promise<Reissue | undefined> {
  const row = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', keyOf(product))
    .executeTakeFirst();
  return row === undefined ? undefined : Reissue.parse(row.value);
}

/**
 * When it was asked for the latest run of a product again, if no run has been issued since; undefined otherwise. An intraday auction whose
 * results are out is not forecast again; the day-ahead forecast reaches days beyond.
 */
export async function findDueReissue(
  db: Db,
  {
    product,
    run,
    dataOrigin,
    now,
  }: { product: Product; run: ScheduledRun; dataOrigin: DataOrigin; now: number },
): Promise<number | undefined> {
  if (dataOrigin !== 'market') return undefined;
  const resultsAt = instantFor(run.firstDay, AUCTION_CALENDAR[product].resultsPublished);
  if (product !== 'da' && now >= resultsAt) return undefined;
  const reissue = await findReissue(db, product);
  if (reissue === undefined || reissue.at > now) return undefined;
  const newest = await findNewestRun(db, { product, dataOrigin, asOf: now });
  return newest !== undefined && newest.issuedAt < reissue.at ? reissue.at : undefined;
}
