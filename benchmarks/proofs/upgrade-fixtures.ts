import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startReceiver } from '../../packages/server/test/webhooks/receiver.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { createInstallation, inDatabase } from './upgrade/installation.ts';
import { startLoad } from './upgrade/load.ts';
import { record, useSecrets } from './upgrade/record.ts';
import { RELEASES, takeRelease } from './upgrade/releases.ts';
import { type Place, stop } from './upgrade/service.ts';

/**
 * Makes what `packages/server/test/upgrade` tests with, from the releases of `upgrade/releases.ts`: a small database of the first one with
 * what its API answered, and every statement that the previous one sends. `node benchmarks/proofs/upgrade-fixtures.ts`, when a release
 * becomes the previous one; the keys in it are made for it and used nowhere else.
 */
const FIXTURES = fileURLToPath(new URL('../../packages/server/test/upgrade/', import.meta.url));
const RECORDER = fileURLToPath(new URL('upgrade/statement-recorder.mjs', import.meta.url));
const LOAD_MS = 20_000;
/** At which the first release is filled. */
const FILLED_AT = Date.parse('2026-10-24T10:20:00Z');

const run = promisify(execFile);
const [first, previous] = RELEASES;
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-fixtures-'));
await using parts = new AsyncDisposableStack();
parts.defer(() => rm(folder, { recursive: true }));
const receiver = await startReceiver();
parts.defer(() => receiver.close());
await writeFirst();
await writePrevious();

async function writeFirst(): Promise<void> {
  const postgres = await startDebianPostgres();
  const sealingKey = randomBytes(32).toString('base64url');
  const place: Place = {
    dataDir: path.join(folder, 'first'),
    databaseUrl: postgres.url,
    settings: { SEALING_KEYS: sealingKey },
    aheadMs: FILLED_AT - Date.now(),
  };
  const { service, customer } = await createInstallation(await takeRelease(first), place, receiver);
  const recorded = await record(service, place, customer, ['da']);
  const now = new Date(Date.now() + place.aheadMs).toISOString();
  await stop(service);
  // Only what these answers need, so that the file is small.
  await inDatabase(place, (client) =>
    client.query(`
      delete from observation using feed
        where feed.id = feed_id and (series <> 'price.da' or start_at < '${now}'::timestamptz - interval '8 days');
      delete from forecast_run where product <> 'da';
      delete from forecast_point where resolution = 'PT15M';
      delete from forecast_contribution;
      delete from price_announcement;
      delete from event where type = 'prices.published';
      delete from calibration_forecast;
      delete from request_window;
    `),
  );
  const { stdout: dump } = await run(
    `/usr/lib/postgresql/${postgres.version}/bin/pg_dump`,
    ['--schema=public', '--no-owner', '--inserts', '--rows-per-insert=1000', postgres.url],
    { maxBuffer: 2 ** 28 },
  );
  const sql = dump
    .split('\n')
    .filter((line) => !/^(--|\\|$)/.test(line) && line !== 'CREATE SCHEMA public;')
    .join('\n');
  const isKept = (route: string) => !/fundamentals|\/statistics|\/events/.test(route);
  const sessionSecret = (await readFile(path.join(place.dataDir, 'session-secret'), 'utf8')).trim();
  await write('first-release.json.gz', {
    commit: first.commit,
    now,
    sealingKey,
    sessionSecret,
    customer,
    answers: [...recorded.answers]
      .filter(([route, { status }]) => status === 200 && isKept(route))
      .map(([route, { token, body }]) => ({ route, token, body })),
    sql,
  });
  await postgres.stop();
}

async function writePrevious(): Promise<void> {
  const postgres = await startDebianPostgres();
  const file = path.join(folder, 'statements');
  const place: Place = {
    dataDir: path.join(folder, 'previous'),
    databaseUrl: postgres.url,
    settings: {
      SEALING_KEYS: randomBytes(32).toString('base64url'),
      SESSION_SECRET: randomBytes(32).toString('base64url'),
      NODE_OPTIONS: `--import=${RECORDER}`,
      STATEMENTS_FILE: file,
    },
    aheadMs: 0,
  };
  const { service, customer } = await createInstallation(await takeRelease(previous), place, receiver);
  const load = startLoad([service], { place, customer, receiver });
  await sleep(LOAD_MS);
  await load.end();
  await record(service, place, customer, ['da', 'ida1', 'ida2', 'ida3']);
  const faults = [...load.faults, ...(await useSecrets(service, place, { customer, receiver }))];
  await stop(service);
  await postgres.stop();
  if (faults.length > 0) throw new Error(`The previous release failed by itself: ${faults.join('; ')}`);
  const statements = (await readFile(file, 'utf8')).trim().split('\n');
  const own = new Set(statements.map((line) => String(JSON.parse(line))).filter(isOfTables));
  await write('previous-statements.json.gz', { commit: previous.commit, statements: [...own].toSorted() });
}

/** Statements on Lonja's own tables; not those of the job queue, of migrations and of sessions. */
function isOfTables(text: string): boolean {
  const isOne = !/;\s*\S/.test(text);
  return (
    isOne &&
    /^\s*(with|select|insert|update|delete)\b/i.test(text) &&
    !/pgboss|kysely_migration|pg_advisory/.test(text)
  );
}

async function write(name: string, contents: object): Promise<void> {
  const packed = gzipSync(JSON.stringify(contents), { level: 9 });
  await writeFile(path.join(FIXTURES, name), packed);
  process.stderr.write(`${name}: ${(packed.length / 1024).toFixed(0)} KiB\n`);
}
