import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';

const POLL_MS = 100;
const MOST_POLLS = 600;

/** The code that was mailed to an address. */
export function mailedCode(dataDir: string, address: string): Promise<string> {
  return findInMail(dataDir, address, /^Subject: (\d{6})/m);
}

/** The link that was mailed to an address, path and query. */
export function mailedLink(dataDir: string, address: string): Promise<string> {
  return findInMail(dataDir, address, /^https?:\/\/[^/\s]+(\/\S+\?token=\S+)/m);
}

/** Waits for a mail with that text, in the folder where mail goes without a mail server. */
export async function findInMail(dataDir: string, address: string, wanted: RegExp): Promise<string> {
  const outbox = path.join(dataDir, 'outbox');
  for (let i = 0; i < MOST_POLLS; i++) {
    // What ends otherwise is still being written.
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    // The newest first: a code or link that was asked for again takes the place of the earlier one.
    for (const name of names.toSorted((a, b) => b.localeCompare(a))) {
      const mail = await readFile(path.join(outbox, name), 'utf8');
      if (!mail.includes(`To: ${address}`)) continue;
      const { subject = '', text = '' } = await PostalMime.parse(mail);
      const found = wanted.exec(`Subject: ${subject}\n${text}`)?.[1];
      if (found !== undefined) return found;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`Nothing like ${wanted} was mailed to ${address}.`);
}
