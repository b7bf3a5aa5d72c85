import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { IdentityProviderTable } from '../../ground/database/schema.ts';
import { AppError } from '../../ground/errors.ts';
import type { Role } from '../access/identity.ts';

/** A tenant's own provider of OpenID Connect. */
export interface Provider {
  id: string;
  tenantId: string;
  /** By which its sign-in is found; it says nothing of the tenant, and nobody chooses it. */
  name: string;
  issuer: string;
  clientId: string;
  /** Sealed; undefined: the client has none. */
  clientSecret: Buffer | undefined;
  scopes: string[];
  /** Claim that roles are read from; undefined: roles are set here alone. */
  roleClaim: string | undefined;
  roles: Record<string, Role>;
  /** Where no value of the claim is mapped, and of new users; undefined: such people are refused. */
  defaultRole: Role | undefined;
  /** Whether unknown people of the confirmed domains become users. */
  createsUsers: boolean;
  /** Whether members must sign in by it. */
  isRequired: boolean;
  /** Domains of e-mail addresses that the operator has confirmed. */
  domains: string[];
  /** Epoch ms; undefined: nobody has signed in by it as it is. */
  provenAt: number | undefined;
  createdAt: number;
  updatedAt: number;
}

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
  const { rows } = await sql<Selectable<IdentityProviderTable>>`
    select * from identity_provider where ${condition}`.execute(db);
  return rows[0] && toProvider(rows[0]);
}

/** All providers, the oldest first: for the platform's operator. */
export async function listProviders(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ providers: (Provider & { tenantName: string })[]; total: number }> {
  const rows = await db
    .selectFrom('identity_provider')
    .innerJoin('tenant', 'tenant.id', 'identity_provider.tenant_id')
    .selectAll('identity_provider')
    .select('tenant.name as tenant_name')
    .orderBy('identity_provider.created_at')
    .orderBy('identity_provider.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await db
    .selectFrom('identity_provider')
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const providers = rows.map((row) => ({ ...toProvider(row), tenantName: row.tenant_name }));
  return { providers, total: Number(total) };
}

/** Writes the provider of a tenant, whether it has one or not. Domains stay those that were confirmed. */
export async function saveProvider(tx: Db, provider: Provider): Promise<void> {
  const values = {
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret ?? null,
    scopes: provider.scopes,
    role_claim: provider.roleClaim ?? null,
    roles: JSON.stringify(provider.roles),
    default_role: provider.defaultRole ?? null,
    creates_users: provider.createsUsers,
    is_required: provider.isRequired,
    proven_at: provider.provenAt === undefined ? null : new Date(provider.provenAt),
    updated_at: new Date(provider.updatedAt),
  };
  await tx
    .insertInto('identity_provider')
    .values({
      id: provider.id,
      tenant_id: provider.tenantId,
      created_at: new Date(provider.createdAt),
      ...values,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

/** What the platform's operator alone changes of a provider. */
export async function updateProviderTerms(
  tx: Db,
  id: string,
  { domains, isRequired }: { domains?: string[]; isRequired?: boolean },
): Promise<void> {
  await tx
    .updateTable('identity_provider')
    .set({
      ...(domains !== undefined && { domains }),
      ...(isRequired !== undefined && { is_required: isRequired }),
    })
    .where('id', '=', id)
    .execute();
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

function toProvider(row: Selectable<IdentityProviderTable>): Provider {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: row.client_secret ?? undefined,
    scopes: row.scopes,
    roleClaim: row.role_claim ?? undefined,
    roles: row.roles,
    defaultRole: row.default_role ?? undefined,
    createsUsers: row.creates_users,
    isRequired: row.is_required,
    domains: row.domains,
    provenAt: row.proven_at?.getTime(),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
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
