import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { OperatorError } from '../../ground/errors.ts';

const SHORTEST = 12;
const KEY_BYTES = 32;
/** 128 MiB and some tenths of a second for each guess (OWASP's recommendation). */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const PURPOSE = Buffer.from('lonja backup secrets');

const Base64 = z.string().transform((text) => Buffer.from(text, 'base64'));
const Encrypted = z.object({
  kdf: z.literal('scrypt'),
  cipher: z.literal('aes-256-gcm'),
  salt: Base64,
  nonce: Base64,
  tag: Base64,
  text: Base64,
});

/** The passphrase of a file or, without one, of the environment. */
export async function readPassphrase(
  file: string | undefined,
  ofEnvironment: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return ofEnvironment;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`Cannot read the passphrase: ${reason}.`, { cause });
  });
  return text.replace(/\r?\n$/, '');
}

/** Encrypts with a key that scrypt makes of the passphrase, which must not be short. */
export async function encrypt(text: string, passphrase: string): Promise<string> {
  if (passphrase.length < SHORTEST) {
    throw new OperatorError(`The passphrase is too short; take ${SHORTEST} characters or more.`);
  }
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce).setAAD(PURPOSE);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return JSON.stringify({
    kdf: 'scrypt',
    cipher: 'aes-256-gcm',
    salt: base64(salt),
    nonce: base64(nonce),
    tag: base64(cipher.getAuthTag()),
    text: base64(encrypted),
  });
}

/** Undefined: the passphrase is another one. */
export async function decrypt(encrypted: string, passphrase: string): Promise<string | undefined> {
  const { salt, nonce, tag, text } = Encrypted.parse(JSON.parse(encrypted));
  const key = await keyOf(passphrase, salt);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    .setAAD(PURPOSE)
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, COST, (error, key) =>
    error === null ? resolve(key) : reject(error),
  );
  return promise;
}
