import { DAY_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** A number that rises with every commit that changes what the client API serves. */
export async function readDataVersion(db: Db): Promise<string> {
  const row = await db.selectFrom('data_version').select('version').executeTakeFirstOrThrow();
  return row.version;
}

/** Raises that number where what is served changes without a run or a value, with the commit of the transaction. */
export async function noteDataChange(tx: Db): Promise<void> {
  await sql`insert into data_change default values`.execute(tx);
}

/** What is stored ahead of the clock is of days to come, or corrects days of the last year: older partitions need not be looked at. */
const CORRECTED_WITHIN_MS = 400 * DAY_MS;

/**
 * When the next stored run, value or auction without a result becomes public, at most a day after `now` (epoch ms): what is stored
 * ahead of the clock changes the answers without a commit.
 */
export async function findNextPublication(db: Db, now: number): Promise<number> {
  const horizon = now + DAY_MS;
  const { rows } = await sql<{ next: Date | null }>`
    select least(
      (select min(published_at) from forecast_run where published_at > ${new Date(now)}),
      (select min(available_at) from observation
        where available_at > ${new Date(now)} and available_at <= ${new Date(horizon)}
          and start_at >= ${new Date(now - CORRECTED_WITHIN_MS)}),
      (select min(published_at) from publication where state = 'no_result' and published_at > ${new Date(now)})
    ) as next
  `.execute(db);
  return Math.min(horizon, rows[0].next?.getTime() ?? horizon);
}
