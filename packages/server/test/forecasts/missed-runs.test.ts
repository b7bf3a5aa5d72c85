import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  addDays,
  AUCTION_CALENDAR,
  latestScheduledRun,
  MINUTE_MS,
  AUCTIONS,
} from '@lonja/forecasting/market';
import type { JobQueue } from '../../src/ground/jobs/queue.ts';
import { jobHandlers } from '../../src/start/job-handlers.ts';
import { queueDueForecasts } from '../../src/start/scheduler.ts';
import { checkRuns } from '../../src/operate/doctor/check-runs.ts';
import { loadData } from '../../src/forecasts/preparation/load-data.ts';
import { issueRun, ObsoleteRun } from '../../src/forecasts/issue/issue-run.ts';
import { noteMissedRuns, listMissedRuns } from '../../src/forecasts/runs/lateness.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext, dayAheadRunAt } from '../test-context.ts';

const BEFORE = '2026-03-24T11:05:00Z';
/** Between the morning's run and noon's, more than three days later. */
const AFTER = '2026-03-28T08:00:00Z';

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
  await loadData(createTestContext(database.db, AFTER));
  const context = createTestContext(database.db, BEFORE);
  await issueRun(context, { product: 'da', run: dayAheadRunAt(BEFORE), dataOrigin: 'simulator' });
});
after(() => database.drop());

async function runsAndEvents(): Promise<{ schedules: string[]; events: number }> {
  const { db } = database;
  const runs = await db.selectFrom('forecast_run').select('scheduled_for').orderBy('scheduled_for').execute();
  const events = await db.selectFrom('event').select('id').where('type', '=', 'forecast.published').execute();
  return { schedules: runs.map((run) => run.scheduled_for.toISOString()), events: events.length };
}

test('a job that waited through an outage publishes nothing once the next run is due, and sends no event', async () => {
  const context = createTestContext(database.db, AFTER);
  const old = { product: 'ida2' as const, ...latestScheduledRun(AUCTION_CALENDAR.ida2, Date.parse(BEFORE)) };
  const was = await runsAndEvents();
  await jobHandlers(context)['issue-forecast'](old, new AbortController().signal);
  await assert.rejects(
    issueRun(context, { product: 'ida2', run: old, dataOrigin: 'simulator' }),
    ObsoleteRun,
  );
  assert.deepEqual(await runsAndEvents(), was);
});

test('a run whose computation outlasts its time is not published', async () => {
  const scheduled = dayAheadRunAt(AFTER);
  const due = latestScheduledRun(AUCTION_CALENDAR.da, Date.parse('2026-03-28T09:30:00Z')).scheduledFor;
  let looks = 0;
  // The clock is read when the run begins and again ahead of the publication, when the next run has come.
  const clock = { now: () => (looks++ === 0 ? due - MINUTE_MS : due) };
  const context = { ...createTestContext(database.db, AFTER), clock };
  const was = await runsAndEvents();
  await assert.rejects(
    issueRun(context, { product: 'da', run: scheduled, dataOrigin: 'simulator' }),
    /The run of da of 2026-03-28 06:05 was not published: that of 2026-03-28 10:30 is due by now\./,
  );
  assert.deepEqual(await runsAndEvents(), was);
});

test('after an outage the latest schedule of each product is queued, and what was missed is noted once', async () => {
  const { db } = database;
  const context = createTestContext(db, AFTER);
  for (const product of AUCTIONS) {
    const now = Date.parse(AFTER);
    const until = latestScheduledRun(AUCTION_CALENDAR[product], now).scheduledFor;
    const note = () => noteMissedRuns(context, { product, dataOrigin: 'simulator', until, now });
    await Promise.all([note(), note()]);
    await note();
  }
  const span = { since: 0, now: Date.parse(AFTER) };
  const missed = await listMissedRuns(db, { product: 'da', dataOrigin: 'simulator' }, span);
  assert.deepEqual(
    missed.map((run) => `${run.firstDay} ${new Date(run.scheduledFor).toISOString().slice(0, 16)}`),
    [
      '2026-03-25 2026-03-24T12:30',
      ...['2026-03-25', '2026-03-26', '2026-03-27'].flatMap((day) =>
        ['05:05', '09:30', '10:40', '11:05', '12:30'].map((time) => `${addDays(day, 1)} ${day}T${time}`),
      ),
    ],
  );
  const checks = await checkRuns(db, { dataOrigin: 'simulator', now: Date.parse(AFTER) });
  const reported = checks.find(({ name }) => name === 'missed runs of da');
  assert.equal(reported?.verdict, 'warning');
  assert.equal(reported.text, '16 runs in the last 7 days, the last that of 2026-03-27 13:30 for 2026-03-28');
  const neverIssued = await listMissedRuns(db, { product: 'ida3', dataOrigin: 'simulator' }, span);
  assert.deepEqual(neverIssued, [], 'a new installation has missed nothing');
  const queued: string[] = [];
  const queue: Pick<JobQueue, 'send'> = {
    send: async (name, key) => {
      if (name === 'issue-forecast') queued.push(key);
      return true;
    },
  };
  await queueDueForecasts(context, queue, new Map());
  const latest = AUCTIONS.map((product) => {
    const { scheduledFor } = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(AFTER));
    return `${product} simulator ${scheduledFor}`;
  });
  assert.deepEqual(queued, latest);
});
