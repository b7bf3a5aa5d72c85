/**
 * Builds what npm gets: `dist/` with JavaScript, declarations and a manifest of its own, because inside the workspace the package is its
 * TypeScript. Run: npm run build --workspace @lonja/forecasting, then npm publish packages/forecasting/dist
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');

rmSync(dist, { recursive: true, force: true });
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' });
nameCompiledWorker(join(dist, 'workers', 'threads.js'));
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
cpSync(join(folder, 'README.md'), join(dist, 'README.md'));
cpSync(join(folder, '..', '..', 'LICENSE'), join(dist, 'LICENSE'));

/** The compiler rewrites the paths of imports alone; a thread's program is named by a URL, which bundlers look for as it stands. */
function nameCompiledWorker(file: string): void {
  const source = "new URL('./forecast-worker.ts', import.meta.url)";
  const parts = readFileSync(file, 'utf8').split(source);
  if (parts.length !== 2)
    throw new Error(`${file} should hold "${source}" once, but does ${parts.length - 1} times.`);
  writeFileSync(file, parts.join(source.replace('.ts', '.js')));
}

function publishedManifest(): object {
  const manifest: object = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const {
    private: _private,
    scripts: _scripts,
    exports,
    ...published
  } = {
    private: true,
    scripts: {},
    exports: {} as Record<string, string>,
    ...manifest,
  };
  return { ...published, exports: compiledExports(exports), engines: { node: '>=20' } };
}

/** The compiled file and the declarations of each door. */
function compiledExports(sources: Record<string, string>): object {
  return Object.fromEntries(
    Object.entries(sources).map(([door, source]) => {
      const compiled = source.replace('./src/', './').replace(/\.ts$/, '');
      return [door, { types: `${compiled}.d.ts`, default: `${compiled}.js` }];
    }),
  );
}
