import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import { nearestName } from '../../ground/http/nearest-name.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { assertAddress } from '../access/address-list.ts';
import type { Admission, Gate } from '../access/admission.ts';
import { parseApiKey } from '../access/api-key.ts';
import { issueMachineToken, MACHINE_TOKEN_LIFETIME_S } from '../access/machine-token.ts';
import { type Principal, type Scope, SCOPES, scopesOf } from '../access/principal.ts';
import { RefusedCredential } from '../access/refused-credential.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import { assertAllowed } from '../limits/rate-limiter.ts';

export interface OAuthContext {
  clock: Clock;
  sessionSecrets: SessionSecrets;
  security: SecurityLog;
}

interface IssuedToken {
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

/**
 * The scopes of a token: those that are asked for, or all that open something to the key. Throws `invalid_scope` for one that there is
 * not or that the key lacks, so that no token has fewer rights than its client believes.
 */
function grantScopes(key: Principal, asked: string | undefined): Scope[] {
  const held = scopesOf(key);
  const names = [...new Set((asked ?? '').split(' ').filter((name) => name !== ''))];
  for (const name of names) {
    if (!SCOPES.some((scope) => scope === name)) throw refusedScope(unknownText(name));
    if (!held.some((scope) => scope === name)) {
      const has = held.length === 0 ? 'it has none' : `it has ${held.join(' ')}`;
      throw refusedScope(`The API key cannot be given the scope ${name}; ${has}.`);
    }
  }
  if (held.length === 0) {
    throw refusedScope('No scope of this API key opens anything to its role; create another key.');
  }
  return names.length === 0 ? held : held.filter((scope) => names.includes(scope));
}

function unknownText(name: string): string {
  const nearest = nearestName(name, SCOPES);
  const meant = nearest === undefined ? '' : ` did you mean ${nearest}?`;
  return `There is no scope ${name.slice(0, 64)};${meant} known are ${SCOPES.join(' ')}.`;
}

function refusedScope(message: string): AppError {
  return new AppError('invalid_scope', message);
}

/** How a client says who it is. */
interface ClientCredentials {
  id: string;
  secret: string;
}

/** The challenge of RFC 6749, 5.2. */
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Lonja", charset="UTF-8"' };

function refusedClient(message: string, cause?: unknown): AppError {
  return new AppError('invalid_client', message, { headers: CHALLENGE, cause });
}

/**
 * Id and secret of a client from the header `Authorization: Basic` or from the form, never from both. Throws `invalid_client` or
 * `invalid_request`.
 */
export function readClient(
  authorization: string | undefined,
  form: { client_id?: string | undefined; client_secret?: string | undefined },
): ClientCredentials {
  if (authorization === undefined) {
    if (!form.client_id || !form.client_secret) {
      throw refusedClient(
        'Send the beginning of an API key (svc_ and 8 characters) as client_id and the key as client_secret, in the header Authorization (Basic) or in the form.',
      );
    }
    return { id: form.client_id, secret: form.client_secret };
  }
  const client = readBasic(authorization);
  if (form.client_secret || (form.client_id && form.client_id !== client.id)) {
    throw new AppError(
      'invalid_request',
      'Send client_id and client_secret once: in the header Authorization or in the form.',
    );
  }
  return client;
}

/** Both parts are encoded as in a form before they are joined and encoded in Base64 (RFC 6749, 2.3.1). */
function readBasic(authorization: string): ClientCredentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  const [id, secret, ...more] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
    .map(formDecoded);
  if (!id || !secret || more.length > 0) {
    throw refusedClient(
      'The header Authorization must read Basic, and in Base64 the beginning of an API key, a colon and the key, each encoded as in a form.',
    );
  }
  return { id, secret };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
