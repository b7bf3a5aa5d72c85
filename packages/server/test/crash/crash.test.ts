import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayRange } from '@lonja/forecasting/market';
import { simulateMarket } from '@lonja/forecasting/simulator';
import { sql } from 'kysely';
import type { Db } from '../../src/ground/database/database.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { bundleProgram } from '../bundle-program.ts';
import { createTestDatabase } from '../database.ts';
import { INGESTED, runsToPublish } from './work.ts';

const WORKER = new URL('worker-process.ts', import.meta.url);
const KILLS = 50;
const WORKERS = 3;
const QUARTERS_OF_DAY = 96;
const LOOK_MS = 50;
/** Of the auction; a run after them teaches nothing of the day that has cleared. */
const RESULTS = '13:00';

/**
 * Everything that must hold at any moment, as counts of what does not: a day that is stored in part or without its line in the
 * ledger, a run without all its points, explanations, what later runs learn from it and its event, anything twice.
 */
async function findFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with day as (
      select (start_at at time zone 'Europe/Madrid')::date as day, count(*) as periods, max(revision) as revision
      from observation join feed on feed.id = feed_id
      where series = 'price.da' and source = 'omie' group by 1
    ), run as (
      select run.id, run.scheduled_for,
        (select count(*) from forecast_point where run_id = run.id and resolution = 'PT1H') as hours,
        (select count(distinct delivery_day) from forecast_contribution where run_id = run.id) as explained,
        (select count(*) from calibration_forecast as learnt
          where learnt.product = run.product and learnt.scheduled_for = run.scheduled_for) as learnt,
        (select count(*) from event where type = 'forecast.published' and body::jsonb -> 'data' ->> 'forecast_id' = run.id::text) as events
      from forecast_run as run
    )
    select 'half a day is stored: ' || day as fault from day where periods <> ${QUARTERS_OF_DAY}
    union all select 'a value was stored twice on ' || day from day where revision > 1
    union all select 'a day is stored and not in the ledger: ' || day.day from day
      left join publication as line on line.day = day.day and line.name = 'price.da' and line.state = 'complete'
      where line.day is null
    union all select 'a day is in the ledger and not stored: ' || line.day from publication as line
      left join day on day.day = line.day where line.state = 'complete' and day.day is null
    union all select 'half a run is visible: ' || id || ' has ' || hours || ' hours' from run where hours not in (167, 168)
    union all select 'a run is not explained: ' || id from run where explained <> 7
    union all select 'later runs learn nothing from a run: ' || id from run
      where learnt <> 1 and (scheduled_for at time zone 'Europe/Madrid')::time < ${RESULTS}
    union all select 'a run has ' || events || ' events: ' || id from run where events <> 1
    union all select 'a schedule is answered twice: ' || scheduled_for from run group by scheduled_for having count(*) > 1
  `.execute(db);
  return rows.map(({ fault }) => fault);
}

async function hasStarted(child: ChildProcess): Promise<void> {
  assert.ok(child.stdout !== null);
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  assert.ok(Buffer.isBuffer(said), `a worker ended before it started: ${said}`);
}

test(`workers that are killed ${KILLS} times while they store and publish lose nothing, double nothing and show no half run`, async (t) => {
  const worker = await bundleProgram(t, WORKER);
  const { db, url, drop } = await createTestDatabase();
  const { series } = simulateMarket({ seed: 3, from: '2025-12-01', to: '2026-03-16' });
  for (const { key, unit, resolution, ...rows } of series.filter((one) => one.key === 'price.da')) {
    await appendObservations(db, { series: key, source: 'csv', resolution, unit }, rows);
  }
  const spawnWorker = (): ChildProcess =>
    spawn(process.execPath, [worker, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [kills, looks, killedAtWork] = [0, 0, 0];
  const seen = new Set<string>();
  const crashLoop = async () => {
    while (kills < KILLS) {
      const child = spawnWorker();
      await hasStarted(child);
      await sleep(Math.random() * 300);
      kills++;
      if (child.exitCode === null) killedAtWork++;
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  };
  const end = new AbortController();
  const watch = async () => {
    while (!end.signal.aborted) {
      for (const fault of await findFaults(db)) seen.add(fault);
      looks++;
      await sleep(LOOK_MS);
    }
  };
  const watching = watch();
  await Promise.all(Array.from({ length: WORKERS }, crashLoop));
  end.abort();
  await watching;
  assert.deepEqual([...seen], []);
  assert.ok(looks > KILLS, `${looks} looks`);
  assert.ok(killedAtWork > KILLS / 2, `${killedAtWork} of ${kills} were killed at work`);

  const last = spawnWorker();
  const [code] = await once(last, 'exit');
  assert.equal(code, 0);
  assert.deepEqual(await findFaults(db), []);
  const stored = await db
    .selectFrom('publication')
    .select('day')
    .where('state', '=', 'complete')
    .orderBy('day')
    .execute();
  assert.deepEqual(
    stored.map(({ day }) => day),
    dayRange(INGESTED.from, INGESTED.to),
  );
  const published = await db
    .selectFrom('forecast_run')
    .select('scheduled_for')
    .orderBy('scheduled_for')
    .execute();
  assert.deepEqual(
    published.map((run) => run.scheduled_for.getTime()),
    runsToPublish().map(({ scheduledFor }) => scheduledFor),
  );
  await drop();
});
