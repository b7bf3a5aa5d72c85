import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { keptInPrivateFile } from './private-file.ts';

/** The secret that signs session tokens: made at the first start and kept in `DATA_DIR/session-secret` (mode 0600). */
export async function sessionSecret(dataDir: string): Promise<Uint8Array> {
  const file = path.join(dataDir, 'session-secret');
  const text = await keptInPrivateFile(file, () => `${randomBytes(32).toString('base64url')}\n`);
  return Buffer.from(text.trim(), 'base64url');
}
