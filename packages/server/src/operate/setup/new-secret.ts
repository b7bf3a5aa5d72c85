import { randomBytes } from 'node:crypto';
import { OperatorError } from '../../ground/errors.ts';

/** Where an installation keeps its secrets. */
export interface SecretPlace {
  dataDir: string;
  /** Undefined: the embedded database, which lies in `dataDir` too. */
  databaseUrl: string | undefined;
}

/**
 * A new secret, as it is written into a file. Throws OperatorError where the database may serve several processes: each would make a secret
 * of its own, refuse the sessions of the others and be unable to open what they sealed.
 */
export function newSecret({ databaseUrl, dataDir }: SecretPlace, bytes: number): string {
  if (databaseUrl !== undefined) {
    throw new OperatorError(
      'With DATABASE_URL set, SESSION_SECRET and SEALING_KEYS must be set too, the same in every process. Make each once with ' +
        `node -p 'crypto.randomBytes(${bytes}).toString("base64url")' and keep them with the backups. ` +
        `(Files session-secret and sealing-keys of an earlier start are used where they are in ${dataDir}.)`,
    );
  }
  return `${randomBytes(bytes).toString('base64url')}\n`;
}
