import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { AppError } from '../../ground/errors.ts';
import type { Principal } from './principal.ts';

const Id = z.uuid();

/**
 * Throws 404 for an id that no record has, and 403 for the record of another tenant. `noun` names the record in the message,
 * such as "API key".
 */
export async function assertOwnRecord(
  db: Db,
  principal: Pick<Principal, 'tenantId'>,
  record: { table: TenantTableName; id: string; noun: string },
): Promise<void> {
  const { table, id, noun } = record;
  const owner = Id.safeParse(id).success ? await findRecordOwner(db, table, id) : undefined;
  if (owner === undefined) throw new AppError('not_found', `There is no ${noun} with this id.`);
  if (owner !== principal.tenantId) {
    throw new AppError('insufficient_scope', `This ${noun} belongs to another tenant.`);
  }
}

/** Tables whose rows have an `id` and a `tenant_id`. */
type TenantTableName = {
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
