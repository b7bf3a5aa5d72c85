import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addDays, dayStart, HOUR_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { readFirstRun, removeData, runLonja, startSmallService } from '../../../e2e/running-service.ts';
import { startEmbeddedPostgres } from '../../../packages/server/src/ground/embedded-postgres/start-embedded-postgres.ts';
import { openDatabase } from '../../../packages/server/src/ground/database/database.ts';
import { count, omieText } from '../../../packages/server/test/omie-text.ts';
import { startReceiver } from '../../../packages/server/test/webhooks/receiver.ts';
import { type Fault, underLoad } from './fault.ts';
import { clockAfter, findDatabase, type Installation, isRunning, until } from './installation.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/server/test/small-service.ts', import.meta.url));
const LONJA = fileURLToPath(new URL('../../../packages/cli/bin/lonja.mjs', import.meta.url));
const KILLED_AFTER_MS = [500, 1500, 2500, 3500, 5000, 7000, 9000];
const IMPORTED_DAYS = 1000;
/** So many kills, later and later, end in one after the end on any machine. */
const MOST_KILLS = 15;
const DELIVERIES = 40;
const STOPS_WITHIN_S = 10;

export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'process killed',
    run: (shared) =>
      underLoad(shared, { promise: 'the service is killed and started again', backWithinS: 30 }, async () => {
        await shared.service().stop('SIGKILL');
        await shared.start();
      }),
  },
  { name: 'stopped', run: stop },
  { name: 'killed in delivery', run: killInDelivery },
  { name: 'killed in the first start', run: killInFirstStart },
  { name: 'killed in an import', run: killInImport },
];

/** SIGTERM: `/ready` says it before the end, what is asked meanwhile is answered, and nothing is left running. */
async function stop(shared: Installation) {
  const database = await findDatabase(shared);
  const child = shared.service().process;
  const exited = once(child, 'exit');
  const began = performance.now();
  child.kill('SIGTERM');
  const answers = { stopping: 0, served: 0, refused: 0 };
  while (child.exitCode === null && child.signalCode === null) {
    const status = async (route: string, headers = {}) =>
      (await fetch(shared.baseUrl + route, { headers }).catch(() => undefined))?.status;
    const [ready, served] = await Promise.all([
      status('/ready'),
      status('/markets', { authorization: `Bearer ${shared.key}` }),
    ]);
    if (ready === 503) answers.stopping++;
    if (served === 200) answers.served++;
    if (served !== undefined && served !== 200) answers.refused++;
    await sleep(100);
  }
  const [code] = await exited;
  const tookS = (performance.now() - began) / 1000;
  const isLeft = await isRunning(database.pid);
  await shared.start();
  return {
    promise: `SIGTERM: /ready says it, requests are answered meanwhile, it ends within ${STOPS_WITHIN_S} s and leaves nothing running`,
    seen: [
      `ended with ${code} after ${tookS.toFixed(1)} s`,
      `${answers.stopping} times not ready, ${answers.served} requests answered meanwhile, ${answers.refused} refused`,
      `its database ${isLeft ? 'still runs' : 'has ended'}`,
    ].join('; '),
    holds:
      code === 0 &&
      tookS <= STOPS_WITHIN_S &&
      answers.stopping > 0 &&
      answers.served > 0 &&
      answers.refused === 0 &&
      !isLeft,
  };
}

