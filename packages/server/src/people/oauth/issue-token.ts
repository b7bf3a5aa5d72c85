import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ground/timing/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import { assertAllowed } from '../limits/rate-limiter.ts';
import type { Admission, Gate } from '../access/admission.ts';
import { parseApiKey } from '../access/api-key.ts';
import { assertAddress } from '../access/assert-address.ts';
import { MACHINE_TOKEN_LIFETIME_S, issueMachineToken } from '../access/machine-token.ts';
import type { Scope } from '../access/principal.ts';
import { RefusedCredential } from '../access/refused-credential.ts';
import { grantScopes } from './grant-scopes.ts';
import { type ClientCredentials, refusedClient } from './read-client.ts';

export interface OAuthContext {
  clock: Clock;
  sessionSecrets: SessionSecrets;
  security: SecurityLog;
}

export interface IssuedToken {
  token: string;
  expiresInS: number;
  scopes: Scope[];
}

/**
 * Exchanges an API key and its id for a token that ends with the key, and after a quarter of an hour at the latest. The request counts as
 * one of the key, and its allowed addresses hold.
 */
export async function issueToken(
  context: OAuthContext & { gate: Gate },
  { client, scope, address }: { client: ClientCredentials; scope: string | undefined; address: string },
): Promise<IssuedToken & Pick<Admission, 'decision'>> {
  const { clock, security, sessionSecrets } = context;
  try {
    const { principal, decision, limitedBy } = await admitClient(context.gate, client);
    const whose = limitedBy === 'tenant' ? ' from all keys and sessions of the tenant' : '';
    assertAllowed(decision, clock.now(), `More than ${decision.limit} requests in a minute${whose}`);
    assertAddress(principal, address);
    const scopes = grantScopes(principal, scope);
    const now = clock.now();
    const endsAt = now + MACHINE_TOKEN_LIFETIME_S * 1000;
    const expiresAt = Math.min(endsAt, principal.expiresAt ?? Number.POSITIVE_INFINITY);
    const { keyId, tenantId } = principal;
    if (keyId === undefined) throw new Error('An API key has no id.');
    const token = await issueMachineToken(sessionSecrets, { keyId, scopes, expiresAt }, now);
    const target = { type: 'api_key' as const, id: keyId };
    const details = { scope: scopes.join(' ') };
    security.keepCounted({
      action: 'token.issued',
      tenantId,
      target,
      address,
      details,
    });
    return { token, expiresInS: Math.floor((expiresAt - now) / 1000), scopes, decision };
  } catch (error) {
    if (!(error instanceof RefusedCredential)) throw error;
    const { tenantId, target, reason } = error;
    security.keepCounted({ action: 'credential.refused', tenantId, target, address, details: { reason } });
    if (error.code !== 'invalid_token') throw new AppError(error.code, error.message, { cause: error });
    throw refusedClient(
      'The client is not accepted: client_id is no API key, or client_secret is not the key, or it is revoked or expired.',
    );
  }
}

/** The key is found by its hash, so no secret is compared; the client id must be its id or its shown beginning. */
async function admitClient(gate: Gate, { id, secret }: ClientCredentials): Promise<Admission> {
  const key = parseApiKey(secret);
  // Another credential in its place, such as a token of this route, would not end.
  if (key === undefined) {
    throw new RefusedCredential('The client secret is no API key.', { reason: 'malformed' });
  }
  const admission = await gate.admit(`Bearer ${secret}`);
  const { tenantId, keyId } = admission.principal;
  if ([keyId, key.prefix].some((own) => own !== undefined && isEqual(own, id))) return admission;
  throw new RefusedCredential('The client id is that of no key, or of another one.', {
    tenantId,
    reason: 'client id of another key',
    ...(keyId !== undefined && { target: { type: 'api_key', id: keyId } }),
  });
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
