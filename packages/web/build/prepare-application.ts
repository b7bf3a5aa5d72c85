import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '..');
const BUILDER = path.join(import.meta.dirname, 'build-application.ts');
const BUILDS = path.join(PACKAGE, 'dist');

/** What the built files are made from, relative to this package. */
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'build', 'package.json', '../client/src'];

export interface PrepareOptions {
  /** False: what is not built is an error. */
  mayBuild?: boolean;
  /** Called when the files are missing or older than their sources, before they are built. */
  onBuild?: () => void;
  signal?: AbortSignal;
}

/**
 * Gives the folder of the built application, building it first where the sources have changed. The folder is named by a hash of
 * the sources and appears at once as a whole, so processes that build at the same time do no harm.
 */
export async function prepareApplication({
  mayBuild = true,
  onBuild,
  signal,
}: PrepareOptions = {}): Promise<string> {
  const folder = path.join(BUILDS, await hashSources());
  if (existsSync(folder)) return folder;
  if (!mayBuild)
    throw new Error(
      `The web application is not built in ${folder}; run "npm run build" when you package Lonja.`,
    );
  onBuild?.();
  await runBuilder(folder, signal);
  return folder;
}

async function hashSources(): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => filesBelow(path.join(PACKAGE, source))))).flat();
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(`${path.relative(PACKAGE, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesBelow(target: string): Promise<string[]> {
  if (path.extname(target) !== '') return [target];
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** A process of its own: bundling takes memory and both hands, and the service has other work meanwhile. */
function runBuilder(folder: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BUILDER, folder], { stdio: ['ignore', 'ignore', 'pipe'], signal });
    let report = '';
    child.stderr.on('data', (chunk: Buffer) => (report += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The web application could not be built (code ${code}):\n${report.slice(-4000)}`)),
    );
  });
}
