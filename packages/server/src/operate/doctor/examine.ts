import path from 'node:path';
import { createLiveSources, type LiveSources } from '../../market/connectors/create-sources.ts';
import { OperatorError } from '../../ground/errors.ts';
import { listMigrations } from '../../ground/database/migrate.ts';
import { readServerState, type ServerState } from '../../ground/database/server-state.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { listKnownSources } from '../../market/sources/known-sources.ts';
import { CLOCK_LIMITS } from '../telemetry/clock-watch.ts';
import { getDataStatus } from '../support/get-data-status.ts';
import { type Check, fault, ok, reasonOf } from './check.ts';
import { checkClock, type ComparedClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkDisk } from './check-disk.ts';
import { checkAlerts, checkQueues } from './check-queues.ts';
import { checkMail, checkMailQueue } from './check-mail.ts';
import { checkOrigin, checkRuns } from './check-runs.ts';
import { checkReplica } from './check-replica.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkConnections, checkService } from './check-service.ts';
import { checkStamps } from './check-stamps.ts';
import { checkSources } from './check-sources.ts';
import type { DoctorContext, InspectedDatabase } from './doctor-context.ts';
import { addressOf, type FoundService, findService } from './find-service.ts';
import { type Probe, probeSource } from './probe-source.ts';

/**
 * Looks at everything that an installation rests on and changes nothing: each enabled source is sent one request, the database's sessions
 * cannot write, and no mail is sent. What cannot be looked at is a check that says so. Closing the database is left to the caller.
 */
export async function examine(context: DoctorContext): Promise<Check[]> {
  const { config, version, fetch } = context;
  const opened = await openDatabase(context);
  const database = 'db' in opened ? opened : undefined;
  const state = database && (await readServerState(database.db));
  const { firstAddress = addressOf(config) } = context;
  const addresses = [...new Set([addressOf(config), firstAddress])];
  const service = await findService(fetch, addresses);
  const now = clockOf(context, service);
  const probes = await probeSources(context, now);
  const place = { dataDir: config.dataDir, filesDir: database?.folder ?? config.dataDir };
  const mail = { ...config, outboxDir: path.join(config.dataDir, 'outbox') };
  const isServed = service !== undefined || state?.isServed === true;
  return [
    ok('version', 'version', `Lonja ${version} on Node ${process.versions.node}`),
    await checkDisk(place),
    ...('db' in opened ? await checkDatabase(opened, { isServed }) : [opened]),
    ...(await replicaChecks(context, database)),
    checkService(service, { addresses, version, isServed }),
    ...checkConnections(service),
    ...clockChecks(context, { service, probes, state }),
    ...checkSources(knownSources(context), probes),
    ...(database === undefined ? [] : await checkContents(context, database, now())),
    await checkMail(mail),
  ];
}

/** A database that answers, or why there is none. */
async function openDatabase(context: DoctorContext): Promise<InspectedDatabase | Check> {
  const { databaseUrl, dataDir } = context.config;
  const name = 'database';
  try {
    const opened = await context.openDatabase();
    if (opened !== undefined) {
      await readServerState(opened.db);
      return opened;
    }
    const remedy = 'set DATA_DIR to that of the service, or make one with "npm start" or "lonja import"';
    return fault(name, 'database_missing', `there is none in the data folder ${dataDir}`, remedy);
  } catch (error) {
    // Its message says what to do, as that of a folder in use on another host.
    if (error instanceof OperatorError) {
      return { name, code: 'database_refused', verdict: 'fault', text: reasonOf(error), remedy: undefined };
    }
    const remedy =
      databaseUrl === undefined ? 'see server.log in its folder' : 'check DATABASE_URL and its server';
    return fault(name, 'database_unreachable', `it cannot be opened: ${reasonOf(error)}`, remedy);
  }
}

async function replicaChecks(
  { openReplica }: DoctorContext,
  database: InspectedDatabase | undefined,
): Promise<Check[]> {
  if (openReplica === undefined || database === undefined) return [];
  const replica = openReplica();
  try {
    return [await checkReplica(database.db, replica)];
  } finally {
    await replica.destroy();
  }
}

/** The running service's clock where it is another than the command's own. */
function clockOf({ clock }: DoctorContext, service: FoundService | undefined): () => number {
  const aheadMs = service?.now === undefined ? 0 : service.now - clock.now();
  return () => clock.now() + (Math.abs(aheadMs) > CLOCK_LIMITS.another ? aheadMs : 0);
}

/** The sources as they are configured, to be listed; none of them is asked. */
function listedSources({ config, clock, fetch, version }: DoctorContext): LiveSources {
  const sleep = async () => {};
  return createLiveSources(config.sourceSettings, {
    fetch,
    now: () => clock.now(),
    sleep,
    random: () => 0,
    version,
  });
}

function knownSources(context: DoctorContext) {
  return listKnownSources({ sources: context.config.sources, liveSources: listedSources(context) });
}

async function probeSources(context: DoctorContext, now: () => number): Promise<Map<string, Probe>> {
  const { config, fetch, version, wallClock } = context;
  const asked = knownSources(context).flatMap(({ name, isFollowed }) => (isFollowed ? [name] : []));
  const settings = config.sourceSettings;
  const wallNow = () => wallClock.now();
  const probes = await Promise.all(
    asked.map((name) => probeSource(name, { settings, fetch, now, wallNow, version })),
  );
  return new Map(asked.map((name, i) => [name, probes[i]]));
}

function clockChecks(
  { config, clock, wallClock }: DoctorContext,
  found: {
    service: FoundService | undefined;
    probes: ReadonlyMap<string, Probe>;
    state: ServerState | undefined;
  },
): Check[] {
  return checkClock({
    compared: comparedClock(found, {
      isOwnDatabase: config.databaseUrl === undefined,
      wallNow: wallClock.now(),
    }),
    startsAt: config.clockStart,
    now: clock.now(),
    wallNow: wallClock.now(),
    serviceNow: found.service?.now,
  });
}

function comparedClock(
  { probes, state }: { probes: ReadonlyMap<string, Probe>; state: ServerState | undefined },
  { isOwnDatabase, wallNow }: { isOwnDatabase: boolean; wallNow: number },
): ComparedClock | undefined {
  for (const [whose, { aheadMs }] of probes) if (aheadMs !== undefined) return { whose, aheadMs };
  // The embedded server has this machine's clock.
  if (state === undefined || isOwnDatabase) return undefined;
  return { whose: 'the database', aheadMs: wallNow - state.now };
}

/** What the database holds about deliveries, runs and mail, as far as its schema is this program's. */
async function checkContents(
  context: DoctorContext,
  { db }: InspectedDatabase,
  now: number,
): Promise<Check[]> {
  if ((await listMigrations(db)).waiting.length > 0) return [];
  const dataOrigin = await findDataOrigin(db);
  const asOfNow = { db, clock: { now: () => now } };
  const status = await getDataStatus(asOfNow, { known: knownSources(context), dataOrigin });
  return [
    ...checkDeliveries(status),
    ...checkOrigin(dataOrigin, context.config.sources),
    ...(await checkRuns(db, { dataOrigin, now })),
    ...(await checkSecrets(db, context.config)),
    ...(await checkQueues(db)),
    ...(await checkMailQueue(db)),
    ...(await checkAlerts(db, now)),
    ...(await checkStamps(db, { url: context.config.evidenceTimestampUrl, now })),
  ];
}
