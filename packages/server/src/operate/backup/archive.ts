import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar';
import { z } from 'zod';
import { OperatorError } from '../../ground/errors.ts';

/** Raised when a program of before could not read what is written. */
export const FORMAT = 1;

export const FIRST_ENTRY = 'lonja-backup';
export const MANIFEST_ENTRY = 'manifest.json';
export const SECRETS_ENTRY = 'secrets.json';

/** An entry of the archive as it lies in it, compressed. */
export const Part = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
export type Part = z.infer<typeof Part>;

/** What stands in a backup. It is the archive's last entry: without it an archive is cut off. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the program that wrote it, and of PostgreSQL. */
  program: z.string(),
  postgres: z.string(),
  made_at: z.iso.datetime(),
  data_origin: z.enum(['market', 'simulator']).nullable(),
  /** Those that the database had done, in order. */
  migrations: z.array(z.string()),
  /** Each after those that it refers to; so are the entries. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), parts: z.array(Part) }),
  ),
  /** Months of which the values had a partition of their own; absent in backups of before there were such. */
  months: z.array(z.string().regex(/^\d{4}-\d{2}$/)).optional(),
  /** What each gave last. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** Null: without secrets. */
  secrets: Part.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

export interface ArchiveWriter {
  add(name: string, body: Uint8Array): Promise<Part>;
  /** Gives the archive its name; gives its size. */
  finish(): Promise<number>;
  /** Removes what has been written, unless it is finished. */
  discard(): Promise<void>;
}

/**
 * Writes an archive that only its owner reads, under another name beside its place until it is whole. A file that is there is replaced
 * with `mayReplace` alone.
 */
export async function createArchive(
  file: string,
  { mayReplace, madeAt }: { mayReplace: boolean; madeAt: number },
): Promise<ArchiveWriter> {
  const refuseToReplace = async () => {
    if (!mayReplace && (await exists(file))) {
      throw new OperatorError(`${file} is there already; name another file, or replace it with --force.`);
    }
  };
  await refuseToReplace();
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`;
  const unwritable = (cause: unknown) =>
    new OperatorError(`Cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      cause,
    });
  const handle = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
    throw unwritable(cause);
  });
  const { readable, controller } = createTarPacker();
  const written = readable.pipeTo(Writable.toWeb(createWriteStream(draft, { fd: handle, flush: true })));
  // Reported by the next entry, or by the end.
  written.catch(() => undefined);
  let isFinished = false;
  return {
    async add(name, body) {
      try {
        const header = {
          name,
          size: body.length,
          mode: 0o600,
          mtime: new Date(madeAt),
          type: 'file' as const,
        };
        const writer = controller.add(header).getWriter();
        await writer.write(body);
        await writer.close();
      } catch (error) {
        throw unwritable(error);
      }
      return { name, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
    },
    async finish() {
      try {
        controller.finalize();
        await written;
      } catch (error) {
        throw unwritable(error);
      }
      await refuseToReplace();
      const { size } = await stat(draft);
      await rename(draft, file);
      isFinished = true;
      await syncFolder(path.dirname(file));
      return size;
    },
    async discard() {
      if (isFinished) return;
      controller.error(new Error('The backup was given up.'));
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** So that the new name outlasts a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

export interface CheckedArchive {
  file: string;
  bytes: number;
  manifest: Manifest;
  /** As it was encrypted; undefined: there are none. */
  secrets: string | undefined;
}

const MIB = 2 ** 20;
/** No entry that is read as a whole is larger, rows aside. */
const LARGEST_TEXT_BYTES = 64 * MIB;
/** Of a later format, only this is sure to stand in the manifest. */
const AnyFormat = z.object({ format: z.int() });

/** Reads an archive from its first byte to its last, and holds each entry against the manifest. Nothing of it is kept in memory. */
export async function checkArchive(
  file: string,
  onProgress: (doneMiB: number, totalMiB: number) => void,
): Promise<CheckedArchive> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new OperatorError(`Cannot read ${file}: ${messageOf(cause)}.`, { cause });
  });
  const found = new Map<string, Part>();
  const texts = new Map<string, string>();
  let isFirst = true;
  let done = 0;
  for await (const { header, body } of entriesOf(file)) {
    const { name } = header;
    if (isFirst && name !== FIRST_ENTRY) throw notBackup(file);
    isFirst = false;
    const hash = createHash('sha256');
    const kept: Uint8Array[] = [];
    let bytes = 0;
    const isText = [MANIFEST_ENTRY, SECRETS_ENTRY].includes(name) && header.size <= LARGEST_TEXT_BYTES;
    for await (const piece of bytesOf(file, body)) {
      hash.update(piece);
      bytes += piece.length;
      if (isText) kept.push(piece);
    }
    if (isText) texts.set(name, Buffer.concat(kept).toString('utf8'));
    if (found.has(name)) throw damaged(file, `${name} is in it twice`);
    found.set(name, { name, bytes, sha256: hash.digest('hex') });
    done += bytes;
    onProgress(Math.min(Math.floor(done / MIB), Math.floor(size / MIB)), Math.floor(size / MIB) + 1);
  }
  if (isFirst) throw notBackup(file);
  onProgress(Math.floor(size / MIB) + 1, Math.floor(size / MIB) + 1);
  const manifest = readManifest(file, texts.get(MANIFEST_ENTRY));
  const wanted = [
    ...manifest.tables.flatMap(({ parts }) => parts),
    ...(manifest.secrets === null ? [] : [manifest.secrets]),
  ];
  for (const part of wanted) {
    const { bytes, sha256 } = found.get(part.name) ?? {};
    if (bytes !== part.bytes || sha256 !== part.sha256) throw damaged(file, part.name);
  }
  return { file, bytes: size, manifest, secrets: texts.get(SECRETS_ENTRY) };
}

