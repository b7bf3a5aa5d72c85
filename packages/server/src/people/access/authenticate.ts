import { unlessReadOnly } from '../../ground/database/database-fault.ts';
import { AppError } from '../../ground/errors.ts';
import { coalesce } from '../../ground/timing/coalesce.ts';
import { DEFAULT_LIMITS } from '../limits/request-limits.ts';
import type { AuthenticationContext } from './account-context.ts';
import { createAddressCheck } from './address-list.ts';
import { API_KEY_PREFIX, parseApiKey } from './api-key.ts';
import { findRecordOwner } from './assert-own-record.ts';
import {
  findKeyHolders,
  findKeyHoldersById,
  findSessionUser,
  type KeyHolder,
  recordKeyUse,
} from './identity.ts';
import { isMachineToken, readMachineToken } from './machine-token.ts';
import { type Principal, scopesOf } from './principal.ts';
import { RefusedCredential } from './refused-credential.ts';
import { readSessionToken } from './session-token.ts';
import { recordSessionUse } from './sessions.ts';

export const DEFAULT_REQUESTS_PER_MINUTE = 60;
const MAX_REQUESTS_PER_MINUTE = 2_000_000_000;

const MAX_TOKEN_LENGTH = 2048;
/** How exactly the last use of a credential is known. */
export const USE_PRECISION_MS = 60_000;

/** Gives who a header stands for, see `authenticate`. A look that is no use of the credential leaves its idle time as it is. */
export type Authenticator = (
  authorization: string | undefined,
  look?: { isUse: boolean },
) => Promise<Principal>;

interface LookContext extends AuthenticationContext {
  findKeyHolder: (sha256: Buffer) => Promise<KeyHolder | undefined>;
  findKeyHolderById: (id: string) => Promise<KeyHolder | undefined>;
  isUse: boolean;
}

/** Looks the keys of requests that arrive together up together. */
export function createAuthenticator(context: AuthenticationContext): Authenticator {
  const findKeyHolder = coalesce((hashes: Buffer[]) =>
    findKeyHolders(context.db, { sha256: hashes, now: context.clock.now() }),
  );
  const findKeyHolderById = coalesce((ids: string[]) =>
    findKeyHoldersById(context.db, { ids, now: context.clock.now() }),
  );
  return (authorization, { isUse } = { isUse: true }) =>
    authenticate({ ...context, findKeyHolder, findKeyHolderById, isUse }, authorization);
}

/**
 * Who the `Authorization` header stands for. Every credential is looked up afresh, so that a revoked key, a signed-out
 * session and a deactivated user or tenant are refused at once. Throws `invalid_token`.
 */
async function authenticate(context: LookContext, authorization: string | undefined): Promise<Principal> {
  if (authorization === undefined) {
    throw new AppError(
      'invalid_token',
      'Send the header "Authorization: Bearer <token>" with a session token from POST /auth/token, an API key (svc_...) or a token of POST /oauth/token.',
    );
  }
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined || token.length > MAX_TOKEN_LENGTH) {
    throw new RefusedCredential('The Authorization header must read "Bearer <token>".', {
      reason: 'malformed',
    });
  }
  if (token.startsWith(API_KEY_PREFIX)) return authenticateKey(context, token);
  return isMachineToken(token) ? authenticateMachine(context, token) : authenticateSession(context, token);
}

/** A token of POST /oauth/token: the key that it was issued to, as it is now, with the scopes of the token. */
async function authenticateMachine(context: LookContext, text: string): Promise<Principal> {
  const token = await readMachineToken(context.sessionSecrets, text, context.clock.now());
  const holder = await context.findKeyHolderById(token.keyId);
  if (holder === undefined || !holder.active) {
    throw new RefusedCredential(
      'The API key that this token was issued to is revoked or expired; get a token with another key.',
      {
        tenantId: holder?.tenantId,
        target: holder && { type: 'api_key', id: holder.keyId },
        reason: 'token of a revoked or expired key',
      },
    );
  }
  const principal = await principalOfKey(context, holder);
  return {
    ...principal,
    scopes: scopesOf(principal).filter((scope) => token.scopes.includes(scope)),
    expiresAt: Math.min(token.expiresAt, principal.expiresAt ?? Number.POSITIVE_INFINITY),
  };
}

