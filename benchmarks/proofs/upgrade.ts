import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startReceiver } from '../../packages/server/test/webhooks/receiver.ts';
import { commitName } from '../accuracy/commit-name.ts';
import { report as reportPromises, say } from './report.ts';
import { turnedAway } from './upgrade/ask.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';
import { createDatabase, dumpDatabase, loadDump } from './upgrade/databases.ts';
import { type Customer, createInstallation } from './upgrade/installation.ts';
import { compare, MARKETS, record, type Recorded, useSecrets } from './upgrade/record.ts';
import { PRESENT, type Program, type Release, RELEASES, takeRelease } from './upgrade/releases.ts';
import { upgradeAcrossGate } from './upgrade/across-gate.ts';
import { roll } from './upgrade/rolling.ts';
import { type Place, type Service, start, stop } from './upgrade/service.ts';

/**
 * Proves that an installation of an earlier release becomes one of the working tree with every value and secret intact:
 * `npm run proof:upgrade`, as root or with a user that may run PostgreSQL. In place on the embedded database; rolling, on Debian's
 * PostgreSQL, with processes of both releases side by side; and by a restore of each backup. Ends with 1 where a promise was broken, and
 * writes the table to `upgrade.md`; `-- gate` tries the upgrade across a gate alone (`upgrade-at-gate.md`). The releases are kept in the
 * temporary folder for the next time; where it fails, so are the logs.
 */
const run = promisify(execFile);
const REPORT = fileURLToPath(new URL('upgrade.md', import.meta.url));
const CLI = path.join(PRESENT.folder, 'packages/cli/bin/lonja.mjs');
const ALL = Object.keys(MARKETS) as (keyof typeof MARKETS)[];
/** Runs of the other products are issued anew while processes of two releases run. */
const LEFT_ALONE = ['da', 'ida1'] as const;

interface Promised {
  from: string;
  way: string;
  seen: string;
  faults: string[];
  /** Not promised: shown, and no fault of the proof. */
  isBeyondPromise?: boolean;
}

const begun = performance.now();
const results: Promised[] = [];
const running = new Set<Service>();
await using parts = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-upgrade-'));
parts.defer(async () => {
  for (const service of running) await stop(service);
  if (process.exitCode === 0) await rm(folder, { recursive: true });
});
process.exitCode = 1;
const receiver = await startReceiver();
parts.defer(() => receiver.close());
say(`logs are in ${folder}`);
const isGateAlone = process.argv[2] === 'gate';
for (const release of isGateAlone ? [] : RELEASES) {
  say(`taking the ${release.name} release`);
  const program = await takeRelease(release);
  await inPlace(release, program);
  await rolling(release, program);
}
if (!isGateAlone) await report();
const isAtGate = await atGate();
process.exitCode =
  isAtGate && results.every(({ faults, isBeyondPromise }) => faults.length === 0 || isBeyondPromise) ? 0 : 1;

/** The rolling upgrade again, across the gate of an auction; its table is `upgrade-at-gate.md`. */
async function atGate(): Promise<boolean> {
  const release = RELEASES[RELEASES.length - 1];
  say(`across the gate, from the ${release.name} release`);
  const postgres = await startDebianPostgres();
  parts.defer(() => postgres.stop());
  const settings = { SEALING_KEYS: newSecret(), SESSION_SECRET: newSecret() };
  const place = { ...placeOf('gate'), databaseUrl: postgres.url, settings };
  const program = await takeRelease(release);
  const promises = await upgradeAcrossGate(program, place, { postgres, receiver, running });
  for (const service of running) await end(service);
  await reportPromises(promises, {
    file: new URL('upgrade-at-gate.md', import.meta.url),
    intro: `# A rolling upgrade at 12:05

\`npm run proof:upgrade -- gate\`, commit ${commitName()}, ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} cores, with the
simulator and small models: the installation is of commit ${release.commit.slice(0, 7)} (schema up to ${release.lastMigration}). Its clock is that of the machine,
moved to two hours before noon in Madrid for the filling, and then to 11:58.
`,
  });
  return promises.every(({ holds }) => holds);
}

