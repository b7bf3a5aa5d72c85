import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';

/** Tables whose rows have an `id` and a `tenant_id`. */
export type TenantTableName = {
  [Table in keyof Database]: Database[Table] extends { id: string; tenant_id: string } ? Table : never;
}[keyof Database];

/** The tenant that a record belongs to, whichever it is: looked up beside row-level security. */
export async function findRecordOwner(
  db: Db,
  table: TenantTableName,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from ${sql.table(table)} where id = ${id}
  `.execute(db);
  return rows[0]?.tenant_id;
}
