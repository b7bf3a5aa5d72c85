import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that the service must be able to read again, such as the keys of second factors. */
export interface Sealer {
  /** `purpose` names what and whose the secret is; a sealed text opens for the same purpose only. */
  seal(text: string, purpose: string): Buffer;
  /** Throws when the text was sealed for another purpose, with another key, or was altered. */
  open(sealed: Buffer, purpose: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** AES-256-GCM under a key derived from the service's secret: nonce, tag and cipher text, in that order. */
export function createSealer(masterSecret: Uint8Array): Sealer {
  const key = Buffer.from(hkdfSync('sha256', masterSecret, new Uint8Array(), 'lonja sealing', KEY_BYTES));
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}
