import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExportFile, type ExportManifest, fetchExport, sendRequest } from '@lonja/client';
import { CommandFailure, UsageError } from '../errors.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { reasonOf } from '../files.ts';
import { cautions } from '../output/notes.ts';
import { printable } from '../output/printable.ts';
import type { Api } from '../session/open-api.ts';

export const DATASETS = [
  'prices',
  'forecasts',
  'fundamentals',
  'accuracy',
] as const satisfies ExportManifest['dataset'][];
export const FILE_FORMATS = ['parquet', 'csv.gz'] as const satisfies ExportFile['format'][];

export interface WantedExport {
  dataset: (typeof DATASETS)[number];
  format: (typeof FILE_FORMATS)[number];
  folder: string;
  query: Record<string, string | number | undefined>;
}

/** Of a manifest of ten years, for which the service makes the files. */
const LONGEST_MS = 600_000;
const MANIFEST = 'manifest.json';
/** Names of files, and nothing that leads out of the folder. */
const FILE_NAME = /^[\w-][\w.-]*$/;

/** Puts the files of an export into a folder, the manifest last. What is there already and has the right hash is kept. */
export async function exportFiles(api: Api, { dataset, format, folder, query }: WantedExport): Promise<void> {
  const { stdout, stderr } = api.environment;
  await prepareFolder(folder);
  stderr.write('The service makes the manifest ...\n');
  const manifest = await readManifest(api, dataset, { ...query, files: format });
  for (const caution of cautions(manifest)) stderr.write(`${caution}\n`);
  let bytes = 0;
  for (const [i, part] of manifest.parts.entries()) {
    const file = part.files.find((each) => each.format === format);
    if (file === undefined || !FILE_NAME.test(file.name))
      throw new CommandFailure(`The manifest has no usable file for ${part.date_from}.`, EXIT_CODE.failed);
    const place = path.join(folder, file.name);
    const isThere = await hasHash(place, file.sha256);
    if (!isThere) await put(place, await fetchExport(api.connection, file));
    bytes += file.bytes;
    const state = isThere ? 'already there' : `${(file.bytes / 1000).toFixed(1)} kB`;
    stderr.write(
      printable(`${i + 1} of ${manifest.parts.length}: ${file.name}, ${part.rows} rows, ${state}\n`),
    );
  }
  await put(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  stdout.write(
    `${folder}: ${manifest.rows} rows in ${manifest.parts.length} files, ${(bytes / 1000).toFixed(1)} kB\n`,
  );
}

async function readManifest(
  { connection }: Api,
  dataset: string,
  query: WantedExport['query'],
): Promise<ExportManifest> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const route = `/exports/${dataset}?${new URLSearchParams(given).toString()}`;
  const request = { method: 'GET', path: route, headers: { Accept: 'application/json' } };
  // Safe: the client takes answers of its own service by their documented form.
  return (await sendRequest({ ...connection, timeoutMs: LONGEST_MS }, request)) as ExportManifest;
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`The folder ${folder} cannot be made: ${reasonOf(error)}.`, { cause: error });
  }
}

async function hasHash(file: string, sha256: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256;
}

/** Under another name first: a file with its own name is whole. */
async function put(file: string, content: string | Uint8Array): Promise<void> {
  const aside = `${file}.partial`;
  try {
    await writeFile(aside, content);
    await rename(aside, file);
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}
