import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../errors.ts';
import { hasCode, keptInPrivateFile } from '../setup/private-file.ts';

/** What makes stored secrets readable (keys in base64url, the newest first) and keeps sessions valid. */
const Secrets = z.object({ sealing_keys: z.array(z.string()).min(1), session_secret: z.string() });
export type Secrets = z.infer<typeof Secrets>;

const KEYS_FILE = 'sealing-keys';
const SESSION_FILE = 'session-secret';

interface Place {
  dataDir: string;
  /** Those of SEALING_KEYS, which come before those of the folder. */
  sealingKeys: Buffer[] | undefined;
}

/** The secrets of an installation; nothing is made. */
export async function readSecrets({ dataDir, sealingKeys }: Place): Promise<Secrets> {
  const keys = await findSealingKeys({ dataDir, sealingKeys });
  const session = await findText(path.join(dataDir, SESSION_FILE));
  if (keys === undefined || session === undefined) {
    throw new OperatorError(
      `There are no secrets in ${dataDir}; set DATA_DIR to the data folder of the service, or leave --with-secrets out.`,
    );
  }
  return {
    sealing_keys: keys.map((key) => key.toString('base64url')),
    session_secret: session.trim(),
  };
}

export async function findSealingKeys({ dataDir, sealingKeys }: Place): Promise<Buffer[] | undefined> {
  if (sealingKeys !== undefined) return sealingKeys;
  const text = await findText(path.join(dataDir, KEYS_FILE));
  return text
    ?.split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [Buffer.from(line.trim(), 'base64url')]));
}

export function parseSecrets(text: string): Secrets {
  return Secrets.parse(JSON.parse(text));
}

/** Refuses to put secrets where there are others, which belong to another database. */
export async function refuseOtherSecrets({ dataDir, sealingKeys }: Place, secrets: Secrets): Promise<void> {
  for (const [name, text] of filesOf(secrets)) {
    const there = await findText(path.join(dataDir, name));
    if (there !== undefined && there.trim() !== text.trim()) {
      throw new OperatorError(
        `${path.join(dataDir, name)} holds the secrets of another database; restore into a new folder (DATA_DIR), or move that file elsewhere.`,
      );
    }
  }
  const configured = sealingKeys?.map((key) => key.toString('base64url'));
  if (configured !== undefined && secrets.sealing_keys.some((key) => !configured.includes(key))) {
    throw new OperatorError(
      "SEALING_KEYS does not have the backup's keys; unset it, so that the service uses those of the backup.",
    );
  }
}

/** Writes the secrets into a data folder, as the service keeps them. */
export async function placeSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const [name, text] of filesOf(secrets)) await keptInPrivateFile(path.join(dataDir, name), () => text);
}

function filesOf({ sealing_keys: keys, session_secret: session }: Secrets): [name: string, text: string][] {
  return [
    [KEYS_FILE, keys.map((key) => `${key}\n`).join('')],
    [SESSION_FILE, `${session}\n`],
  ];
}

async function findText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}
