import { PRODUCTS } from '@lonja/forecasting/market';
import { marketProductId } from '../../ground/market-ids.ts';
import { type Insertable, sql } from 'kysely';
import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';
import type { AppUserTable } from '../../ground/database/people-schema.ts';

export type Role = AppUserTable['role'];

/** What a sign-in goes by; `active` is false when the user or its tenant is deactivated. */
export interface Account {
  userId: string;
  tenantId: string;
  role: Role;
  locale: Locale;
  tokenVersion: number;
  active: boolean;
}

/** What a session token is checked against. */
export interface SessionUser {
  role: Role;
  tokenVersion: number;
  isSuperadmin: boolean;
  products: string[];
  /** Requests a minute that the tenant's credentials may make; null: the default. */
  requestsPerMinute: number | null;
  /** What single keys of the tenant were given beside it, all together. */
  keysRequestsPerMinute: number;
  lastSeenAt: Date;
  active: boolean;
  hasSecondFactor: boolean;
  /** Whether the tenant requires one. */
  needsSecondFactor: boolean;
}

/** What an API key may do; `active` is false once the key is revoked or expired or its tenant deactivated. */
export interface KeyHolder {
  keyId: string;
  tenantId: string;
  role: Role;
  /** Null: every client right of the role. */
  scopes: string[] | null;
  products: string[];
  /** What the key was given for itself. */
  requestsPerMinute: number | null;
  /** What each credential of the tenant may make. */
  tenantRequestsPerMinute: number | null;
  /** What single keys of the tenant were given, all together. */
  keysRequestsPerMinute: number;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  /** Addresses and networks from which it may be used; null: from anywhere. */
  allowedAddresses: string[] | null;
  active: boolean;
}

/** A number that rises with every commit that takes something from a credential or changes what it may do. */
export async function readCredentialVersion(db: Db): Promise<string> {
  const row = await db.selectFrom('credential_version').select('version').executeTakeFirstOrThrow();
  return row.version;
}

/** The account of an e-mail address in lower case. Addresses are unique over all tenants. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return selectAccount(db, email).executeTakeFirst();
}

/** The same beside what its password is checked against, for a sign-in by it alone. */
export async function findAccountAndHash(
  db: Db,
  email: string,
): Promise<{ account: Account; passwordHash: string } | undefined> {
  const row = await selectAccount(db, email).select('app_user.password_hash').executeTakeFirst();
  if (row === undefined) return undefined;
  const { password_hash: passwordHash, ...account } = row;
  return { account, passwordHash };
}

function selectAccount(db: Db, email: string) {
  return db
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
    .select([
      'app_user.id as userId',
      'app_user.tenant_id as tenantId',
      'app_user.role',
      'app_user.locale',
      'app_user.token_version as tokenVersion',
      sql<boolean>`app_user.deactivated_at is null and tenant.deactivated_at is null`.as('active'),
    ])
    .where('app_user.email', '=', email);
}

/** A key that was put in the place of another counts once, however long the other one works on. */
function keysRequestsPerMinute(now: number) {
  return sql<number>`(
    select coalesce(sum(own.rate_limit), 0)::float8 from api_key as own
    where own.tenant_id = tenant.id and own.rate_limit is not null and own.revoked_at is null and own.replaced_by is null
      and (own.expires_at is null or own.expires_at > ${new Date(now)})
  )`.as('keysRequestsPerMinute');
}

/** The user of a session; undefined when there is no such session or it has ended. */
export async function findSessionUser(
  db: Db,
  session: { tokenId: string; userId: string; tenantId: string; now: number },
): Promise<SessionUser | undefined> {
  return db
    .selectFrom('user_session')
    .innerJoin('app_user', 'app_user.id', 'user_session.user_id')
    .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
    .select([
      'app_user.role',
      'app_user.token_version as tokenVersion',
      'app_user.is_superadmin as isSuperadmin',
      'user_session.last_seen_at as lastSeenAt',
      'tenant.products',
      'tenant.rate_limit as requestsPerMinute',
      keysRequestsPerMinute(session.now),
      sql<boolean>`app_user.totp_enabled_at is not null`.as('hasSecondFactor'),
      'tenant.requires_second_factor as needsSecondFactor',
      sql<boolean>`app_user.deactivated_at is null and tenant.deactivated_at is null`.as('active'),
    ])
    .where('user_session.id', '=', session.tokenId)
    .where('user_session.ended_at', 'is', null)
    .where('app_user.id', '=', session.userId)
    .where('app_user.tenant_id', '=', session.tenantId)
    .executeTakeFirst();
}

/** The holders of keys by their hashes, in the same order; undefined where there is no such key. */
export async function findKeyHolders(
  db: Db,
  keys: { sha256: readonly Buffer[]; now: number },
): Promise<(KeyHolder | undefined)[]> {
  const rows = await selectKeyHolders(db, keys.now)
    .where('api_key.key_sha256', '=', sql<Buffer>`any(${keys.sha256}::bytea[])`)
    .execute();
  const holders = new Map(rows.map((row) => [row.sha256.toString('hex'), row]));
  return keys.sha256.map((hash) => holders.get(hash.toString('hex')));
}

/** The holders of keys by their ids, likewise. */
export async function findKeyHoldersById(
  db: Db,
  keys: { ids: readonly string[]; now: number },
): Promise<(KeyHolder | undefined)[]> {
  const rows = await selectKeyHolders(db, keys.now)
    .where('api_key.id', '=', sql<string>`any(${keys.ids}::uuid[])`)
    .execute();
  const holders = new Map(rows.map((row) => [row.keyId, row]));
  return keys.ids.map((id) => holders.get(id));
}

function selectKeyHolders(db: Db, now: number) {
  return db
    .selectFrom('api_key')
    .innerJoin('tenant', 'tenant.id', 'api_key.tenant_id')
    .select([
      'api_key.id as keyId',
      'api_key.tenant_id as tenantId',
      'api_key.key_sha256 as sha256',
      'api_key.role',
      'api_key.scopes',
      'api_key.rate_limit as requestsPerMinute',
      'tenant.rate_limit as tenantRequestsPerMinute',
      keysRequestsPerMinute(now),
      'api_key.last_used_at as lastUsedAt',
      'api_key.expires_at as expiresAt',
      'api_key.allowed_addresses as allowedAddresses',
      'tenant.products',
      sql<boolean>`api_key.revoked_at is null
        and (api_key.expires_at is null or api_key.expires_at > ${new Date(now)})
        and tenant.deactivated_at is null`.as('active'),
    ]);
}

export async function recordKeyUse(db: Db, use: { keyId: string; now: number }): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: new Date(use.now) })
    .where('id', '=', use.keyId)
    .execute();
}

export async function insertTenant(
  db: Db,
  {
    products = PRODUCTS.map(marketProductId),
    now,
    ...tenant
  }: { id: string; name: string; locale: Locale; products: string[] | undefined; now: number },
): Promise<void> {
  await db
    .insertInto('tenant')
    .values({ ...tenant, products, created_at: new Date(now) })
    .execute();
}

/** Inserts a user; false when the e-mail address already has an account. */
export async function insertUser(db: Db, user: Insertable<AppUserTable>): Promise<boolean> {
  const result = await db
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
