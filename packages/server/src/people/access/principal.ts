import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import { appendAudit, type AuditActor } from '../audit/audit.ts';
import type { Role } from './identity.ts';

export const SCOPES = [
  'forecasts:read',
  'market:read',
  'metrics:read',
  'portfolio:read',
  'portfolio:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who makes a request and what the credential allows. */
export interface Principal {
  /** Identifies the credential for rate limits and logs; never the secret itself. */
  credentialId: string;
  tenantId: string;
  /** The signed-in user and the session; undefined for an API key. */
  userId: string | undefined;
  sessionId: string | undefined;
  /** Undefined for a session. */
  keyId: string | undefined;
  role: Role;
  /** Whether the platform's own routes are open; never for an API key. */
  isSuperadmin: boolean;
  /** Undefined: every client right of the role. */
  scopes: string[] | undefined;
  /** Market products of the tenant's subscription, such as `es-da`. */
  products: string[];
  requestsPerMinute: number;
  /** What all credentials of the tenant may make together. */
  tenantRequestsPerMinute: number;
  /** Whether a second factor is required of the user, who has none: the session may do no more than set one up. */
  mustEnrol?: boolean;
  /** Where a request comes from that may change something, and what it has written into the audit. */
  origin?: Required<Pick<AuditActor, 'address' | 'audited'>>;
  /** Whether an API key may be used from a network address; absent: from any. */
  isAllowedFrom?: (address: string) => boolean;
  /** When the credential ends by itself, epoch ms; absent: never. */
  expiresAt?: number | undefined;
}

/** Roles in rising order: each may do what the one before it may. */
export const ROLES = ['viewer', 'trader', 'manager', 'admin'] as const satisfies readonly Role[];

/** What a scope alone does not allow: the routes that ask for it also ask for this role. */
const ROLE_OF_SCOPE: Partial<Record<Scope, Role>> = { 'portfolio:write': 'trader' };

/** Scopes that open something to a key. */
export function scopesOf({ role, scopes }: Pick<Principal, 'role' | 'scopes'>): Scope[] {
  return SCOPES.filter(
    (scope) =>
      (scopes === undefined || scopes.includes(scope)) &&
      ROLES.indexOf(role) >= ROLES.indexOf(ROLE_OF_SCOPE[scope] ?? 'viewer'),
  );
}

/** What a route requires of its caller, beside a valid credential. */
export interface Access {
  /** Least role; absent: any. */
  role?: Role;
  /** Scope that a key with fine-grained scopes needs. Without one, such a key is refused wherever a role is asked for. */
  scope?: Scope;
  /** Scopes of which such a key needs one. */
  anyScope?: readonly Scope[];
  /** Signed-in users alone: an API key is refused. */
  sessionOnly?: boolean;
  /** The platform's superadmins alone. */
  superadminOnly?: boolean;
  /** Open to a session that may do no more than set up a second factor. */
  duringEnrolment?: boolean;
}

/** Throws 403 where the credential does not reach. */
export function assertAccess(principal: Principal, access: Access): void {
  if (principal.mustEnrol === true && access.duringEnrolment !== true) {
    throw new AppError(
      'insufficient_scope',
      'A second factor is required of you; set one up on your account page, or with POST /auth/totp/enrol, and nothing else before.',
    );
  }
  if ((access.sessionOnly || access.superadminOnly) && principal.sessionId === undefined) {
    throw new AppError(
      'insufficient_scope',
      'An API key cannot do this; sign in and use the token of the session.',
    );
  }
  if (access.superadminOnly && !principal.isSuperadmin) {
    throw new AppError('insufficient_scope', 'Only superadmins of the platform can do this.');
  }
  if (access.role !== undefined) assertRole(principal, access.role);
  if (access.scope !== undefined) assertScope(principal, access.scope);
  else if (access.anyScope !== undefined) assertAnyScope(principal, access.anyScope);
  else if (access.role !== undefined && principal.scopes !== undefined) {
    throw new AppError(
      'insufficient_scope',
      'No scope of an API key allows this; use a key without scopes or a session.',
    );
  }
}

export function assertRole(principal: Pick<Principal, 'role'>, least: Role): void {
  if (ROLES.indexOf(principal.role) < ROLES.indexOf(least)) {
    throw new AppError('insufficient_scope', `This takes the role ${least}; yours is ${principal.role}.`);
  }
}

function assertScope(principal: Principal, scope: Scope): void {
  if (principal.scopes !== undefined && !principal.scopes.includes(scope)) {
    throw new AppError(
      'insufficient_scope',
      `This credential lacks the scope ${scope}; use a key or token that has it, or a key without scopes.`,
    );
  }
}

function assertAnyScope(principal: Principal, scopes: readonly Scope[]): void {
  if (principal.scopes !== undefined && !scopes.some((scope) => principal.scopes?.includes(scope))) {
    throw new AppError(
      'insufficient_scope',
      `This credential lacks the scope ${scopes.join(' or ')}; use a key or token that has one of them, or a key without scopes.`,
    );
  }
}

export function assertSubscription(principal: Principal, marketProductId: string): void {
  if (!principal.products.includes(marketProductId)) {
    throw new AppError(
      'insufficient_scope',
      `Your subscription does not include ${marketProductId}; it has ${principal.products.join(', ') || 'no products'}.`,
    );
  }
}

/** Who the audit says it was. */
export function actorOf(principal: Principal): AuditActor {
  const { userId, keyId, origin } = principal;
  return userId === undefined
    ? { kind: 'api_key', id: keyId, ...origin }
    : { kind: 'user', id: userId, ...origin };
}

/**
 * Writes what a person or a key did to a record of its own tenant, in the transaction of the change. The noun of the action is the type of
 * the record, unless another one is given.
 */
export async function auditChange(
  tx: Db,
  principal: Principal,
  action: `${string}.${string}`,
  change: { id: string; type?: string; details?: Record<string, unknown>; now: number },
): Promise<void> {
  const { id, type = action.split('.')[0], ...rest } = change;
  const { tenantId } = principal;
  await appendAudit(tx, { tenantId, actor: actorOf(principal), action, target: { type, id }, ...rest });
}

/** A superadmin as the audit of a tenant names it: the platform's operator. */
export function operatorOf(principal: Principal): AuditActor {
  return { kind: 'operator', id: principal.userId, ...principal.origin };
}

/** Says who may call a route, for its description. */
export function accessSentence(access: Access): string {
  if (access.superadminOnly === true) return 'Needs the session of a superadmin.';
  const credential = access.sessionOnly === true ? 'a session token' : 'a session token or an API key';
  const role =
    access.role === undefined
      ? ''
      : ` with the role ${access.role}${access.role === 'admin' ? '' : ' or above'}`;
  const scopes = access.scope === undefined ? access.anyScope : [access.scope];
  const scope =
    scopes === undefined
      ? ''
      : ` A key with scopes needs ${scopes.map((name) => `\`${name}\``).join(' or ')}.`;
  return `Needs ${credential}${role}.${scope}`;
}

/** Joins those sentences that there are. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
