import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const API_KEY_PREFIX = 'svc_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
/** Enough to recognise a key in a list; the 8 shown characters leave 22 secret ones (131 bits). */
const SHOWN_LENGTH = API_KEY_PREFIX.length + 8;

/** A key as it is stored and looked up; the full text is known to its owner alone. */
export interface ParsedApiKey {
  /** The beginning that may be shown. */
  prefix: string;
  sha256: Buffer;
}

/** A new random key: `svc_`, 30 base62 characters and the 6 base62 characters of their CRC-32. */
export function generateApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${API_KEY_PREFIX}${secret}${checksumOf(secret)}`;
}

/** Undefined for text that is not a well-formed key, checksum included: such text is refused without a look-up. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  if (!KEY_PATTERN.test(text)) return undefined;
  const secret = text.slice(API_KEY_PREFIX.length, API_KEY_PREFIX.length + SECRET_LENGTH);
  if (!text.endsWith(checksumOf(secret))) return undefined;
  return { prefix: text.slice(0, SHOWN_LENGTH), sha256: createHash('sha256').update(text).digest() };
}

function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