/** Starts the working tree on the data folder of a release that has stopped. */
async function inPlace({ name }: Release, program: Program): Promise<void> {
  const place = placeOf(`${name}-in-place`);
  say(`${name}, in place: filling`);
  const { service, customer } = await createInstallation(program, place, receiver);
  running.add(service);
  const recorded = await record(service, place, customer, ALL);
  await end(service);
  say(`${name}, in place: upgrading`);
  const upgraded = await started(place);
  const kept = await isKept(upgraded, place, recorded, customer);
  results.push({ from: name, way: 'in place, the embedded database', ...kept });
  const postgres = await startDebianPostgres();
  try {
    await restoreBoth({ name, way: 'in place' }, place, { recorded, customer, postgres });
  } finally {
    await end(upgraded);
    await postgres.stop();
  }
}

/** Starts the working tree beside a release that works; before, what pg_dump gives of it is restored and upgraded. */
async function rolling({ name }: Release, program: Program): Promise<void> {
  const postgres = await startDebianPostgres();
  const settings: Record<string, string> = { SEALING_KEYS: newSecret() };
  // Version one has it in its data folder alone.
  if (name !== 'first') settings['SESSION_SECRET'] = newSecret();
  const place = { ...placeOf(`${name}-rolling`), databaseUrl: postgres.url, settings };
  try {
    say(`${name}, rolling: filling`);
    const { service, customer } = await createInstallation(program, place, receiver);
    running.add(service);
    const recorded = await record(service, place, customer, LEFT_ALONE);

    say(`${name}: restoring what pg_dump gives`);
    const dump = path.join(folder, `${name}.dump`);
    await dumpDatabase(postgres, dump);
    const copy = { ...place, databaseUrl: await createDatabase(postgres, 'copy') };
    await loadDump(postgres, dump, copy.databaseUrl);
    const restored = await started(copy);
    const kept = await isKept(restored, copy, recorded, customer);
    results.push({ from: name, way: 'pg_dump of the release, restored, then upgraded', ...kept });
    await end(restored);

    say(`${name}, rolling: both side by side`);
    const rolled = await roll(service, place, { customer, receiver });
    for (const started of [rolled.api, rolled.worker]) running.add(started);
    const after = await isKept(rolled.api, place, recorded, customer);
    results.push({
      from: name,
      way: `rolling, PostgreSQL ${postgres.version}`,
      seen: `${rolled.seen}; ${after.seen}`,
      faults: [...rolled.faults, ...after.faults],
      isBeyondPromise: name === 'first',
    });
    await restoreBoth({ name, way: 'rolling' }, place, { recorded, customer, postgres });
    for (const started of [rolled.api, rolled.worker, service]) await end(started);
  } finally {
    await postgres.stop();
  }
}

/** Makes a backup of an upgraded installation and restores it into an empty data folder, and into an empty database of Debian's server. */
async function restoreBoth(
  { name, way }: { name: string; way: string },
  place: Place,
  { recorded, customer, postgres }: { recorded: Recorded; customer: Customer; postgres: DebianPostgres },
): Promise<void> {
  say(`${name}, ${way}: backup and restores`);
  const slug = `${name}-${way.replace(' ', '-')}`;
  const file = path.join(folder, `${slug}.tar`);
  const passphrase = { LONJA_BACKUP_PASSPHRASE: newSecret() };
  await lonja(['backup', file, '--with-secrets'], { ...environmentOf(place), ...passphrase });

  const intoFolder = placeOf(`${slug}-restored`);
  await lonja(['restore', file], { ...environmentOf(intoFolder), ...passphrase });
  const first = await started(intoFolder);
  const inFolder = await isKept(first, intoFolder, recorded, customer);
  results.push({ from: name, way: `backup after ${way}, restored into an empty data folder`, ...inFolder });
  await end(first);

  const databaseUrl = await createDatabase(postgres, `restored_${way.replace(' ', '_')}`);
  const intoServer = { ...placeOf(`${slug}-server`), databaseUrl };
  await lonja(['restore', file], { ...environmentOf(intoServer), ...passphrase });
  const second = await started(intoServer);
  const onServer = await isKept(second, intoServer, recorded, customer);
  results.push({
    from: name,
    way: `backup after ${way}, restored onto PostgreSQL ${postgres.version}`,
    ...onServer,
  });
  await end(second);
}

