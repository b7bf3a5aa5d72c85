import { randomUUID } from 'node:crypto';
import type { Locale } from '../../ground/config/locale.ts';
import { AppError } from '../../ground/errors.ts';
import type { IdentityContext } from './account-context.ts';
import { generateApiKey, parseApiKey } from './api-key.ts';
import { insertTenant, insertUser, type Role } from './identity.ts';
import { assertGoodPassword, hashPassword } from './password.ts';
import { NOBODY } from './password-rules.ts';
import type { Scope } from './principal.ts';

interface CreateTenantInput {
  name: string;
  /** Language of new users; English by default. */
  locale?: Locale;
  /** Market products the tenant may read, such as `es-da`; all of them by default. */
  products?: string[];
}

/** Creates a tenant and gives its id. */
export async function createTenant(context: IdentityContext, input: CreateTenantInput): Promise<string> {
  const id = randomUUID();
  await insertTenant(context.db, {
    id,
    name: input.name,
    locale: input.locale ?? 'en',
    products: input.products,
    now: context.clock.now(),
  });
  return id;
}

interface CreateUserInput {
  tenantId: string;
  email: string;
  password: string;
  fullName: string;
  role: Role;
  /** Language of the user's mail; English by default. */
  locale?: Locale;
  isSuperadmin?: boolean;
}

/** Creates a user and gives its id. The address is kept in lower case; one that has an account is a conflict. */
export async function createUser(context: IdentityContext, input: CreateUserInput): Promise<string> {
  const id = randomUUID();
  const email = input.email.toLowerCase();
  assertGoodPassword(input.password, { ...NOBODY, email });
  const inserted = await insertUser(context.db, {
    id,
    tenant_id: input.tenantId,
    email,
    password_hash: await hashPassword(input.password),
    full_name: input.fullName,
    role: input.role,
    locale: input.locale ?? 'en',
    is_superadmin: input.isSuperadmin ?? false,
    created_at: new Date(context.clock.now()),
  });
  if (!inserted) throw new AppError('conflict', `The address ${email} already has an account.`);
  return id;
}

interface CreateApiKeyInput {
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
  await context.db
    .insertInto('api_key')
    .values({
      id,
      tenant_id: input.tenantId,
      label: input.label,
      prefix: parsed.prefix,
      key_sha256: parsed.sha256,
      scopes: input.scopes ?? null,
      role: input.role,
      created_by: input.createdBy ?? null,
      created_at: new Date(context.clock.now()),
      expires_at: input.expiresAt === undefined ? null : new Date(input.expiresAt),
      rate_limit: input.requestsPerMinute ?? null,
      allowed_addresses: input.allowedAddresses ?? null,
    })
    .execute();
  return { id, prefix: parsed.prefix, key };
}
