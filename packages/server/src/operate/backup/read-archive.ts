import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { z } from 'zod';
import { OperatorError } from '../../ground/errors.ts';
import { FIRST_ENTRY, FORMAT, Manifest, MANIFEST_ENTRY, type Part, SECRETS_ENTRY } from './manifest.ts';

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
