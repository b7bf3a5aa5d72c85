import { AppError } from '../../ground/errors.ts';
import { lockApiKey, revokeApiKey } from './api-keys.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

/** Refuses the key from now on. Revoking twice is no error. */
export async function revokeKey(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await assertOwnRecord(db, principal, { table: 'api_key', id, noun: 'API key' });
  await withTenant(db, principal.tenantId, async (tx) => {
    const now = clock.now();
    const key = await lockApiKey(tx, id);
    if (key === undefined) throw new AppError('not_found', 'There is no API key with this id.');
    if (key.revokedAt !== undefined) return;
    await revokeApiKey(tx, id, now);
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'api_key.revoked',
      target: { type: 'api_key', id },
      details: { label: key.label },
      now,
    });
  });
}
