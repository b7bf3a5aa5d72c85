import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { readPage } from '../../ground/database/read-page.ts';
import type { IdentityProviderTable } from '../../ground/database/people-schema.ts';
import { AppError } from '../../ground/errors.ts';

/** A tenant's own provider of OpenID Connect, by the names of its columns. */
export type Provider = Selectable<IdentityProviderTable>;

/** What its secret is sealed for. */
export function clientSecretPurpose(id: string): string {
  return `identity-provider:${id}`;
}

const NAME_BYTES = 8;

export function generateProviderName(): string {
  return randomBytes(NAME_BYTES).toString('hex');
}

export async function findProviderOf(db: Db, tenantId: string): Promise<Provider | undefined> {
  return findWhere(db, sql`tenant_id = ${tenantId}`);
}

/** With `forUpdate`, of a transaction that keeps others from changing it. */
export async function lockProviderOf(tx: Db, tenantId: string): Promise<Provider | undefined> {
  return findWhere(tx, sql`tenant_id = ${tenantId} for update`);
}

/** Of an active tenant. */
export async function findProvider(db: Db, id: string): Promise<Provider | undefined> {
  return findWhere(db, sql`id = ${id} and ${OF_ACTIVE_TENANT}`);
}

/** Of an active tenant, by its name. */
export async function findProviderByName(db: Db, name: string): Promise<Provider | undefined> {
  return findWhere(db, sql`name = ${name} and ${OF_ACTIVE_TENANT}`);
}

/** Of an active tenant, by a confirmed domain in lower case. */
export async function findProviderByDomain(db: Db, domain: string): Promise<Provider | undefined> {
  return findWhere(db, sql`domains @> array[${domain}] and ${OF_ACTIVE_TENANT}`);
}

const OF_ACTIVE_TENANT = sql`exists (
  select from tenant where tenant.id = identity_provider.tenant_id and tenant.deactivated_at is null
)`;

async function findWhere(db: Db, condition: ReturnType<typeof sql>): Promise<Provider | undefined> {
  const { rows } = await sql<Provider>`
    select * from identity_provider where ${condition}`.execute(db);
  return rows[0];
}

/** All providers, the oldest first: for the platform's operator. */
export async function listProviders(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ providers: (Provider & { tenant_name: string })[]; total: number }> {
  const all = db
    .selectFrom('identity_provider')
    .innerJoin('tenant', 'tenant.id', 'identity_provider.tenant_id')
    .selectAll('identity_provider')
    .select('tenant.name as tenant_name')
    .orderBy('identity_provider.created_at')
    .orderBy('identity_provider.id');
  const { rows: providers, total } = await readPage(all, page);
  return { providers, total };
}

/** Writes the provider of a tenant, whether it has one or not. Domains stay those that were confirmed. */
export async function saveProvider(tx: Db, provider: Provider): Promise<void> {
  const { id, tenant_id, created_at, domains: _confirmed, ...fields } = provider;
  const values = { ...fields, roles: JSON.stringify(fields.roles) };
  await tx
    .insertInto('identity_provider')
    .values({ id, tenant_id, created_at, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

/** What the platform's operator alone changes of a provider. */
export async function updateProviderTerms(
  tx: Db,
  id: string,
  terms: Partial<Pick<Provider, 'domains' | 'is_required'>>,
): Promise<void> {
  await tx.updateTable('identity_provider').set(terms).where('id', '=', id).execute();
}

export async function recordProof(tx: Db, use: { id: string; now: number }): Promise<void> {
  await tx
    .updateTable('identity_provider')
    .set({ proven_at: new Date(use.now) })
    .where('id', '=', use.id)
    .where('proven_at', 'is', null)
    .execute();
}

export async function deleteProvider(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('identity_provider').where('id', '=', id).execute();
}

/** Path of the page that signs in by a provider. */
export function providerSignInPath(name: string): string {
  return `/sign-in/${name}`;
}

/**
 * Name of the provider that a user has to sign in by; undefined where the password counts. It counts of admins with a second factor, the way
 * back in where the provider fails, and of superadmins, who are the platform's and not the tenant's.
 */
export async function requiredProviderOf(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select provider.name from app_user
    join identity_provider as provider on provider.tenant_id = app_user.tenant_id and provider.is_required
    where app_user.id = ${userId} and not app_user.is_superadmin
      and not (app_user.role = 'admin' and app_user.totp_enabled_at is not null)`.execute(db);
  return rows[0]?.name;
}

/** Throws `sign_in_refused` for a user whose tenant requires its provider. */
export async function assertPasswordAllowed(db: Db, userId: string): Promise<void> {
  const name = await requiredProviderOf(db, userId);
  if (name !== undefined) throw passwordRefused(name);
}

export function passwordRefused(name: string): AppError {
  return new AppError(
    'sign_in_refused',
    `Your organisation signs in by its own provider, without a password here: open ${providerSignInPath(name)} of the application.`,
  );
}
