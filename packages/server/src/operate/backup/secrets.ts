import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../ground/errors.ts';
import {
  parseSessionSecrets,
  type SessionSecrets,
  writtenSecrets,
} from '../../ground/secrets/session-secrets.ts';
import { hasCode, keptInPrivateFile } from '../setup/private-file.ts';

/** What makes stored secrets readable (keys in base64url, the newest first) and keeps sessions valid (likewise, separated by commas). */
const Secrets = z.object({ sealing_keys: z.array(z.string()).min(1), session_secret: z.string() });
export type Secrets = z.infer<typeof Secrets>;

const KEYS_FILE = 'sealing-keys';
const SESSION_FILE = 'session-secret';

/** Settings come before the files of the folder. */
interface Place {
  dataDir: string;
  sealingKeys: Buffer[] | undefined;
  sessionSecrets: SessionSecrets | undefined;
}

/** The secrets of an installation; nothing is made. */
export async function readSecrets(place: Place): Promise<Secrets> {
  const { dataDir } = place;
  const keys = await findSealingKeys(place);
  const session = await findSessionSecrets(place);
  if (keys === undefined || session === undefined) {
    throw new OperatorError(
      `There are no secrets in ${dataDir}; set DATA_DIR, or SEALING_KEYS and SESSION_SECRET, as for the service, or leave --with-secrets out.`,
    );
  }
  return {
    sealing_keys: keys.map((key) => key.toString('base64url')),
    session_secret: writtenSecrets(session).join(','),
  };
}

export async function findSealingKeys({
  dataDir,
  sealingKeys,
}: Omit<Place, 'sessionSecrets'>): Promise<Buffer[] | undefined> {
  if (sealingKeys !== undefined) return sealingKeys;
  const text = await findText(path.join(dataDir, KEYS_FILE));
  return text
    ?.split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [Buffer.from(line.trim(), 'base64url')]));
}

export async function findSessionSecrets({
  dataDir,
  sessionSecrets,
}: Omit<Place, 'sealingKeys'>): Promise<SessionSecrets | undefined> {
  return sessionSecrets ?? parseSessionSecrets((await findText(path.join(dataDir, SESSION_FILE))) ?? '');
}

export function parseSecrets(text: string): Secrets {
  return Secrets.parse(JSON.parse(text));
}

/** Refuses to put secrets where there are others, which belong to another database. */
export async function refuseOtherSecrets(place: Place, secrets: Secrets): Promise<void> {
  const { dataDir, sealingKeys, sessionSecrets } = place;
  const configured = sealingKeys?.map((key) => key.toString('base64url'));
  const lacksKey = configured !== undefined && secrets.sealing_keys.some((key) => !configured.includes(key));
  const given = sessionSecrets && writtenSecrets(sessionSecrets);
  const lacksSecret =
    given !== undefined && secrets.session_secret.split(',').some((secret) => !given.includes(secret));
  if (lacksKey || lacksSecret) {
    throw new OperatorError(
      `${lacksKey ? 'SEALING_KEYS' : 'SESSION_SECRET'} does not have what the backup has; ` +
        'unset both, so that the secrets are written into DATA_DIR, or leave those of the backup with --without-secrets.',
    );
  }
  for (const [name, text] of filesOf(place, secrets)) {
    const file = path.join(dataDir, name);
    const there = await findText(file);
    if (there !== undefined && there.trim() !== text.trim()) {
      throw new OperatorError(
        `${file} holds the secrets of another database; restore into a new folder (DATA_DIR), or move that file elsewhere.`,
      );
    }
  }
}

/** Writes what no setting has into the data folder, as the service keeps it. */
export async function placeSecrets(place: Place, secrets: Secrets): Promise<void> {
  for (const [name, text] of filesOf(place, secrets)) {
    await mkdir(place.dataDir, { recursive: true });
    await keptInPrivateFile(path.join(place.dataDir, name), () => text);
  }
}

function filesOf({ sealingKeys, sessionSecrets }: Place, secrets: Secrets): [name: string, text: string][] {
  const keys = secrets.sealing_keys.map((key) => `${key}\n`).join('');
  return [
    ...(sealingKeys === undefined ? [[KEYS_FILE, keys] satisfies [string, string]] : []),
    ...(sessionSecrets === undefined
      ? [[SESSION_FILE, `${secrets.session_secret.replaceAll(',', '\n')}\n`] satisfies [string, string]]
      : []),
  ];
}

async function findText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}
