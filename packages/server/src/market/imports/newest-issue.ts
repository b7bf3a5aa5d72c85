import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** When the newest run of any product that was published by `asOf` was issued; undefined when there was none. */
export async function findNewestIssue(
  db: Db,
  { dataOrigin, asOf }: { dataOrigin: DataOrigin; asOf: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('forecast_run')
    .select((eb) => eb.fn.max('issued_at').as('newest'))
    .where('data_origin', '=', dataOrigin)
    .where('published_at', '<=', new Date(asOf))
    .executeTakeFirst();
  return row?.newest?.getTime();
}