/** Whether a service of the working tree answers as the release did, and every secret works there. */
async function isKept(
  service: Service,
  place: Place,
  recorded: Recorded,
  customer: Customer,
): Promise<Pick<Promised, 'seen' | 'faults'>> {
  const faults = [
    ...(await compare(service, place, recorded)),
    ...(await useSecrets(service, place, { customer, receiver })),
  ];
  if (recorded.runs === 0 || recorded.scored === 0) faults.push('there was no run or no accuracy to compare');
  const { answers, rows, runs } = recorded;
  return {
    seen: `${answers.size} answers with ${runs} runs and ${rows.size} rows the same; 6 secrets work`,
    faults,
  };
}

function placeOf(name: string): Place {
  return { dataDir: path.join(folder, name), aheadMs: 0 };
}

async function started(place: Place): Promise<Service> {
  const service = await start(PRESENT, place);
  running.add(service);
  return service;
}

async function end(service: Service): Promise<void> {
  running.delete(service);
  const code = await stop(service);
  if (code !== 0) throw new Error(`A service ended with ${code} (${service.log}).`);
}

function environmentOf({ dataDir, databaseUrl, settings }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }), ...settings };
}

async function lonja(args: string[], environment: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  await run(PRESENT.node, [CLI, ...args], { env: { PATH, HOME, ...environment } });
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function report(): Promise<void> {
  const verdict = ({ faults, isBeyondPromise }: Promised) => {
    if (isBeyondPromise)
      return faults.length === 0 ? 'not promised; it held' : 'not promised; it did not hold';
    return faults.length === 0 ? 'yes' : '**no**';
  };
  const table = results.map((result) => {
    const seen = [result.seen, ...result.faults.slice(0, 3)].join('; ').replaceAll('|', '/');
    return `| ${result.from} | ${result.way} | ${seen} | ${verdict(result)} |`;
  });
  const releases = RELEASES.map(
    ({ name, commit, lastMigration }) =>
      `- ${name}: commit ${commit.slice(0, 7)}, schema up to ${lastMigration}`,
  );
  const minutes = ((performance.now() - begun) / 60_000).toFixed(0);
  const text = `# Upgrades from earlier releases

\`npm run proof:upgrade\`, commit ${commitName()}, ${new Date().toISOString().slice(0, 10)}: ${minutes} minutes on
${availableParallelism()} cores, with the simulator and small models. Each release is started for the first time three days before,
gets a corrected price, users, a second factor, keys, webhooks, rules, sites and a ticket by its own API, and becomes an installation of
this commit.

${releases.join('\n')}

*The same* means: every field of every answer that the release gave (runs by id and as of two instants, prices, accuracy,
webhooks, sites, users, keys, settings, tickets) has its value still, and every observation with its revisions, entry of the audit and
event is there. Hourly prices and figures of errors may be a cent away, as an hour's price is exact after release 1.0.0; figures of
prices, which are by quarter hours since, are not compared. *Secrets*: an API key, a session, a password, a second factor, a recovery code, and the secret of a webhook, with which a
delivery is signed. *Rolling*: a new API process, then a new worker start beside the old process, under reads and writes at all of
them. No answer but the right one is let pass (a process that says that it is overloaded is asked again), each run is issued once, each
event is delivered and signed, and the old process logs no error.
The schema is compatible one release back, so rolling is promised from the previous release alone. ${turnedAway.count} requests of the proof
were turned away by a process that was overloaded, and asked again.

| from | way | seen | holds |
|---|---|---|---|
${table.join('\n')}
`;
  await writeFile(REPORT, text);
  process.stdout.write(`${text}\n`);
  for (const { from, way, faults } of results) for (const fault of faults) say(`${from}, ${way}: ${fault}`);
}
