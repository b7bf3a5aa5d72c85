import { execFileSync, type ChildProcess, spawn, spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { startTestCluster, TEMPLATE_DATABASE } from '../test-cluster.ts';
import { buildImage } from './build-image.ts';
import { type Image, PROJECT, readImage } from './dockerfile.ts';

/**
 * `npm run check:image`: carries out the steps of the Dockerfile without Docker, and runs the result as a container would be run, on a
 * PostgreSQL with the two roles of deploy/postgres. Takes minutes; needs Linux, root, psql and openssl.
 */
const RUN = path.join(import.meta.dirname, 'run-image.sh');
const DEPLOY = path.join(PROJECT, 'deploy');
const POLL_MS = 3000;
/** That of Debian's images. */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const say = (text: string) => process.stdout.write(`${text}\n`);
const image = await readImage();
const uid = image.user.split(':')[0];
const place = await mkdtemp('/var/tmp/lonja-image-');
const cluster = await startTestCluster();
let service: ChildProcess | undefined;
let log = '';
try {
  const app = await buildImage(place, (step) => say(`RUN ${step}`));
  say(`/app holds ${execFileSync('du', ['-sh', app], { encoding: 'utf8' }).split('\t')[0]}`);
  const root = path.join(place, 'root');
  await mkdir(root);
  const environment: Record<string, string> = {
    ...image.environment,
    ...makeDatabase(cluster.url),
    PATH: image.environment['PATH'].replace('$PATH', SYSTEM_PATH),
    PORT: String(await freePort()),
    SOURCES: 'simulator',
    CHALLENGERS: 'false',
  };
  const node = path.dirname(process.execPath);
  const args = ['--mount', '--propagation=private', '/bin/sh', RUN, root, app, node, uid, ...image.command];
  const startedAt = performance.now();
  service = spawn('unshare', args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  service.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  while (!isHealthy(image, environment)) {
    assert.equal(service.exitCode, null, 'the service ended');
    await sleep(POLL_MS);
  }
  say(
    `healthy after ${secondsSince(startedAt)} s, as user ${await statusOf(service, 'Uid')} with capabilities ${await statusOf(service, 'CapEff')}`,
  );
  await ask(`http://127.0.0.1:${environment['PORT']}`, await firstKey(service, environment['DATA_DIR']));
  say(inside(service, environment, ['lonja', '--version']));
  say(inside(service, environment, ['lonja', 'superadmin', 'ops@example.com']));
  for (const folder of ['/app', '/etc', '/'])
    assert.throws(() => inside(service, environment, ['touch', `${folder}/file`]), /Read-only file system/);
  say('nothing outside of DATA_DIR and /tmp can be written to');
  say(`peak of memory: ${await statusOf(service, 'VmHWM')}`);
  const stoppedAt = performance.now();
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  const [code] = await exited;
  say(`SIGTERM: ended with ${code} after ${secondsSince(stoppedAt)} s`);
  assert.equal(code, 0);
  assert.match(log, /"msg":"stopped"/);
  const complaints = log.split('\n').filter((line) => /"level":"(warn|error|fatal)"/.test(line));
  say(`the log has ${complaints.length} warnings and errors\n${complaints.join('\n')}`);
} catch (error) {
  say(`The end of the service's log:\n${log.slice(-4000)}`);
  throw error;
} finally {
  service?.kill('SIGKILL');
  await cluster.stop();
  await rm(place, { recursive: true, force: true });
}

/** Makes the roles as compose.yaml does, and gives the secrets of an environment file. */
function makeDatabase(clusterUrl: string): Record<string, string> {
  const { hostname, port, username, password } = new URL(clusterUrl);
  const secrets = execFileSync('sh', [path.join(DEPLOY, 'make-secrets.sh')], {
    env: { ...process.env, DATABASE_HOST: `${hostname}:${port}` },
    encoding: 'utf8',
  });
  const { POSTGRES_PASSWORD: _unused, LONJA_DB_PASSWORD = '', ...rest } = parseEnv(secrets);
  const env = {
    ...process.env,
    LONJA_DB_PASSWORD,
    POSTGRES_USER: username,
    PGUSER: username,
    PGHOST: hostname,
    PGPORT: port,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: 'postgres',
  };
  // As new as the server of an image: what a cluster of the tests begins with goes.
  const drops = [`database ${TEMPLATE_DATABASE}`, 'database lonja', 'role lonja_tenant', 'role lonja'];
  execFileSync('psql', ['--quiet', ...drops.map((what) => `--command=drop ${what}`)], { env });
  execFileSync('sh', [path.join(DEPLOY, 'postgres/create-roles.sh')], { env });
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? '']));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** By the command of HEALTHCHECK itself. */
function isHealthy({ healthCheck: [, ...args] }: Image, environment: Record<string, string>): boolean {
  const { PORT } = environment;
  return spawnSync(process.execPath, args.slice(args.indexOf('-e')), { env: { PORT } }).status === 0;
}

/** A line of what the kernel says of the process. */
async function statusOf({ pid }: ChildProcess, name: string): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1].replaceAll('\t', ' ') ?? '';
}

async function firstKey({ pid }: ChildProcess, dataDir: string): Promise<string> {
  const { api_key: key } = JSON.parse(await readFile(`/proc/${pid}/root${dataDir}/first-run.json`, 'utf8'));
  return key;
}

/** What people and programs ask first. */
async function ask(baseUrl: string, key: string): Promise<void> {
  const page = await fetch(`${baseUrl}/`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  const script = /src="(\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const forecast = '/api/v1/forecasts/latest?market_id=es&product=da';
  const headers = { authorization: `Bearer ${key}` };
  const replies = [
    page,
    await fetch(`${baseUrl}${script}`),
    await fetch(`${baseUrl}${forecast}`, { headers }),
  ];
  for (const { status, url, headers: got } of replies) {
    say(`GET ${new URL(url).pathname}: ${status} ${got.get('content-type')}`);
    assert.equal(status, 200);
  }
}

/** Runs a command beside the service, as `docker exec` does. */
function inside(
  service: ChildProcess | undefined,
  environment: Record<string, string>,
  command: string[],
): string {
  const drop = [
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ];
  const enter = [`--target=${service?.pid}`, '--mount', '--root'];
  const { status, stdout, stderr } = spawnSync(
    'nsenter',
    [...enter, 'setpriv', ...drop, 'env', '--chdir=/app', ...command],
    {
      env: environment,
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

function secondsSince(instant: number): string {
  return ((performance.now() - instant) / 1000).toFixed(1);
}
