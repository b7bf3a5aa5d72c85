import path from 'node:path';
import { OperatorError } from '../../ground/errors.ts';
import { SEALING_KEY_BYTES } from '../../ground/secrets/sealing.ts';
import { newSecret, type SecretPlace } from './new-secret.ts';
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
