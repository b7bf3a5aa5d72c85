import { AppError } from '../../ground/errors.ts';
import { DEFAULT_LIMITS, type RequestLimits } from '../limits/request-limits.ts';
import { type ApiKey, countLiveApiKeys, lockApiKey, lockKeysOfTenant } from './api-keys.ts';
import { appendAudit } from '../audit/audit.ts';
import { type Db, withTenant } from '../../ground/database/database.ts';
import type { Role } from '../access/identity.ts';
import { actorOf } from '../access/actor-of.ts';
import { createApiKey } from '../access/create-api-key.ts';
import { fieldFault } from '../access/field-fault.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal, Scope } from '../access/principal.ts';
import { readNetworks } from './read-networks.ts';

export interface AddKeyInput {
  label: string;
  role: Role;
  /** Absent: every client right of the role. */
  scopes?: Scope[];
  /** Epoch ms; absent: the key does not expire. */
  expiresAt?: number;
  /** Addresses and networks from which it may be used; absent: from anywhere. */
  allowedAddresses?: string[];
}

/** A new key of the tenant with its full text, which is shown this once. */
export async function addKey(
  context: IdentityContext & { limits?: RequestLimits },
  principal: Principal,
  input: AddKeyInput,
): Promise<ApiKey & { key: string }> {
  const { tenantId } = principal;
  const { tenantKeys } = context.limits ?? DEFAULT_LIMITS;
  const now = context.clock.now();
  const allowedAddresses = input.allowedAddresses && readNetworks(input.allowedAddresses);
  if (input.expiresAt !== undefined && input.expiresAt <= now) {
    throw fieldFault('expires_at', 'Send an instant in the future.');
  }
  return withTenant(context.db, tenantId, async (tx) => {
    await assertRoomForKey(tx, { tenantId, now, most: tenantKeys });
    const created = await insertKey({ ...context, db: tx }, principal, {
      ...input,
      ...(allowedAddresses && { allowedAddresses }),
    });
    await appendAudit(tx, {
      tenantId,
      actor: actorOf(principal),
      action: 'api_key.created',
      target: { type: 'api_key', id: created.id },
      details: {
        label: input.label,
        role: input.role,
        scopes: input.scopes ?? null,
        ...(allowedAddresses && { allowed_addresses: allowedAddresses }),
      },
      now,
    });
    return created;
  });
}

/** Throws `conflict` where the tenant has as many live keys as it may. Others of the tenant who ask wait for the end of the transaction. */
export async function assertRoomForKey(
  tx: Db,
  { most, ...query }: { tenantId: string; now: number; most: number },
): Promise<void> {
  await lockKeysOfTenant(tx, query.tenantId);
  if ((await countLiveApiKeys(tx, query)) < most) return;
  throw new AppError(
    'conflict',
    `The tenant has ${most} live API keys, which is the most; revoke some first.`,
  );
}

/** Creates the key and reads its record back. */
export async function insertKey(
  context: IdentityContext & { db: Db },
  principal: Principal,
  input: AddKeyInput & { requestsPerMinute?: number },
): Promise<ApiKey & { key: string }> {
  const { userId: createdBy, tenantId } = principal;
  const { id, key } = await createApiKey(context, { ...input, tenantId, ...(createdBy && { createdBy }) });
  const record = await lockApiKey(context.db, id);
  if (record === undefined) throw new Error('The new key is not in the store.');
  return { ...record, key };
}
