import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { OperatorError } from '../../ground/errors.ts';
import { SEALING_KEY_BYTES } from '../../ground/secrets/sealing.ts';
import {
  parseSessionSecrets,
  SESSION_SECRET_BYTES,
  type SessionSecrets,
} from '../../ground/secrets/session-secrets.ts';
import { keptInPrivateFile } from './private-file.ts';

/**
 * The keys that seal stored secrets: a line of base64url for each in `DATA_DIR/sealing-keys` (mode 0600), the newest first. With the
 * embedded database the file is made at the first start; see `newSecret`.
 */
export async function readSealingKeys(place: SecretPlace): Promise<Buffer[]> {
  const file = path.join(place.dataDir, 'sealing-keys');
  const text = await keptInPrivateFile(file, () => newSecret(place, SEALING_KEY_BYTES));
  const keys = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Buffer.from(line.trim(), 'base64url'));
  if (keys.length === 0 || keys.some((key) => key.length !== SEALING_KEY_BYTES)) {
    throw new OperatorError(
      `The file ${file} must hold keys of ${SEALING_KEY_BYTES} bytes in base64url, a line each.`,
    );
  }
  return keys;
}

/**
 * The secrets that sign session tokens, a line for each in `DATA_DIR/session-secret` (mode 0600), the newest first; made like the sealing
 * keys.
 */
export async function readSessionSecrets(place: SecretPlace): Promise<SessionSecrets> {
  const file = path.join(place.dataDir, 'session-secret');
  const text = await keptInPrivateFile(file, () => newSecret(place, SESSION_SECRET_BYTES));
  const secrets = parseSessionSecrets(text);
  if (secrets === undefined) {
    throw new OperatorError(
      `The file ${file} must hold secrets of at least ${SESSION_SECRET_BYTES} bytes in base64url, a line each, the newest first.`,
    );
  }
  return secrets;
}

/** Where an installation keeps its secrets. */
interface SecretPlace {
  dataDir: string;
  /** Undefined: the embedded database, which lies in `dataDir` too. */
  databaseUrl: string | undefined;
}

/**
 * A new secret, as it is written into a file. Throws OperatorError where the database may serve several processes: each would make a secret
 * of its own, refuse the sessions of the others and be unable to open what they sealed.
 */
function newSecret({ databaseUrl, dataDir }: SecretPlace, bytes: number): string {
  if (databaseUrl !== undefined) {
    throw new OperatorError(
      'With DATABASE_URL set, SESSION_SECRET and SEALING_KEYS must be set too, the same in every process. Make each once with ' +
        `node -p 'crypto.randomBytes(${bytes}).toString("base64url")' and keep them with the backups. ` +
        `(Files session-secret and sealing-keys of an earlier start are used where they are in ${dataDir}.)`,
    );
  }
  return `${randomBytes(bytes).toString('base64url')}\n`;
}
