import { AppError } from '../../ground/errors.ts';
import { type ApiKey, lockApiKey, setAllowedAddresses } from './api-keys.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { readNetworks } from './read-networks.ts';

/** Changes from where a key may be used, from its next request on; undefined: from anywhere. */
export async function changeKey(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  change: { allowedAddresses: string[] | undefined },
): Promise<ApiKey> {
  const allowedAddresses = change.allowedAddresses && readNetworks(change.allowedAddresses);
  await assertOwnRecord(db, principal, { table: 'api_key', id, noun: 'API key' });
  return withTenant(db, principal.tenantId, async (tx) => {
    const key = await lockApiKey(tx, id);
    if (key === undefined) throw new AppError('not_found', 'There is no API key with this id.');
    const now = clock.now();
    if (key.revokedAt !== undefined || (key.expiresAt ?? Infinity) <= now) {
      throw new AppError('conflict', 'This key is revoked or expired already; create a new one.');
    }
    await setAllowedAddresses(tx, id, allowedAddresses);
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'api_key.changed',
      target: { type: 'api_key', id },
      details: {
        label: key.label,
        allowed_addresses: { from: key.allowedAddresses ?? null, to: allowedAddresses ?? null },
      },
      now,
    });
    return { ...key, allowedAddresses };
  });
}
