import { AppError } from '../../errors.ts';
import { type ApiKey, countLiveApiKeys, lockApiKey } from '../../store/api-keys.ts';
import { appendAudit } from '../../store/audit.ts';
import { type Db, withTenant } from '../../store/database.ts';
import type { Role } from '../../store/identity.ts';
import { actorOf } from '../identity/actor-of.ts';
import { createApiKey } from '../identity/create-api-key.ts';
import { fieldFault } from '../identity/field-fault.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal, Scope } from '../identity/principal.ts';

const MAX_LIVE_KEYS = 1000;

export interface AddKeyInput {
  label: string;
  role: Role;
  /** Absent: every client right of the role. */
  scopes?: Scope[];
  /** Epoch ms; absent: the key does not expire. */
  expiresAt?: number;
}

/** A new key of the tenant with its full text, which is shown this once. */
export async function addKey(
  context: IdentityContext,
  principal: Principal,
  input: AddKeyInput,
): Promise<ApiKey & { key: string }> {
  const { tenantId } = principal;
  const now = context.clock.now();
  if (input.expiresAt !== undefined && input.expiresAt <= now) {
    throw fieldFault('expires_at', 'Send an instant in the future.');
  }
  return withTenant(context.db, tenantId, async (tx) => {
    if ((await countLiveApiKeys(tx, { tenantId, now })) >= MAX_LIVE_KEYS) {
      throw new AppError('conflict', `The tenant has ${MAX_LIVE_KEYS} keys; revoke some first.`);
    }
    const created = await insertKey({ ...context, db: tx }, principal, input);
    await appendAudit(tx, {
      tenantId,
      actor: actorOf(principal),
      action: 'api_key.created',
      target: { type: 'api_key', id: created.id },
      details: { label: input.label, role: input.role, scopes: input.scopes ?? null },
      now,
    });
    return created;
  });
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
