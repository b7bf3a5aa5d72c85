import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import { operatorOf } from '../access/operator-of.ts';
import type { Principal } from '../access/principal.ts';
import { fieldFault } from '../access/field-fault.ts';
import { findTenantName } from '../tenants/tenants.ts';
import {
  type Provider,
  findProviderOf,
  listProviders,
  lockProviderOf,
  updateProviderTerms,
} from '../providers/providers.ts';

export type ProviderOfTenant = Provider & { tenantName: string };

export function listAllProviders(
  { db }: IdentityContext,
  page: { offset: number; limit: number },
): Promise<{ providers: ProviderOfTenant[]; total: number }> {
  return listProviders(db, page);
}

const Id = z.uuid();
/** Number of the advisory lock of those who confirm domains. */
const DOMAINS_LOCK = 7_205_759_405;

/**
 * What the platform's operator alone may do with the provider of a tenant: confirm domains, each of one tenant alone, and let passwords
 * count again where nobody of the tenant can sign in.
 */
export async function setProviderTerms(
  { db, clock }: IdentityContext,
  principal: Principal,
  { tenantId, domains, isRequired }: { tenantId: string; domains?: string[]; isRequired?: false },
): Promise<ProviderOfTenant> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${DOMAINS_LOCK}::bigint)`.execute(tx);
    const before = Id.safeParse(tenantId).success ? await lockProviderOf(tx, tenantId) : undefined;
    if (before === undefined) throw new AppError('not_found', 'There is no such tenant with a provider.');
    const { rows } = await sql<{ name: string }>`
      select domain as name from identity_provider, unnest(domains) as domain
      where id <> ${before.id} and domain = any(${domains ?? []}::text[]) limit 1`.execute(tx);
    if (rows[0] !== undefined) {
      throw fieldFault(
        'domains',
        `The domain ${rows[0].name} is another tenant's; take it away there first.`,
      );
    }
    await updateProviderTerms(tx, before.id, {
      ...(domains && { domains }),
      ...(isRequired !== undefined && { isRequired }),
    });
    await appendAudit(tx, {
      tenantId,
      actor: operatorOf(principal),
      action: 'identity_provider.changed',
      target: { type: 'identity_provider', id: before.id },
      details: { ...(domains && { domains }), ...(isRequired !== undefined && { isRequired }) },
      now: clock.now(),
    });
    const after = (await findProviderOf(tx, tenantId)) ?? before;
    return { ...after, tenantName: await findTenantName(tx, tenantId) };
  });
}
