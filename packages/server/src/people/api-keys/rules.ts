import { type Db, withTenant } from '../../ground/database/database.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { readNetwork } from '../access/address-list.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import { createApiKey } from '../access/create-identities.ts';
import type { Role } from '../access/identity.ts';
import { auditChange, type Principal, type Scope, SCOPES } from '../access/principal.ts';
import { DEFAULT_LIMITS, type RequestLimits } from '../limits/request-limits.ts';
import {
  type ApiKey,
  changeApiKey,
  countLiveApiKeys,
  listApiKeys,
  lockApiKey,
  lockKeysOfTenant,
  replaceApiKey,
  revokeApiKey,
} from './store.ts';

/** Keys of the tenant, or those that one user made, revoked ones too, newest first. */
export async function listOwnKeys(
  { db }: IdentityContext,
  { tenantId }: Principal,
  query: { createdBy: string | undefined; offset: number; limit: number },
): Promise<{ keys: ApiKey[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listApiKeys(tx, { tenantId, ...query }));
}

interface AddKeyInput {
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
    await auditChange(tx, principal, 'api_key.created', {
      id: created.id,
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
async function assertRoomForKey(
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
async function insertKey(
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

/** Changes from where a key may be used, from its next request on; undefined: from anywhere. */
export async function changeKey(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  change: { allowed_addresses: string[] | null },
): Promise<ApiKey> {
  const allowed_addresses = change.allowed_addresses && readNetworks(change.allowed_addresses);
  await assertOwnRecord(db, principal, { table: 'api_key', id, noun: 'API key' });
  return withTenant(db, principal.tenantId, async (tx) => {
    const key = await lockApiKey(tx, id);
    if (key === undefined) throw new AppError('not_found', 'There is no API key with this id.');
    const now = clock.now();
    if (isOver(key, now)) {
      throw new AppError('conflict', 'This key is revoked or expired already; create a new one.');
    }
    await changeApiKey(tx, id, { allowed_addresses });
    await auditChange(tx, principal, 'api_key.changed', {
      id,
      details: {
        label: key.label,
        allowed_addresses: { from: key.allowed_addresses, to: allowed_addresses },
      },
      now,
    });
    return { ...key, allowed_addresses };
  });
}

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
    if (isOver(old, now) || old.replaced_by !== null) {
      throw new AppError('conflict', 'This key is revoked, expired or replaced already; create a new one.');
    }
    // Replaced keys work on beside the new ones, so there may be twice as many for a while.
    const { tenantKeys } = context.limits ?? DEFAULT_LIMITS;
    await assertRoomForKey(tx, { tenantId: principal.tenantId, now, most: 2 * tenantKeys });
    const created = await insertKey({ ...context, db: tx }, principal, {
      label: old.label,
      role: old.role,
      ...(old.scopes && { scopes: SCOPES.filter((scope) => old.scopes?.includes(scope)) }),
      ...(old.expires_at && { expiresAt: old.expires_at.getTime() }),
      ...(old.rate_limit !== null && { requestsPerMinute: old.rate_limit }),
      ...(old.allowed_addresses && { allowedAddresses: old.allowed_addresses }),
    });
    const endsAt = Math.min(now + overlapS * 1000, old.expires_at?.getTime() ?? Infinity);
    await replaceApiKey(tx, { id, replacedBy: created.id, expiresAt: endsAt });
    if (overlapS === 0) await revokeApiKey(tx, id, now);
    await auditChange(tx, principal, 'api_key.rerolled', {
      id,
      details: { label: old.label, replaced_by: created.id, overlap_seconds: overlapS },
      now,
    });
    return created;
  });
}

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
    if (key.revoked_at !== null) return;
    await revokeApiKey(tx, id, now);
    await auditChange(tx, principal, 'api_key.revoked', { id, details: { label: key.label }, now });
  });
}

function isOver({ revoked_at, expires_at }: ApiKey, now: number): boolean {
  return revoked_at !== null || (expires_at !== null && expires_at.getTime() <= now);
}

/** Addresses and networks of a request in their usual form, each once. Throws 422 that names the first which is neither. */
function readNetworks(texts: readonly string[]): string[] {
  const networks = texts.map((text) => {
    const read = readNetwork(text);
    if ('fault' in read) throw fieldFault('allowed_addresses', read.fault);
    return read.network;
  });
  return [...new Set(networks)];
}
