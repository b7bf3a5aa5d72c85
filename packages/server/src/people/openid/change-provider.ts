import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, withTenant } from '../../ground/database/database.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import { auditChange, operatorOf, type Principal } from '../access/principal.ts';
import { appendAudit, auditedFields } from '../audit/audit.ts';
import {
  clientSecretPurpose,
  deleteProvider,
  findProviderOf,
  generateProviderName,
  listProviders,
  lockProviderOf,
  type Provider,
  saveProvider,
  updateProviderTerms,
} from '../providers/providers.ts';
import { findTenantName } from '../tenants/store.ts';
import { getSessionUser } from '../users/session-user.ts';
import type { OpenIdContext } from './connect-provider.ts';
import { type Examination, examineProvider, toFieldFaults } from './examine-provider.ts';
import { unlinkAll, unlinkUser } from './linked-identities.ts';

export interface ProviderSettings extends Pick<
  Provider,
  | 'issuer'
  | 'client_id'
  | 'scopes'
  | 'role_claim'
  | 'roles'
  | 'default_role'
  | 'creates_users'
  | 'is_required'
> {
  /** Undefined: as it is; null: the client has none. */
  client_secret: string | null | undefined;
}

/** The provider of the caller's tenant. */
export async function getProvider({ db }: IdentityContext, principal: Principal): Promise<Provider> {
  const { tenantId } = principal;
  const provider = await withTenant(db, tenantId, (tx) => findProviderOf(tx, tenantId));
  if (provider === undefined) throw noProvider();
  return provider;
}

/**
 * Sets the provider of the caller's tenant, which must answer. Another issuer or client is another provider: who its people are is found out
 * anew, and it must be tried before it can be required.
 */
export async function setProvider(
  context: OpenIdContext,
  principal: Principal,
  { settings, redirectUri }: { settings: ProviderSettings; redirectUri: string },
): Promise<Provider> {
  const { db, clock, sealer, fetchProvider } = context;
  const { tenantId } = principal;
  const known = await withTenant(db, tenantId, (tx) => findProviderOf(tx, tenantId));
  const { issuer, client_id: clientId, scopes } = settings;
  const clientSecret = secretFor(context, settings, known);
  const client = { issuer, clientId, clientSecret };
  const { faults } = await examineProvider(fetchProvider, client, { scopes, redirectUri });
  const [fault] = faults;
  if (fault !== undefined) {
    throw new AppError('validation_error', fault.text, { faults: toFieldFaults(faults) });
  }
  return withTenant(db, tenantId, async (tx) => {
    const before = await lockProviderOf(tx, tenantId);
    const now = clock.now();
    const id = before?.id ?? randomUUID();
    const isOther = before !== undefined && (before.issuer !== issuer || before.client_id !== clientId);
    const proven_at = isOther ? null : (before?.proven_at ?? null);
    if (settings.is_required && before?.is_required !== true) {
      await assertMayRequire(tx, principal, proven_at);
    } else if (settings.is_required && isOther) {
      throw new AppError(
        'conflict',
        'This is another provider; save it as optional, sign in by it once, and require it then.',
      );
    }
    const provider: Provider = {
      ...settings,
      id,
      tenant_id: tenantId,
      name: before?.name ?? generateProviderName(),
      client_secret: clientSecret === undefined ? null : sealer.seal(clientSecret, clientSecretPurpose(id)),
      domains: before?.domains ?? [],
      proven_at,
      created_at: before?.created_at ?? new Date(now),
      updated_at: new Date(now),
    };
    await saveProvider(tx, provider);
    const unlinked = isOther ? await unlinkAll(tx, tenantId) : 0;
    const { client_secret: given, role_claim, default_role } = settings;
    const shown = {
      ...settings,
      role_claim: role_claim ?? undefined,
      default_role: default_role ?? undefined,
    };
    await auditChange(
      tx,
      principal,
      before === undefined ? 'identity_provider.created' : 'identity_provider.changed',
      {
        id,
        details: {
          ...auditedFields({ ...shown, client_secret: undefined }),
          changes_secret: given !== undefined,
          ...(unlinked > 0 && { unlinked }),
        },
        now,
      },
    );
    return provider;
  });
}

/** Looks at the provider as it is set, as saving it does. */
export async function testProvider(
  context: OpenIdContext,
  principal: Principal,
  redirectUri: string,
): Promise<Examination> {
  const provider = await getProvider(context, principal);
  const { issuer, client_id: clientId, scopes } = provider;
  const clientSecret = openSecret(context, provider);
  return examineProvider(context.fetchProvider, { issuer, clientId, clientSecret }, { scopes, redirectUri });
}

