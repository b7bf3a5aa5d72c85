import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeData } from '../../../../e2e/running-service.ts';
import { freePort } from '../../../server/test/free-port.ts';
import { marketCsv } from '../market-csv.ts';
import { findNode20 } from './find-node.ts';
import { packLonja } from './pack-lonja.ts';

const PROJECT = path.join(import.meta.dirname, '..', '..', '..', '..');
const POLL_MS = 100;

const place = await mkdtemp(path.join(tmpdir(), 'lonja-packed-'));
const installed = path.join(place, 'node_modules', 'lonja');
const dataDir = path.join(place, 'data');
const bin = path.join(installed, 'bin', 'lonja.mjs');
let manifest: { dependencies: Record<string, string>; optionalDependencies: Record<string, string> };

/** What npm packs, outside of the checkout, with the dependencies that its manifest names and no others. */
before(async () => {
  const tarball = packLonja(place);
  await mkdir(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  manifest = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(manifest.dependencies)) {
    const link = path.join(place, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(PROJECT, 'node_modules', name), link);
  }
  const node = path.join(place, 'node_modules', `node-${process.platform}-${process.arch}`);
  await mkdir(path.join(node, 'bin'), { recursive: true });
  await writeFile(path.join(node, 'package.json'), '{}');
  await symlink(process.execPath, path.join(node, 'bin', 'node'));
});
after(async () => {
  await removeData(dataDir);
  await rm(place, { recursive: true, force: true });
});

function lonja(args: string[], { node = process.execPath, env = {} } = {}): string {
  return execFileSync(node, [bin, ...args], {
    cwd: place,
    env: { PATH: process.env['PATH'], HOME: place, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('the package holds program, application, documentation and licences, and nothing of the machine that made it', async () => {
  const files = await readdir(installed, { recursive: true });
  for (const file of [
    'main.js',
    'web/index.html',
    'docs/quick-start.md',
    'THIRD-PARTY-LICENSES',
    'README.md',
  ])
    assert.ok(files.includes(file), file);
  for (const file of files.filter((name) => /\.(js|mjs|json|html|md)$/.test(name)))
    assert.ok(!(await readFile(path.join(installed, file), 'utf8')).includes(PROJECT), file);
  assert.ok(files.every((file) => !/\.(ts|map)$|\.test\./.test(file)));
});

test('of the dependencies that npm installs with it none asks for a newer Node than the package', async () => {
  for (const name of Object.keys(manifest.dependencies)) {
    const { engines } = JSON.parse(
      await readFile(path.join(PROJECT, 'node_modules', name, 'package.json'), 'utf8'),
    );
    assert.doesNotMatch(String(engines?.node ?? ''), /2[1-9]/, name);
  }
});

const node20 = findNode20();
for (const { name, node } of [
  { name: 'this Node', node: process.execPath },
  { name: 'Node 20', node: node20 },
])
  test(
    `the command works on ${name}, with worker threads`,
    { skip: node === undefined && 'There is no Node 20 in PATH.' },
    async () => {
      const options = node === undefined ? {} : { node };
      assert.match(lonja(['--version'], options), /^\d+\.\d+\.\d+\n$/);
      await writeFile(path.join(place, 'market.csv'), marketCsv('2026-02-01', '2026-03-01'));
      const span = ['--from', '2026-02-25', '--to', '2026-03-01'];
      const args = ['backtest', '--data', 'market.csv', ...span, '--model', 'naive', '--json'];
      assert.equal(JSON.parse(lonja(args, options)).days, 5);
    },
  );

test('`lonja start` in an empty folder serves API, application and documentation, and its key is found there', async () => {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    HOME: place,
    PORT: String(port),
    SOURCES: 'simulator',
    OVERLOAD_DELAY_MS: '0',
  };
  const service = spawn(process.execPath, [bin, 'start'], {
    cwd: place,
    env: { ...env, STOP_NOTICE_S: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(service, 'exit');
  try {
    const get = (route: string) =>
      fetch(`http://127.0.0.1:${port}${route}`, { headers: { accept: 'text/html,*/*' } });
    // The accounts are there before the first forecast.
    const hasKey = () => readFile(path.join(dataDir, 'first-run.json')).catch(() => undefined);
    while ((await hasKey()) === undefined) {
      assert.equal(service.exitCode, null, log);
      await sleep(POLL_MS);
    }
    const page = await (await get('/')).text();
    const script = /src="(\/[^"]+\.js)"/.exec(page)?.[1] ?? '/missing';
    for (const route of [script, '/docs', '/docs/quick-start', '/api/v1/docs', '/api/v1/docs/js/scalar.js'])
      assert.equal((await get(route)).status, 200, route);
    assert.match(lonja(['markets']), /^id .*\nes .*Europe\/Madrid/);
  } finally {
    service.kill('SIGTERM');
    await exited;
  }
  assert.equal(service.exitCode, 0, log);
});
