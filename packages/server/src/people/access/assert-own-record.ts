import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { findRecordOwner, type TenantTableName } from './record-owner.ts';
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
