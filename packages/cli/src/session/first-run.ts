import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The service that was first started in this folder, and the API key that it made. */
export interface FirstRun {
  baseUrl: string;
  apiKey: string;
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const OTHERS = 0o077;

/**
 * Reads `first-run.json` of a data folder. Undefined where there is none, where it is not a file that belongs to this user alone, and
 * where it names a service on another computer.
 */
export async function findFirstRun(dataDir: string): Promise<FirstRun | undefined> {
  const file = path.join(dataDir, 'first-run.json');
  try {
    if (!(await isPrivate(file))) return undefined;
    const { base_url: baseUrl, api_key: apiKey } = JSON.parse(await readFile(file, 'utf8'));
    const isUsable = typeof baseUrl === 'string' && typeof apiKey === 'string' && isHere(baseUrl);
    return isUsable ? { baseUrl, apiKey } : undefined;
  } catch {
    return undefined;
  }
}

/** Windows has no owner and no rights of this kind. */
async function isPrivate(file: string): Promise<boolean> {
  const { uid, mode } = await stat(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS) === 0);
}

function isHere(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && LOOPBACK.has(url.hostname);
}
