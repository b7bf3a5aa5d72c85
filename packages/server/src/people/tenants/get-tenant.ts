import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { type Tenant, findTenant } from './tenants.ts';

const Id = z.uuid();

/** A tenant by its id, for the platform's operator. */
export async function getTenant(tx: Db, id: string): Promise<Tenant> {
  const tenant = Id.safeParse(id).success ? await findTenant(tx, id) : undefined;
  if (tenant === undefined) throw new AppError('not_found', 'There is no tenant with this id.');
  return tenant;
}
