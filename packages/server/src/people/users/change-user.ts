import { type ApiKey, listLiveKeysOf, revokeApiKey } from '../api-keys/api-keys.ts';
import { appendAudit } from '../audit/audit.ts';
import { type Db, withTenant } from '../../ground/database/database.ts';
import { type User, findUser } from './users.ts';
import { assertSuperadminStays } from './assert-superadmin-stays.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { applyUserChange, type UserChangeInput } from './apply-user-change.ts';

export interface ChangedUser {
  user: User;
  /** Keys that the user made and that worked before the change: keys outlive their maker unless they are revoked with it. */
  keys: ApiKey[];
}

/** Changes role or activity of a user of the tenant, and revokes the keys that the user made where that is asked for. */
export async function changeUser(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  change: UserChangeInput & { revokesKeys: boolean },
): Promise<ChangedUser> {
  await assertOwnRecord(db, principal, { table: 'app_user', id, noun: 'user' });
  const now = clock.now();
  const apply = async (tx: Db) => {
    const user = await applyUserChange(tx, actorOf(principal), id, { ...change, now });
    const keys = await listLiveKeysOf(tx, { userId: id, tenantId: user.tenantId, now });
    return { user, keys: change.revokesKeys ? await revokeKeys(tx, principal, { keys, now }) : keys };
  };
  // Whether a superadmin is the last one of the platform is hidden from the tenants' role.
  if (change.isActive === false && (await findUser(db, id))?.isSuperadmin === true) {
    return db.transaction().execute(async (tx) => {
      await assertSuperadminStays(tx, id);
      return apply(tx);
    });
  }
  return withTenant(db, principal.tenantId, apply);
}

/** Revokes keys of the tenant and audits each. */
export async function revokeKeys(
  tx: Db,
  principal: Principal,
  { keys, now }: { keys: ApiKey[]; now: number },
): Promise<ApiKey[]> {
  for (const { id, label } of keys) {
    await revokeApiKey(tx, id, now);
    await appendAudit(tx, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      action: 'api_key.revoked',
      target: { type: 'api_key', id },
      details: { label },
      now,
    });
  }
  return keys.map((key) => ({ ...key, revokedAt: now }));
}