/** Takes the provider away: from then on passwords count again. Who had none sets one by mail. */
export async function removeProvider({ db, clock }: IdentityContext, principal: Principal): Promise<void> {
  const { tenantId } = principal;
  await withTenant(db, tenantId, async (tx) => {
    const provider = await lockProviderOf(tx, tenantId);
    if (provider === undefined) throw noProvider();
    const unlinked = await unlinkAll(tx, tenantId);
    await deleteProvider(tx, provider.id);
    await auditChange(tx, principal, 'identity_provider.deleted', {
      id: provider.id,
      details: { issuer: provider.issuer, unlinked },
      now: clock.now(),
    });
  });
}

/** Lets a user be linked to another identity of the provider at the next sign-in. */
export async function unlinkIdentity(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await assertOwnRecord(db, principal, { table: 'app_user', id, noun: 'user' });
  await withTenant(db, principal.tenantId, async (tx) => {
    if (!(await unlinkUser(tx, id))) {
      throw new AppError('not_found', 'This user is not linked to an identity of the provider.');
    }
    await auditChange(tx, principal, 'identity.unlinked', { id, type: 'user', now: clock.now() });
  });
}

/** Whoever requires a provider must have a way back in, and it must have worked. */
async function assertMayRequire(tx: Db, principal: Principal, provenAt: Date | null): Promise<void> {
  if (provenAt === null) {
    throw new AppError(
      'conflict',
      'Nobody has signed in by this provider yet; save it as optional, sign in by it once, and require it then.',
    );
  }
  if (!(await getSessionUser(tx, principal)).totp_enabled) {
    throw new AppError(
      'conflict',
      'Set up a second factor of your own first: admins who have one can still use their password where the provider fails.',
    );
  }
}

function secretFor(
  context: OpenIdContext,
  { issuer, client_secret: given }: ProviderSettings,
  known: Provider | undefined,
): string | undefined {
  if (given !== undefined) return given ?? undefined;
  if (known === undefined || known.client_secret === null) return undefined;
  // A secret goes to nobody but the issuer that it was given for.
  if (known.issuer !== issuer) {
    throw fieldFault('client_secret', 'Another issuer needs a secret of its own; send it, or null for none.');
  }
  return openSecret(context, known);
}

/** Undefined: the client has none. */
export function openSecret(
  { sealer }: Pick<OpenIdContext, 'sealer'>,
  { id, client_secret: sealed }: Provider,
): string | undefined {
  return sealed === null ? undefined : sealer.open(sealed, clientSecretPurpose(id));
}

function noProvider(): AppError {
  return new AppError('not_found', 'Your organisation has no identity provider; set one with PUT.');
}

export type ProviderOfTenant = Provider & { tenant_name: string };

export function listAllProviders(
  { db }: IdentityContext,
  page: { offset: number; limit: number },
): Promise<{ providers: ProviderOfTenant[]; total: number }> {
  return listProviders(db, page);
}

const Id = z.uuid();
/** Number of the advisory lock of those who confirm domains. */
const DOMAINS_LOCK = 7_205_759_405;

/**
 * What the platform's operator alone may do with the provider of a tenant: confirm domains, each of one tenant alone, and let passwords
 * count again where nobody of the tenant can sign in.
 */
export async function setProviderTerms(
  { db, clock }: IdentityContext,
  principal: Principal,
  { tenantId, domains, isRequired }: { tenantId: string; domains?: string[]; isRequired?: false },
): Promise<ProviderOfTenant> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${DOMAINS_LOCK}::bigint)`.execute(tx);
    const before = Id.safeParse(tenantId).success ? await lockProviderOf(tx, tenantId) : undefined;
    if (before === undefined) throw new AppError('not_found', 'There is no such tenant with a provider.');
    const { rows } = await sql<{ name: string }>`
      select domain as name from identity_provider, unnest(domains) as domain
      where id <> ${before.id} and domain = any(${domains ?? []}::text[]) limit 1`.execute(tx);
    if (rows[0] !== undefined) {
      throw fieldFault(
        'domains',
        `The domain ${rows[0].name} is another tenant's; take it away there first.`,
      );
    }
    await updateProviderTerms(tx, before.id, {
      ...(domains && { domains }),
      ...(isRequired !== undefined && { is_required: isRequired }),
    });
    await appendAudit(tx, {
      tenantId,
      actor: operatorOf(principal),
      action: 'identity_provider.changed',
      target: { type: 'identity_provider', id: before.id },
      details: { ...(domains && { domains }), ...(isRequired !== undefined && { isRequired }) },
      now: clock.now(),
    });
    const after = (await findProviderOf(tx, tenantId)) ?? before;
    return { ...after, tenant_name: await findTenantName(tx, tenantId) };
  });
}
