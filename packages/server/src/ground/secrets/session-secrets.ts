import { type JWTPayload, type JWTVerifyOptions, errors, jwtVerify } from 'jose';

/** What signs sessions, known devices and mailed codes: the newest signs, and what an older one has signed is still taken. */
export type SessionSecrets = readonly [newest: Uint8Array, ...older: Uint8Array[]];

export const SESSION_SECRET_BYTES = 32;
const SECRET = /^[\w-]{43,}$/;

/** Reads secrets in base64url, separated by commas or ends of lines; undefined where there is none, or one is too short or none at all. */
export function parseSessionSecrets(text: string): SessionSecrets | undefined {
  const texts = text.split(/[,\n]/).map((part) => part.trim());
  const given = texts.filter((part) => part !== '');
  if (!given.every((part) => SECRET.test(part))) return undefined;
  const [newest, ...older] = given.map((part) => Buffer.from(part, 'base64url'));
  return newest === undefined ? undefined : [newest, ...older];
}

/** The secrets as they were read, newest first. */
export function writtenSecrets(secrets: SessionSecrets): string[] {
  return secrets.map((secret) => Buffer.from(secret).toString('base64url'));
}

/** The claims of a token that any of the secrets has signed. Throws the error of jose where none has, or the token is at fault. */
export async function verifyToken(
  [newest, ...older]: SessionSecrets,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, newest, options)).payload;
  } catch (error) {
    const [next, ...rest] = older;
    if (next === undefined || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return verifyToken([next, ...rest], token, options);
  }
}
