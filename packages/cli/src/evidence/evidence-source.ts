import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../errors.ts';

/** An entry as it was hashed, and its hash. */
export interface SignedEntry {
  entry: string;
  hash: string;
  /** Whether it has a time stamp; services of before say nothing. */
  stamped: boolean;
}

/** Where a list and its files are read from. */
export interface EvidenceSource {
  entries(): AsyncIterable<SignedEntry>;
  /** Undefined where there is none. */
  file(runId: string): Promise<Buffer | undefined>;
  /** The time stamp of an entry; undefined where there is none. */
  timestamp(seq: number): Promise<Buffer | undefined>;
}

const LIST = 'entries.jsonl';
const LONGEST_MS = 60_000;

/** The list of a service. With `folder` all that is read is also written there. */
export function serviceEvidence(baseUrl: string, folder?: string): EvidenceSource {
  const read = async (name: string) => {
    const bytes = await download(`${baseUrl}/evidence/${name}`);
    if (folder !== undefined && bytes !== undefined) await writeFile(path.join(folder, name), bytes);
    return bytes;
  };
  return {
    async *entries() {
      if (folder !== undefined) {
        await mkdir(folder, { recursive: true });
        await writeFile(path.join(folder, LIST), '');
      }
      let next: string | null = '/evidence';
      while (next !== null) {
        const bytes = await download(`${baseUrl}${next}`);
        if (bytes === undefined) throw new UsageError(`${baseUrl} has no /evidence; is it a Lonja service?`);
        const page = readPage(bytes.toString(), baseUrl);
        const lines = page.entries.map((entry) => `${JSON.stringify(entry)}\n`);
        if (folder !== undefined) await appendFile(path.join(folder, LIST), lines.join(''));
        yield* page.entries;
        if (page.next === next) throw new UsageError(`${baseUrl} gives the same page again.`);
        next = page.next;
      }
    },
    file: (runId) => read(`${runId}.json`),
    timestamp: (seq) => read(`${seq}.tsr`),
  };
}

/** A list that was saved before. */
export function savedEvidence(folder: string): EvidenceSource {
  return {
    async *entries() {
      const text = await readOptional(path.join(folder, LIST));
      if (text === undefined) {
        throw new UsageError(`${folder} has no ${LIST}; "lonja evidence verify --save ${folder}" writes it.`);
      }
      for (const line of text.toString().split('\n')) {
        if (line !== '') yield toEntry(parseJson(line, folder), folder);
      }
    },
    file: (runId) => readOptional(path.join(folder, `${runId}.json`)),
    timestamp: (seq) => readOptional(path.join(folder, `${seq}.tsr`)),
  };
}

function readPage(text: string, from: string): { entries: SignedEntry[]; next: string | null } {
  const page = parseJson(text, from);
  if (typeof page !== 'object' || page === null || !('entries' in page) || !Array.isArray(page.entries)) {
    throw new UsageError(`${from} does not answer with a list of evidence.`);
  }
  const next = 'next' in page && typeof page.next === 'string' ? page.next : null;
  if (next !== null && !/^\/evidence\?after=\d{1,15}$/.test(next)) {
    throw new UsageError(`${from} names a next page that is none of its list.`);
  }
  return { entries: page.entries.map((entry) => toEntry(entry, from)), next };
}

function toEntry(value: unknown, from: string): SignedEntry {
  if (typeof value === 'object' && value !== null && 'entry' in value && 'hash' in value) {
    const { entry, hash } = value;
    const stamped = 'stamped' in value && value.stamped === true;
    if (typeof entry === 'string' && typeof hash === 'string') return { entry, hash, stamped };
  }
  throw new UsageError(`${from} has an entry without its text or hash.`);
}

function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`What ${from} has is not JSON.`);
  }
}

async function download(url: string): Promise<Buffer | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST_MS) }).catch((cause: unknown) => {
    throw new UsageError(`${url} does not answer.`, { cause });
  });
  if (answer.status === 429) {
    const wait = Math.min(Number(answer.headers.get('retry-after') ?? 1) || 1, 60);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    return download(url);
  }
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new UsageError(`${url} answers with ${answer.status}; try again later.`);
  return Buffer.from(await answer.arrayBuffer());
}

async function readOptional(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
}
