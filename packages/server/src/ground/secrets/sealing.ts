import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto';

/** Encrypts secrets that the service must be able to read again, such as the keys of second factors and of webhooks. */
export interface Sealer {
  /** `purpose` names what and whose the secret is; a sealed text opens for the same purpose only. */
  seal(secret: string, purpose: string): Buffer;
  /** Throws when the text was sealed for another purpose, with a key that is not configured, or was altered. */
  open(sealed: Buffer, purpose: string): string;
  /** Whether the key that sealed a text is configured. */
  hasKeyOf(sealed: Buffer): boolean;
  /** Whether a text was sealed with another key than the newest. */
  isStale(sealed: Buffer): boolean;
  /** Of every key, the newest first: what a database keeps of the key that its secrets are sealed with. */
  readonly fingerprints: readonly [newest: string, ...older: string[]];
}

export const SEALING_KEY_BYTES = 32;

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Format and key id: what all texts that a key has sealed begin with. */
export const SEALED_HEAD_BYTES = 1 + KEY_ID_BYTES;
const NONCE_AT = SEALED_HEAD_BYTES;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const TEXT_AT = TAG_AT + TAG_BYTES;

/**
 * AES-256-GCM. The first key seals; every key opens what it sealed. What is sealed is format (1 byte), key id (4), nonce (12),
 * tag (16) and cipher text, in that order.
 */
export function createSealer(keys: readonly Uint8Array[]): Sealer {
  const [newest, ...older] = keys;
  if (newest === undefined || keys.some((key) => key.length !== SEALING_KEY_BYTES)) {
    throw new RangeError(`Sealing takes keys of ${SEALING_KEY_BYTES} bytes, one at least.`);
  }
  const newestId = idOf(newest);
  // Key objects: raw bytes would be prepared anew for every secret.
  const sealingKey = createSecretKey(newest);
  const keysById = new Map(keys.map((key) => [idOf(key).toString('hex'), createSecretKey(key)]));
  const idIn = (sealed: Buffer) => sealed.subarray(1, NONCE_AT);

  return {
    seal(secret, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), newestId, nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, purpose) {
      const key = keysById.get(idIn(sealed).toString('hex'));
      if (sealed[0] !== FORMAT || key === undefined) {
        throw new Error('A sealed secret was made with a key that is not configured; see SEALING_KEYS.');
      }
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(NONCE_AT, TAG_AT), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(TAG_AT, TEXT_AT));
      return Buffer.concat([decipher.update(sealed.subarray(TEXT_AT)), decipher.final()]).toString('utf8');
    },
    hasKeyOf: (sealed) => keysById.has(idIn(sealed).toString('hex')),
    isStale: (sealed) => !idIn(sealed).equals(newestId),
    fingerprints: [fingerprintOf(newest), ...older.map(fingerprintOf)],
  };
}

function idOf(key: Uint8Array): Buffer {
  return createHash('sha256').update('lonja sealing key ').update(key).digest().subarray(0, KEY_ID_BYTES);
}

/** Tells a secret of 32 random bytes or more from others, and nothing about it. */
export function fingerprintOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('lonja secret').digest('base64url');
}
