import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

/** Below this a compressed copy saves nothing worth a file. */
const MIN_COMPRESSED_BYTES = 512;
const COMPRESSED = /\.(js|css|html|svg|json|txt)$/;
const KEPT_BUILD_MS = 14 * 86_400_000;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to build into.');
await buildApplication(folder);

/** Builds beside the folder and moves the finished whole into its place. */
async function buildApplication(folder: string): Promise<void> {
  const builds = path.dirname(folder);
  await mkdir(builds, { recursive: true });
  await forgetOldBuilds(builds);
  const outDir = await mkdtemp(path.join(builds, 'unfinished-'));
  try {
    await build({
      configFile: path.join(import.meta.dirname, '../vite.config.ts'),
      logLevel: 'error',
      build: { outDir },
    });
    await compressFiles(outDir);
    await chmod(outDir, 0o755);
    await rename(outDir, folder);
  } catch (error) {
    await rm(outDir, { recursive: true, force: true });
    // Another process was quicker: its files are the same.
    if (!isTaken(error)) throw error;
  }
}

async function compressFiles(outDir: string): Promise<void> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const bytes = await readFile(file);
      if (bytes.length < MIN_COMPRESSED_BYTES) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      // With less memory tables of codes are renewed more often, which makes some scripts smaller.
      const tries = [6, 7, 8, 9].map(async (memLevel) =>
        promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION, memLevel }),
      );
      const [smallest] = (await Promise.all(tries)).toSorted((a, b) => a.length - b.length);
      await writeFile(`${file}.gz`, smallest);
    }),
  );
}

/** Builds of earlier sources are kept for a while: a process that was started on them still serves them. */
async function forgetOldBuilds(builds: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const build = path.join(builds, name);
    // Another process may be tidying too.
    const found = await stat(build).catch(() => undefined);
    const isOld = found !== undefined && Date.now() - found.mtimeMs > KEPT_BUILD_MS;
    if (isOld) await rm(build, { recursive: true, force: true });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}
