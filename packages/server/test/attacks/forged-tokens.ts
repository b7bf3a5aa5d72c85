import { createHmac, randomUUID } from 'node:crypto';
import { generateApiKey } from '../../src/people/access/api-key.ts';
import { type TestApi, ask, type TestSession } from '../http/test-api.ts';
import type { Tried } from './tried.ts';

const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const HASHES: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

/** A token with any header and claims, signed with any secret. */
function tokenOf(header: Record<string, unknown>, claims: object, secret: string | Uint8Array): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const hash = HASHES[String(header['alg'])] ?? 'sha256';
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

/**
 * Tokens and keys that nobody has issued, by name: unsigned ones, ones with other algorithms, secrets, claims and forms, made from one that
 * was issued to a viewer.
 */
export function forgedCredentials(
  issued: TestSession,
  superadmin: TestSession,
  key: string,
): Record<string, string> {
  const [header, claims, signature] = issued.token.split('.');
  const said: Record<string, unknown> = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const hs256 = { alg: 'HS256', typ: 'JWT' };
  const withClaims = (changed: object) => `${header}.${encode({ ...said, ...changed })}.${signature}`;
  const withHeader = (changed: object) => `${encode({ ...hs256, ...changed })}.${claims}.${signature}`;
  const signedBy = (secret: string | Uint8Array) => tokenOf(hs256, said, secret);
  const ofSuperadmin = { sub: superadmin.userId, tid: superadmin.tenantId, role: 'admin' };
  return {
    'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
    'no algorithm, signature kept': withHeader({ alg: 'none' }),
    None: `${encode({ alg: 'None' })}.${claims}.`,
    NONE: `${encode({ alg: 'NONE' })}.${claims}.${signature}`,
    'empty algorithm': withHeader({ alg: '' }),
    HS384: tokenOf({ alg: 'HS384' }, said, 'secret'),
    HS512: tokenOf({ alg: 'HS512' }, said, 'secret'),
    'HS512 header, same signature': withHeader({ alg: 'HS512' }),
    'RS256 header': withHeader({ alg: 'RS256' }),
    'ES256 header': withHeader({ alg: 'ES256' }),
    'EdDSA header': withHeader({ alg: 'EdDSA' }),
    'no header': `.${claims}.${signature}`,
    'no signature': `${header}.${claims}.`,
    'two parts': `${header}.${claims}`,
    'four parts': `${issued.token}.${signature}`,
    'five parts, as if encrypted': `${header}..${claims}.${signature}.${signature}`,
    'signed with nothing': signedBy(''),
    'signed with "secret"': signedBy('secret'),
    'signed with zeros': signedBy(new Uint8Array(32)),
    'signed with its own claims': signedBy(claims),
    'key in the header': tokenOf({ ...hs256, jwk: { kty: 'oct', k: encode('secret') } }, said, 'secret'),
    'key named by the header': tokenOf({ ...hs256, kid: '../../../../dev/null' }, said, ''),
    'key behind an address': tokenOf({ ...hs256, jku: 'https://evil.example.com/keys' }, said, 'secret'),
    'critical header': withHeader({ crit: ['exp'] }),
    'role raised': withClaims({ role: 'admin' }),
    'superadmin claimed': withClaims({ superadmin: true, is_superadmin: true }),
    'the superadmin': withClaims(ofSuperadmin),
    'the superadmin, signed with "secret"': tokenOf(hs256, { ...said, ...ofSuperadmin }, 'secret'),
    'other tenant': withClaims({ tid: superadmin.tenantId }),
    'other session': withClaims({ jti: randomUUID() }),
    'longer life': withClaims({ exp: 4_102_444_800 }),
    'no end': withClaims({ exp: undefined }),
    'later version': withClaims({ ver: 99 }),
    'signature of another token': `${header}.${claims}.${superadmin.token.split('.')[2]}`,
    'last letter changed': `${issued.token.slice(0, -4)}${issued.token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    'claims in base64': `${header}.${Buffer.from(JSON.stringify(said)).toString('base64')}=.${signature}`,
    'a key that was never issued': generateApiKey(),
    'a key with another letter': `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`,
    'a key in capitals': key.toUpperCase(),
    'the start of a key': key.slice(0, 12),
    'a key twice': `${key}${key}`,
    'a hash for a key': createHmac('sha256', '').update(key).digest('hex'),
  };
}

/** Asks with each of them for what a viewer, an admin and a superadmin may see. Broken: those that were answered. */
export async function tryForgedCredentials(api: TestApi): Promise<Tried> {
  const viewer = await api.createSession({ role: 'viewer' });
  const superadmin = await api.createSession({ isSuperadmin: true });
  const forged = forgedCredentials(viewer, superadmin, await api.createKey());
  const broken: string[] = [];
  let tries = 0;
  for (const [name, credential] of Object.entries(forged)) {
    for (const path of ['/auth/me', '/settings/audit', '/admin/tenants']) {
      tries++;
      const { status } = await ask(api.app, {
        method: 'GET',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${credential}` },
        remoteAddress: `10.1.${tries % 250}.${Math.floor(tries / 250)}`,
      });
      if (status !== 401) broken.push(`${name} at ${path}: ${status}`);
    }
  }
  return { tries, broken };
}
