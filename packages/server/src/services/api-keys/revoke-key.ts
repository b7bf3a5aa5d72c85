import { AppError } from '../../errors.ts';
import { lockApiKey, revokeApiKey } from '../../store/api-keys.ts';
import { appendAudit } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import { actorOf } from '../identity/actor-of.ts';
import { assertOwnRecord } from '../identity/assert-own-record.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';

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
