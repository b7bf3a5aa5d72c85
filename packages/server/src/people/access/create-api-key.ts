import { randomUUID } from 'node:crypto';
import { type Role, insertApiKey } from './identity.ts';
import { generateApiKey, parseApiKey } from './api-key.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Scope } from './principal.ts';

export interface CreateApiKeyInput {
  tenantId: string;
  label: string;
  role: Role;
  /** Absent: every client right of the role. */
  scopes?: Scope[];
  createdBy?: string;
  /** Epoch ms; absent: the key does not expire. */
  expiresAt?: number;
  requestsPerMinute?: number;
  /** Addresses and networks from which it may be used; absent: from anywhere. */
  allowedAddresses?: string[];
}

/** Creates an API key. The full key is in this answer and nowhere else: the store keeps its hash. */
export async function createApiKey(
  context: IdentityContext,
  input: CreateApiKeyInput,
): Promise<{ id: string; prefix: string; key: string }> {
  const id = randomUUID();
  const key = generateApiKey();
  const parsed = parseApiKey(key);
  if (parsed === undefined) throw new Error('A generated API key does not parse.');
  await insertApiKey(context.db, {
    id,
    tenantId: input.tenantId,
    label: input.label,
    prefix: parsed.prefix,
    sha256: parsed.sha256,
    scopes: input.scopes,
    role: input.role,
    createdBy: input.createdBy,
    expiresAt: input.expiresAt,
    requestsPerMinute: input.requestsPerMinute,
    allowedAddresses: input.allowedAddresses,
    now: context.clock.now(),
  });
  return { id, prefix: parsed.prefix, key };
}
