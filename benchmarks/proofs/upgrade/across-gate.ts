import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, deliveryDayOf, instantFor, MINUTE_MS } from '@lonja/forecasting/market';
import type { Receiver } from '../../../packages/server/test/webhooks/receiver.ts';
import type { DebianPostgres } from '../debian-postgres.ts';
import { say, type Promised } from '../report.ts';
import { turnedAway } from './ask.ts';
import { createDatabase, dumpDatabase, loadDump } from './databases.ts';
import { createInstallation, inDatabase } from './installation.ts';
import { startLoad } from './load.ts';
import { PRESENT, type Program } from './releases.ts';
import { checkDeliveries, faultsOfRuns, faultsOfSites } from './rolling.ts';
import { launch, type Place, type Service, start, stop, untilReady } from './service.ts';

/** The first start and the filling take some of these. */
const FILLED_BEFORE_MS = 150 * MINUTE_MS;
const LOAD_BEFORE_MS = MINUTE_MS;
const RUN_AFTER_MS = 5 * MINUTE_MS;
/** How long after its time the run may come while all of this goes on. */
const RUN_WITHIN_MS = 3 * MINUTE_MS;
const CALM_MS = 5000;

/**
 * A rolling upgrade across the gate of the day-ahead auction. Before it, a start that would migrate is refused (on a copy of the database, whose data
 * are said to be of the market: a simulator has no bidders). Once it has closed, a new API process and a new worker start beside the old process,
 * and the run of 12:05 falls due while both are there. Customers work from a minute before the gate on.
 */
export async function upgradeAcrossGate(
  program: Program,
  installed: Place,
  { postgres, receiver, running }: { postgres: DebianPostgres; receiver: Receiver; running: Set<Service> },
): Promise<Promised[]> {
  const closesAt = nextNoon();
  const placeAt = (now: number): Place => ({ ...installed, aheadMs: now - Date.now() });
  const filled = await createInstallation(program, placeAt(closesAt - FILLED_BEFORE_MS), receiver);
  await stop(filled.service);
  const place = placeAt(closesAt - 2 * MINUTE_MS);
  const now = () => Date.now() + place.aheadMs;
  const until = (instant: number) => sleep(Math.max(0, instant - now()));
  const old = await start(program, place);
  running.add(old);

  say('a start before the gate');
  const refused = await startOnCopy(place, postgres);

  await until(closesAt - LOAD_BEFORE_MS);
  say('customers work');
  const { customer } = filled;
  const turnedAwayBefore = turnedAway.count;
  const load = startLoad([old], { place, customer, receiver });
  await until(closesAt + 1000);
  say('the gate has closed: both side by side');
  const began = performance.now();
  const settingsOf = (role: string) => ({ ...place, settings: { ...place.settings, ROLE: role } });
  const api = await launch({ ...PRESENT, name: 'present-api' }, settingsOf('api'));
  running.add(api);
  await untilReady(api);
  load.services.push(api);
  const worker = await launch({ ...PRESENT, name: 'present-worker' }, settingsOf('worker'));
  running.add(worker);
  await untilReady(worker);
  const bothFrom = clockOf(now());
  const due = closesAt + RUN_AFTER_MS;
  await until(due);
  say('the run is due');
  const publishedAt = await untilPublished(place, due, now);
  await sleep(CALM_MS);
  load.services.splice(0, 1);
  await sleep(CALM_MS);
  const sideBySideS = Math.round((performance.now() - began) / 1000);
  const code = await stop(old);
  await sleep(CALM_MS);
  await load.end();
  say('counting');

  const runsTwice = await faultsOfRuns(place);
  const sites = await faultsOfSites(place, load.sites);
  const delivered = await checkDeliveries(place, { customer, receiver });
  const ids = receiver.received.map(({ headers }) => headers['svc-webhook-id']);
  const postedTwice = ids.length - new Set(ids).size;
  const answers = [...load.answers].map(([name, count]) => `${count} of ${name}`).join(', ');
  const faults = [...load.faults, ...runsTwice, ...sites, ...delivered.faults];
  const shown = faults.length === 0 ? '' : `; ${faults.slice(0, 3).join('; ').replaceAll('|', '/')}`;
  return [
    {
      promise:
        'before the gate of 12:00 a start that would migrate a database of the market ends in a sentence and changes nothing',
      seen: refused.seen,
      holds: refused.holds,
    },
    {
      promise:
        'rolling from the previous release at 12:05: customers read and write at both, the run is published once before 12:08, nothing refused or lost; deliveries come at least once',
      seen: [
        `${sideBySideS} s side by side, the new worker ready at ${bothFrom}`,
        `the run of 12:05 published at ${publishedAt === undefined ? 'no time' : clockOf(publishedAt)}`,
        `answers: ${answers}; ${load.faults.length} wrong or refused, ${turnedAway.count - turnedAwayBefore} asked again because a process was overloaded`,
        `${load.crossed} writes at one process read at the other, ${sites.length} sites lost`,
        `${load.pings + delivered.count} deliveries signed rightly, ${delivered.faults.length} lost, ${postedTwice} posted twice`,
        `${runsTwice.length} schedules with two runs; the old process ended with ${code}${shown}`,
      ].join('; '),
      holds: faults.length === 0 && code === 0 && publishedAt !== undefined,
    },
  ];
}

/** Noon in Madrid, when the day-ahead auction closes: tomorrow's, so that a clock ahead of the machine's is used. */
function nextNoon(): number {
  return instantFor(addDays(deliveryDayOf(Date.now()), 1), { dayOffset: 0, time: '12:00' });
}

function clockOf(instant: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Europe/Madrid' }).format(instant);
}

async function startOnCopy(
  place: Place,
  postgres: DebianPostgres,
): Promise<{ seen: string; holds: boolean }> {
  const dump = path.join(path.dirname(place.dataDir), 'gate.dump');
  await dumpDatabase(postgres, dump);
  const copy = { ...place, databaseUrl: await createDatabase(postgres, 'gate') };
  await loadDump(postgres, dump, copy.databaseUrl);
  const migrations = () =>
    inDatabase(copy, async (client) => (await client.query('select from kysely_migration')).rowCount ?? 0);
  await inDatabase(copy, (client) =>
    client.query(`update service_state set value = '"market"' where key = 'data_origin'`),
  );
  const before = await migrations();
  const refused = await launch({ ...PRESENT, name: 'present-refused' }, copy);
  const [code] =
    refused.child.exitCode === null ? await once(refused.child, 'exit') : [refused.child.exitCode];
  const said = /(\d+ migrations wait, [^"\n]*)/.exec(await readFile(refused.log, 'utf8'))?.[1] ?? 'nothing';
  const added = (await migrations()) - before;
  return {
    seen: `ended with ${code}: "${said}"; ${added} migrations done`,
    holds: code !== 0 && said.includes('gate of da') && added === 0,
  };
}

/** When the run of a schedule was published; undefined: not in time. */
async function untilPublished(
  place: Place,
  scheduledFor: number,
  now: () => number,
): Promise<number | undefined> {
  return inDatabase(place, async (client) => {
    while (now() < scheduledFor + RUN_WITHIN_MS) {
      const { rows } = await client.query(
        `select published_at from forecast_run where product = 'da' and scheduled_for = $1`,
        [new Date(scheduledFor)],
      );
      if (rows.length > 0) return now();
      await sleep(500);
    }
    return undefined;
  });
}
