import path from 'node:path';
import { newSecret, type SecretPlace } from './new-secret.ts';
import { keptInPrivateFile } from './private-file.ts';

const BYTES = 32;

/** The secret that signs session tokens, from `DATA_DIR/session-secret` (mode 0600); made like the sealing keys. */
export async function readSessionSecret(place: SecretPlace): Promise<Uint8Array> {
  const file = path.join(place.dataDir, 'session-secret');
  const text = await keptInPrivateFile(file, () => newSecret(place, BYTES));
  return Buffer.from(text.trim(), 'base64url');
}
