import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../errors.ts';
import { reasonOf } from '../files.ts';

/** How a person stands with one service. */
export interface StoredCredential {
  kind: 'session' | 'api_key';
  credential: string;
  /** Of a session: whose it is, and until when. */
  email?: string;
  expires_at?: string;
}

/** Credentials by the address of the service. A credential is only ever sent to the service that it is of. */
export interface StoredCredentials {
  /** The service that was signed in to last. */
  current: string | undefined;
  services: Record<string, StoredCredential>;
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export async function readCredentials(file: string): Promise<StoredCredentials> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { current: undefined, services: {} };
    throw new UsageError(`The credentials in ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
  try {
    return parseCredentials(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${file} is damaged; remove it and run "lonja login".`, { cause: error });
  }
}

/** Replaces the file as a whole, so that a reader never finds half of it; nobody but its owner may read it. */
export async function writeCredentials(file: string, credentials: StoredCredentials): Promise<void> {
  const folder = path.dirname(file);
  const temporary = `${file}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    await chmod(temporary, OWNER_ONLY);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UsageError(`The credentials cannot be kept in ${file}: ${reasonOf(error)}.`, { cause: error });
  }
}

function parseCredentials(value: unknown): StoredCredentials {
  if (!isRecord(value) || !isRecord(value['services'])) throw new Error('There are no services.');
  const services: Record<string, StoredCredential> = {};
  for (const [address, stored] of Object.entries(value['services'])) {
    if (!isStored(stored)) throw new Error(`The credential of ${address} is damaged.`);
    services[address] = stored;
  }
  return { current: typeof value['current'] === 'string' ? value['current'] : undefined, services };
}

function isStored(value: unknown): value is StoredCredential {
  return (
    isRecord(value) &&
    (value['kind'] === 'session' || value['kind'] === 'api_key') &&
    typeof value['credential'] === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