/** Kills the service while deliveries are under way. */
async function killInDelivery(shared: Installation) {
  const receiver = await startReceiver((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 300);
  });
  const ask = async (method: string, route: string, body?: object) =>
    fetch(shared.baseUrl + route, {
      method,
      headers: {
        authorization: `Bearer ${shared.key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const endpoint = { name: 'faults', url: receiver.url, events: ['forecast.published'] };
  const { id }: { id: string } = JSON.parse(await (await ask('POST', '/webhooks', endpoint)).text());
  const tests = Array.from({ length: DELIVERIES }, () => ask('POST', `/webhooks/${id}/test`));
  const asked = (await Promise.all(tests)).filter(({ ok }) => ok).length;
  // A forecast that is issued meanwhile is an event of its own.
  const pings = () => receiver.received.filter(({ headers }) => headers['svc-webhook-event'] === 'ping');
  await until(() => pings().length > 0, 'no delivery came');
  await shared.service().stop('SIGKILL');
  const before = pings().length;
  const began = performance.now();
  await shared.start();
  const ids = () => new Set(pings().map(({ headers }) => headers['svc-webhook-id']));
  await until(() => ids().size >= asked, 'deliveries are missing').catch(() => undefined);
  const tookS = (performance.now() - began) / 1000;
  const twice = pings().length - ids().size;
  await ask('DELETE', `/webhooks/${id}`);
  await receiver.close();
  return {
    promise: 'the service is killed while deliveries are under way: each comes, under its id',
    seen: `${asked} deliveries, ${before} had come before; ${ids().size} came in all, ${twice} of them twice; the last ${tookS.toFixed(1)} s after the kill`,
    holds: asked > 0 && before < asked && ids().size === asked,
  };
}

/** Kills the first start at later and later moments, migrations and first accounts among them, and lets the last one go on. */
async function killInFirstStart() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-first-'));
  const began = performance.now();
  const settings = () => ({ DATA_DIR: dataDir, SOURCES: 'simulator', CLOCK_START: clockAfter(began) });
  const { PATH = '', HOME = '' } = process.env;
  for (const afterMs of KILLED_AFTER_MS) {
    const child = spawn(process.execPath, [PROGRAM], {
      env: { PATH, HOME, PORT: '0', ...settings() },
      stdio: 'ignore',
    });
    await sleep(afterMs);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  const service = await startSmallService(settings());
  const firstRun = await readFirstRun(dataDir);
  const form = new URLSearchParams({
    username: firstRun['admin_email'] ?? '',
    password: firstRun['admin_password'] ?? '',
  });
  const signIn = await fetch(`${service.baseUrl}/api/v1/auth/token`, { method: 'POST', body: form });
  const latest = await service.get('/forecasts/latest?market_id=es&product=da', firstRun['api_key']);
  const db = openDatabase((await findDatabase({ dataDir })).url, { maxConnections: 1 });
  const counts = await sql<{ tenants: number; users: number }>`
    select (select count(*)::int from tenant) as tenants, (select count(*)::int from app_user) as users`.execute(
    db,
  );
  await db.destroy();
  await service.stop('SIGTERM');
  await removeData(dataDir);
  const { tenants, users } = counts.rows[0];
  return {
    promise: `the first start is killed ${KILLED_AFTER_MS.length} times, between 0.5 and 9 s after it began: the next one makes whole what is missing, with one set of accounts`,
    seen: `sign-in ${signIn.status}, latest forecast ${latest.status}, ${tenants} tenants, ${users} users`,
    holds: signIn.status === 200 && latest.status === 200 && users === 2,
  };
}

/** Kills imports at later and later moments: each has stored all that it read or nothing. */
async function killInImport() {
  const place = await mkdtemp(path.join(tmpdir(), 'lonja-import-'));
  const [files, dataDir] = [path.join(place, 'files'), path.join(place, 'data')];
  await mkdir(files);
  for (let n = 0; n < IMPORTED_DAYS; n++) {
    const day = addDays('2020-01-01', n);
    const hours = (dayStart(addDays(day, 1)) - dayStart(day)) / HOUR_MS;
    await writeFile(
      path.join(files, `marginalpdbc_${day.replaceAll('-', '')}.1`),
      omieText(day, count(hours)),
    );
  }
  const settings = { DATA_DIR: dataDir };
  const server = await startEmbeddedPostgres({ dataDir });
  const rows = async () => {
    const db = openDatabase(server.databaseUrl, { maxConnections: 1 });
    const { rows: found } = await sql<{ exists: boolean }>`
      select to_regclass('observation') is not null as exists`.execute(db);
    const counted = found[0].exists
      ? await sql<{ count: number }>`select count(*)::int as count from observation`.execute(db)
      : { rows: [{ count: 0 }] };
    await db.destroy();
    return counted.rows[0].count;
  };
  const seen: number[] = [];
  const { PATH = '', HOME = '' } = process.env;
  for (let afterMs = 600; seen.length < MOST_KILLS && !seen.some((stored) => stored > 0); afterMs += 600) {
    const child = spawn(process.execPath, [LONJA, 'import', 'omie', files], {
      env: { PATH, HOME, ...settings },
      stdio: 'ignore',
    });
    await Promise.race([once(child, 'exit'), sleep(afterMs)]);
    child.kill('SIGKILL');
    seen.push(await rows());
  }
  const last = await runLonja(['import', 'omie', files], settings);
  const whole = await rows();
  await server.stop();
  await rm(place, { recursive: true });
  const isEither = seen.every((stored) => stored === 0 || stored === whole);
  return {
    promise: 'an import is killed at any moment: it has stored all or nothing, and the next one completes it',
    seen: `${seen.length} killed, which had stored ${[...new Set(seen)].join(' or ')} values; the last ended with ${last.code} and ${whole} values`,
    holds: last.code === 0 && whole > IMPORTED_DAYS * 24 && isEither,
  };
}
