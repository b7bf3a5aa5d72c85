/**
 * Builds what npm gets: `dist/` with JavaScript, declarations and a manifest of its own, because inside the workspace the package is its
 * TypeScript. Run: npm run build --workspace @lonja/client, then npm publish packages/client/dist
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
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
cpSync(join(folder, 'README.md'), join(dist, 'README.md'));
cpSync(join(folder, '..', '..', 'LICENSE'), join(dist, 'LICENSE'));
cpSync(
  join(folder, 'src', 'webhooks', 'test-vectors.json'),
  join(dist, 'src', 'webhooks', 'test-vectors.json'),
);

function publishedManifest(): object {
  const manifest: object = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { private: _private, scripts: _scripts, ...published } = { private: true, scripts: {}, ...manifest };
  return {
    ...published,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    engines: { node: '>=20' },
  };
}
