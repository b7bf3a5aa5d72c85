import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeData } from '../../../../e2e/running-service.ts';
import { freePort } from '../../../server/test/free-port.ts';
import { findNode20 } from './find-node.ts';
import { packLonja } from './pack-lonja.ts';

/**
 * `npm run check:package`: installs the packed tarball in empty folders outside of the checkout, on Node 20 and on this Node, as a user
 * without rights where it is run as root, and does there what docs/quick-start.md says. Takes the network and about ten minutes.
 */
const UNPRIVILEGED = 65_534;
const POLL_MS = 1000;
const MOST_START_MS = 15 * 60_000;

interface Way {
  name: string;
  node: string;
  /** Undefined: the user who runs this. */
  uid?: number;
  /** Whether `npx FILE start` installs and starts in one step. */
  inOneStep?: boolean;
  /** Whether the scripts of dependencies are left out. */
  withoutScripts?: boolean;
}

const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: UNPRIVILEGED } : {};
const node20 = findNode20();
const ways: Way[] = [
  ...(node20 === undefined ? [] : [{ name: 'Node 20', node: node20, ...user }]),
  { name: `Node ${process.versions.node}`, node: process.execPath, ...user },
  { name: 'without scripts', node: process.execPath, ...user, withoutScripts: true },
  { name: 'one step', node: node20 ?? process.execPath, ...user, inOneStep: true },
  ...(isRoot ? [{ name: 'root', node: node20 ?? process.execPath }] : []),
];

const say = (text: string) => process.stdout.write(`${text}\n`);
const place = await mkdtemp('/var/tmp/lonja-package-');
try {
  await chmod(place, 0o755);
  const tarball = packLonja(place);
  const only = process.argv[2];
  if (node20 === undefined) say('There is no Node 20 in PATH: it is not tried.');
  for (const way of ways.filter(({ name }) => only === undefined || name.includes(only)))
    await tryWay(way, tarball);
} finally {
  await rm(place, { recursive: true, force: true });
}

async function tryWay(way: Way, tarball: string): Promise<void> {
  const { name, node, uid, inOneStep = false, withoutScripts = false } = way;
  const account = uid === undefined ? {} : { uid, gid: uid };
  const folder = await mkdtemp(path.join(place, 'folder-'));
  const home = await mkdtemp(path.join(place, 'home-'));
  const cache = path.join(place, `cache-${uid ?? 'own'}`);
  await mkdir(cache, { recursive: true });
  if (uid !== undefined) for (const own of [folder, home, cache]) await chown(own, uid, uid);
  const port = await freePort();
  const env = {
    ...surroundings(),
    HOME: home,
    PATH: `${path.dirname(node)}:${process.env['PATH']}`,
    npm_config_cache: cache,
    PORT: String(port),
    SOURCES: 'simulator',
  };
  const options = { cwd: folder, env, ...account };
  say(
    `\n${name}: node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}, user ${uid ?? process.getuid?.()}`,
  );
  if (!inOneStep) {
    const flags = withoutScripts ? ['--ignore-scripts'] : [];
    const installed = spawnSync('npm', ['install', ...flags, tarball], { ...options, encoding: 'utf8' });
    assert.equal(installed.status, 0, installed.stderr);
    const warnings = installed.stderr.split('\n').filter((line) => line.startsWith('npm warn'));
    say(`npm install ${flags.join(' ')}: ${warnings.length} lines of warnings\n${warnings.join('\n')}`);
  }
  const offline = { ...env, npm_config_offline: 'true' };
  // npx takes a file by a path that begins with a dot.
  const program = inOneStep ? ['--yes', `./${path.basename(tarball)}`] : ['lonja'];
  await copyFile(tarball, path.join(folder, path.basename(tarball)));
  const startedAt = performance.now();
  // In a group of its own: npx does not hand every signal on.
  const service = spawn('npx', [...program, 'start'], {
    ...options,
    env: inOneStep ? env : offline,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  try {
    await untilReady(service, port);
    say(`ready after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    const command = [...program, 'forecast'];
    let asked = spawnSync('npx', command, { ...options, env: offline, encoding: 'utf8' });
    // A machine with other work turns the first requests away, as the command says.
    for (let i = 0; i < 6 && asked.stderr.includes('The service is overloaded'); i++) {
      await sleep(10_000);
      asked = spawnSync('npx', command, { ...options, env: offline, encoding: 'utf8' });
    }
    assert.equal(asked.status, 0, asked.stderr);
    const lines = asked.stdout.trimEnd().split('\n');
    assert.ok(lines.length > 7 * 24, asked.stdout);
    say(`npx ${command.join(' ')}: ${lines.length} lines\n${lines.slice(0, 5).join('\n')}`);
    await stop(service);
    say('stopped by SIGTERM');
  } catch (error) {
    say(`The end of what the service said:\n${log.slice(-4000)}`);
    throw error;
  } finally {
    kill(service, 'SIGKILL');
    // That of root lies outside of the folder.
    await removeData(path.join(folder, 'data'));
  }
}

/** Without what npm sets for its scripts, such as `--silent`, and without a service of one's own. */
function surroundings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|LONJA_)/.test(name)));
}

async function untilReady(service: ChildProcess, port: number): Promise<void> {
  const endsAt = performance.now() + MOST_START_MS;
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/ready`).catch(() => undefined);
    if (reply?.ok === true) return;
    assert.equal(service.exitCode, null, 'the service ended');
    assert.ok(performance.now() < endsAt, 'the service was not ready in time');
    await sleep(POLL_MS);
  }
}

/** npx may end before the service that it started. */
async function stop(service: ChildProcess): Promise<void> {
  kill(service, 'SIGTERM');
  while (kill(service, 0)) await sleep(POLL_MS);
}

/** Sends a signal to all processes of the service; false where there is none left. */
function kill({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
