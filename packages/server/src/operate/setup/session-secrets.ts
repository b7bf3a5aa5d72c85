import path from 'node:path';
import { OperatorError } from '../../ground/errors.ts';
import {
  parseSessionSecrets,
  SESSION_SECRET_BYTES,
  type SessionSecrets,
} from '../../ground/secrets/session-secrets.ts';
import { newSecret, type SecretPlace } from './new-secret.ts';
import { keptInPrivateFile } from './private-file.ts';

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
