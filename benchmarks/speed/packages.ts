/**
 * Builds each package as it is published, installs it in an empty folder and starts it once: sizes and times. With a folder of another
 * version that is installed (`npm ci`), also how long each needs from its first start to its first forecasts, on the simulator, in turns.
 * Run: node benchmarks/speed/packages.ts [FOLDER] > benchmarks/speed/packages.md
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { cpus, release, tmpdir, type } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packLonja } from '../../packages/cli/test/package/pack-lonja.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { commitName } from '../accuracy/commit-name.ts';

const PROJECT = path.join(import.meta.dirname, '..', '..');
const PYTHON = '/usr/bin/python3';
const INSTALLED_PYTHON = path.join('venv', 'bin', 'python');
const ROUNDS = Number(process.env['ROUNDS'] ?? 2);
const PRODUCTS = ['da', 'ida1', 'ida2', 'ida3'];
const MOST_START_MS = 600_000;

interface Package {
  name: string;
  /** Gives the packed file. */
  build: () => Promise<string>;
  install: (file: string, folder: string) => void;
  /** Arguments and program that load it. */
  use: [string, string[]];
}

const place = await mkdtemp(path.join(tmpdir(), 'lonja-packages-'));
const packages: Package[] = [
  {
    name: '`lonja`: command, service, web application',
    build: async () => packLonja(place),
    install: npmInstall,
    use: [process.execPath, ['node_modules/lonja/bin/lonja.mjs', '--version']],
  },
  {
    name: '`@lonja/client`',
    build: () => packWorkspace('client'),
    install: npmInstall,
    use: [process.execPath, ['--input-type=module', '-e', 'await import("@lonja/client")']],
  },
  {
    name: '`@lonja/forecasting`',
    build: () => packWorkspace('forecasting'),
    install: npmInstall,
    use: [process.execPath, ['--input-type=module', '-e', 'await import("@lonja/forecasting")']],
  },
  {
    name: '`lonja` for Python, on the httpx and pydantic of the system',
    build: packPython,
    install: pipInstall,
    use: [INSTALLED_PYTHON, ['-c', 'import lonja']],
  },
];
try {
  const rows: string[] = [];
  for (const each of packages) rows.push(await measure(each));
  const other = process.argv[2];
  print(rows, other === undefined ? [] : await compareStarts(path.resolve(other)));
} finally {
  await rm(place, { recursive: true, force: true });
}

async function measure({ name, build, install, use: [program, args] }: Package): Promise<string> {
  const file = await build();
  const installs: number[] = [];
  let folder = '';
  // The first fills the cache of the package manager.
  for (let i = 0; i < 2; i++) {
    folder = await mkdtemp(path.join(place, 'install-'));
    installs.push(secondsOf(() => install(file, folder)));
  }
  const start = secondsOf(() => execFileSync(program, args, { cwd: folder, stdio: 'ignore' }));
  const figures = [
    ((await stat(file)).size / 1e6).toFixed(2),
    ((await bytesBelow(folder)) / 1e6).toFixed(1),
    installs[1].toFixed(1),
    start.toFixed(2),
  ];
  process.stderr.write(`${name}: ${figures.join(' ')}\n`);
  return `| ${name} | ${figures.join(' | ')} |`;
}

function secondsOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1000;
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

async function packWorkspace(name: string): Promise<string> {
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', `@lonja/${name}`], {
    cwd: PROJECT,
    stdio: ['ignore', 2, 2],
  });
  const dist = path.join(PROJECT, 'packages', name, 'dist');
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', dist], {
    cwd: place,
    encoding: 'utf8',
  });
  return path.join(place, packed.trim());
}

async function packPython(): Promise<string> {
  const dist = path.join(place, 'python');
  execFileSync(process.execPath, [path.join(PROJECT, 'packages/python/tools/build-package.ts'), dist], {
    stdio: ['ignore', 2, 2],
  });
  const wheel = (await readdir(dist)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('No wheel was built.');
  return path.join(dist, wheel);
}

function npmInstall(file: string, folder: string): void {
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', file], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
}

function pipInstall(file: string, folder: string): void {
  execFileSync(PYTHON, ['-m', 'venv', '--system-site-packages', 'venv'], { cwd: folder });
  execFileSync(INSTALLED_PYTHON, ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', file], {
    cwd: folder,
  });
}

async function compareStarts(other: string): Promise<string[]> {
  const measured = new Map<string, number[][]>();
  for (let round = 0; round < ROUNDS; round++) {
    const ways = [
      [`commit ${commitName()}`, PROJECT],
      [`commit ${commitIn(other)}`, other],
    ] as const;
    for (const [name, project] of round % 2 === 0 ? ways : ways.toReversed()) {
      const seconds = await firstForecasts(project);
      process.stderr.write(`${name}: ${seconds.map((value) => value.toFixed(1)).join(' ')}\n`);
      measured.set(name, [...(measured.get(name) ?? []), seconds]);
    }
  }
  return [...measured].map(([name, rounds]) => {
    const means = PRODUCTS.map((_, i) => rounds.reduce((sum, seconds) => sum + seconds[i], 0) / ROUNDS);
    return `| ${name} | ${means.map((value) => value.toFixed(0)).join(' | ')} |`;
  });
}

function commitIn(folder: string): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
}

/** Seconds from the first start until each product has a forecast. */
async function firstForecasts(project: string): Promise<number[]> {
  const data = await mkdtemp(path.join(place, 'data-'));
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: data, PORT: String(port), SOURCES: 'simulator', HOST: '127.0.0.1' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['packages/server/src/main.ts'], {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 2],
  });
  const seconds = PRODUCTS.map(() => Number.NaN);
  while (seconds.some(Number.isNaN) && performance.now() - startedAt < MOST_START_MS) {
    await sleep(250);
    const key = await readFile(path.join(data, 'first-run.json'), 'utf8').then(
      (text) => String(JSON.parse(text).api_key),
      () => undefined,
    );
    if (key === undefined) continue;
    for (const [i, product] of PRODUCTS.entries()) {
      if (!Number.isNaN(seconds[i])) continue;
      const address = `http://127.0.0.1:${port}/api/v1/forecasts/latest?market_id=es&product=${product}`;
      const isThere = await fetch(address, { headers: { authorization: `Bearer ${key}` } }).then(
        async (answer) => {
          await answer.body?.cancel();
          return answer.ok;
        },
        () => false,
      );
      if (isThere) seconds[i] = (performance.now() - startedAt) / 1000;
    }
  }
  child.kill('SIGTERM');
  await once(child, 'exit');
  return seconds;
}

function print(rows: string[], starts: string[]): void {
  const [{ model } = { model: '' }] = cpus();
  console.log(`# Packages: sizes, installation, first start

Regenerate: \`node benchmarks/speed/packages.ts [FOLDER] > benchmarks/speed/packages.md\`, where FOLDER has another version, installed.

- commit ${commitName()}; ${model}, ${cpus().length} cores, ${type()} ${release()}; Node ${process.versions.node}
- installed: all files of an empty folder after the installation, with dependencies; seconds: the second installation, from npm's cache
- first use: \`lonja --version\`, or to import the package

| package | packed, MB | installed, MB | installed in, s | first use, s |
|---|---:|---:|---:|---:|
${rows.join('\n')}`);
  if (starts.length === 0) return;
  console.log(`
## From the first start to the first forecasts

On the simulator, in an empty data folder; mean of starts in turns, ${ROUNDS} of each, seconds.

| version | ${PRODUCTS.join(' | ')} |
|---|${PRODUCTS.map(() => '---:|').join('')}
${starts.join('\n')}`);
}
