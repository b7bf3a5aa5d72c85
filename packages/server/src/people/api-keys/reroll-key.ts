import { AppError } from '../../ground/errors.ts';
import { DEFAULT_LIMITS, type RequestLimits } from '../limits/request-limits.ts';
import { type ApiKey, lockApiKey, replaceApiKey, revokeApiKey } from './api-keys.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import { type Principal, SCOPES } from '../access/principal.ts';
import { assertRoomForKey, insertKey } from './add-key.ts';

/**
 * A new key in the place of an old one, with its label, role, scopes, limit, expiry and allowed addresses. The old one works on for
 * `overlapS`, so that it can be changed where it is used without a gap; 0 revokes it at once.
 */
export async function rerollKey(
  context: IdentityContext & { limits?: RequestLimits },
  principal: Principal,
  id: string,
  overlapS: number,
): Promise<ApiKey & { key: string }> {
  await assertOwnRecord(context.db, principal, { table: 'api_key', id, noun: 'API key' });
  return withTenant(context.db, principal.tenantId, async (tx) => {
    const now = context.clock.now();
    const old = await lockApiKey(tx, id);
    if (old === undefined) throw new AppError('not_found', 'There is no API key with this id.');
    if (old.revokedAt !== undefined || (old.expiresAt ?? Infinity) <= now || old.replacedBy !== undefined) {
      throw new AppError('conflict', 'This key is revoked, expired or replaced already; create a new one.');
    }
    // Replaced keys work on beside the new ones, so there may be twice as many for a while.
    const { tenantKeys } = context.limits ?? DEFAULT_LIMITS;
    await assertRoomForKey(tx, { tenantId: principal.tenantId, now, most: 2 * tenantKeys });
    const created = await insertKey({ ...context, db: tx }, principal, {
      label: old.label,
      role: old.role,
      ...(old.scopes && { scopes: SCOPES.filter((scope) => old.scopes?.includes(scope)) }),
      ...(old.expiresAt !== undefined && { expiresAt: old.expiresAt }),
      ...(old.requestsPerMinute !== undefined && { requestsPerMinute: old.requestsPerMinute }),
      ...(old.allowedAddresses && { allowedAddresses: old.allowedAddresses }),
    });
    const endsAt = Math.min(now + overlapS * 1000, old.expiresAt ?? Infinity);
    await replaceApiKey(tx, { id, replacedBy: created.id, expiresAt: endsAt });
    if (overlapS === 0) await revokeApiKey(tx, id, now);
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'api_key.rerolled',
      target: { type: 'api_key', id },
      details: { label: old.label, replaced_by: created.id, overlap_seconds: overlapS },
      now,
    });
    return created;
  });
}
