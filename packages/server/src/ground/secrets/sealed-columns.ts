import { sql } from 'kysely';
import { SEALED_HEAD_BYTES } from './sealing.ts';
import type { Db } from '../database/database.ts';

/** Columns that hold sealed secrets. */
export const SEALED_COLUMNS = [
  { table: 'app_user', column: 'totp_secret' },
  { table: 'webhook_endpoint', column: 'secret' },
  { table: 'webhook_endpoint', column: 'previous_secret' },
  { table: 'idempotent_answer', column: 'answer' },
  { table: 'identity_provider', column: 'client_secret' },
  { table: 'alert_channel', column: 'target' },
  { table: 'push_key', column: 'private_key' },
] as const;
export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** Replaces every sealed secret of a column that `renew` gives another box for. Gives how many there were. */
export async function renewSealedColumn(
  db: Db,
  { table, column }: SealedColumn,
  renew: (sealed: Buffer, id: string) => Buffer | undefined,
): Promise<number> {
  const name = sql.table(table);
  const secret = sql.ref(column);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; sealed: Buffer }>`
      select id, ${secret} as sealed from ${name} where ${secret} is not null order by id for update`.execute(
      tx,
    );
    let renewed = 0;
    for (const { id, sealed } of rows) {
      const box = renew(sealed, id);
      if (box === undefined) continue;
      await sql`update ${name} set ${secret} = ${box} where id = ${id}`.execute(tx);
      renewed++;
    }
    return renewed;
  });
}

/** One sealed secret of each key that sealed any, with how many that key has sealed. */
export async function listSealedByKey(db: Db): Promise<{ sealed: Buffer; count: number }[]> {
  const parts = SEALED_COLUMNS.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  );
  const { rows } = await sql<{ sealed: Buffer; count: number }>`
    select (array_agg(sealed))[1] as sealed, count(*)::integer as count
    from (${sql.join(parts, sql` union all `)}) as secret
    group by substring(sealed from 1 for ${SEALED_HEAD_BYTES}::integer)`.execute(db);
  return rows;
}