/** The parts of tables, in the order in which they were written. */
export async function* readParts(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for await (const { header, body } of entriesOf(file)) {
    const bytes = await buffer(bytesOf(file, body));
    if (![FIRST_ENTRY, MANIFEST_ENTRY, SECRETS_ENTRY].includes(header.name))
      yield { name: header.name, bytes };
  }
}

async function* entriesOf(file: string): AsyncGenerator<ParsedTarEntry> {
  const archive = Readable.toWeb(createReadStream(file, { highWaterMark: MIB / 4 }));
  try {
    yield* archive.pipeThrough(createTarDecoder({ strict: true }));
  } catch (error) {
    throw asDamage(file, error);
  }
}

async function* bytesOf(file: string, body: ParsedTarEntry['body']): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw asDamage(file, error);
  }
}

function readManifest(file: string, text: string | undefined): Manifest {
  if (text === undefined) throw damaged(file, 'its end is missing');
  const json = parseJson(text);
  const format = AnyFormat.safeParse(json);
  if (format.success && format.data.format > FORMAT) {
    throw new OperatorError(
      `${file} was written by a newer program, in a format that this one does not know; restore it with that program.`,
    );
  }
  const manifest = Manifest.safeParse(json);
  if (!manifest.success) throw damaged(file, MANIFEST_ENTRY);
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asDamage(file: string, error: unknown): Error {
  if (error instanceof OperatorError) return error;
  if (error instanceof Error && 'syscall' in error) {
    return new OperatorError(`Cannot read ${file}: ${error.message}.`, { cause: error });
  }
  return damaged(file, messageOf(error).replace(/\.$/, ''), error);
}

function notBackup(file: string): OperatorError {
  return new OperatorError(`${file} is not a backup of Lonja, or its beginning is damaged.`);
}

function damaged(file: string, what: string, cause?: unknown): OperatorError {
  return new OperatorError(`${file} is damaged or cut off (${what}); use another backup.`, { cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