async function authenticateSession(context: LookContext, token: string): Promise<Principal> {
  const now = context.clock.now();
  const session = await readSessionToken(context.sessionSecrets, token, now);
  const user = await findSessionUser(context.db, { ...session, now });
  const { tenantId } = session;
  const target = { type: 'user' as const, id: session.userId };
  if (user === undefined && (await findRecordOwner(context.db, 'app_user', session.userId)) === undefined) {
    // Erased: nothing names the person any more, the audit neither.
    throw new RefusedCredential('This session has been ended; get a new token from POST /auth/token.', {
      reason: 'no such account',
    });
  }
  if (user === undefined || !user.active || user.tokenVersion !== session.version) {
    throw new RefusedCredential('This session has been ended; get a new token from POST /auth/token.', {
      tenantId,
      target,
      reason: 'session ended',
    });
  }
  const unusedMs = now - user.lastSeenAt.getTime();
  if (unusedMs > (context.sessionIdleMs ?? Number.POSITIVE_INFINITY)) {
    throw new RefusedCredential(
      'This session was not used for too long; get a new token from POST /auth/token.',
      {
        tenantId,
        target,
        reason: 'session idle',
      },
    );
  }
  if (context.isUse && unusedMs >= USE_PRECISION_MS) {
    await unlessReadOnly(recordSessionUse(context.db, { sessionId: session.tokenId, now }));
  }
  return {
    credentialId: `session:${session.tokenId}`,
    tenantId: session.tenantId,
    userId: session.userId,
    sessionId: session.tokenId,
    keyId: undefined,
    role: user.role,
    isSuperadmin: user.isSuperadmin,
    mustEnrol:
      !user.hasSecondFactor &&
      (user.needsSecondFactor || (user.isSuperadmin && context.superadminsNeedFactor === true)),
    scopes: undefined,
    products: user.products,
    requestsPerMinute: user.requestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
    tenantRequestsPerMinute: tenantLimit(context, {
      ...user,
      tenantRequestsPerMinute: user.requestsPerMinute,
    }),
    expiresAt: session.expiresAt,
  };
}

async function authenticateKey(context: LookContext, text: string): Promise<Principal> {
  const key = parseApiKey(text);
  if (key === undefined) {
    throw new RefusedCredential('The API key is malformed; check that it was copied whole.', {
      reason: 'malformed',
    });
  }
  const holder = await context.findKeyHolder(key.sha256);
  if (holder === undefined || !holder.active) {
    throw new RefusedCredential('The API key is unknown, revoked or expired.', {
      tenantId: holder?.tenantId,
      target: holder && { type: 'api_key', id: holder.keyId },
      reason: holder === undefined ? 'unknown key' : 'revoked or expired key',
    });
  }
  return principalOfKey(context, holder);
}

async function principalOfKey(context: LookContext, holder: KeyHolder): Promise<Principal> {
  const now = context.clock.now();
  if (holder.lastUsedAt === null || now - holder.lastUsedAt.getTime() >= USE_PRECISION_MS) {
    await unlessReadOnly(recordKeyUse(context.db, { keyId: holder.keyId, now }));
  }
  return {
    credentialId: `key:${holder.keyId}`,
    tenantId: holder.tenantId,
    userId: undefined,
    sessionId: undefined,
    keyId: holder.keyId,
    role: holder.role,
    isSuperadmin: false,
    scopes: holder.scopes ?? undefined,
    products: holder.products,
    requestsPerMinute:
      holder.requestsPerMinute ?? holder.tenantRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
    tenantRequestsPerMinute: tenantLimit(context, holder),
    expiresAt: holder.expiresAt?.getTime(),
    ...(holder.allowedAddresses && { isAllowedFrom: createAddressCheck(holder.allowedAddresses) }),
  };
}

/**
 * A tenant may make the installation's number of requests, in proportion where its credentials have another limit than the usual one, and
 * as many more as single keys were given.
 */
function tenantLimit(
  { limits = DEFAULT_LIMITS }: AuthenticationContext,
  tenant: Pick<KeyHolder, 'tenantRequestsPerMinute' | 'keysRequestsPerMinute'>,
): number {
  const share = (tenant.tenantRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE) / DEFAULT_REQUESTS_PER_MINUTE;
  const whole = Math.ceil(limits.tenantRequestsPerMinute * share) + tenant.keysRequestsPerMinute;
  return Math.min(whole, MAX_REQUESTS_PER_MINUTE);
}
