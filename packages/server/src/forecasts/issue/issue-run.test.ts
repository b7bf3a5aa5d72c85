import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, dayStart, deliveryDayOf, localHourOf } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestContext, dayAheadRunAt, SMALL_CHAMPION } from '../../../test/test-context.ts';
import type { Db } from '../../ground/database/database.ts';
import { migrate } from '../../ground/database/migrate.ts';
import { listPoints } from '../runs/run-store.ts';
import { loadData } from '../preparation/load-data.ts';
import { issueRun } from './issue-run.ts';

let database: TestDatabase;
let db: Db;

before(async () => {
  database = await createTestDatabase();
  db = database.db;
  assert.equal(await loadData(createTestContext(db, '2026-03-31T00:00:00Z')), 'simulator');
});
after(() => database.drop());

async function issueAt(now: string) {
  const context = createTestContext(db, now);
  return issueRun(context, { product: 'da', run: dayAheadRunAt(now), dataOrigin: 'simulator' });
}

async function pointsOf(runId: string, resolution: 'PT1H' | 'PT15M' = 'PT1H') {
  const rows = await db
    .selectFrom('forecast_point')
    .select(['start_at', 'value', 'p10', 'p90'])
    .where('run_id', '=', runId)
    .where('resolution', '=', resolution)
    .orderBy('start_at')
    .execute();
  return rows.map(({ start_at, ...point }) => ({ start: start_at.getTime(), ...point }));
}

test('the noon run forecasts seven days, hourly and quarter-hourly, over the clock change', async () => {
  const run = await issueAt('2026-03-28T11:05:00Z');
  assert.equal(run.isNew, true);
  assert.deepEqual(run.degraded, []);
  const hours = await pointsOf(run.runId);
  const counts = Map.groupBy(hours, ({ start }) => deliveryDayOf(start));
  assert.deepEqual(
    [...counts].map(([day, points]) => [day, points.length]),
    [23, 24, 24, 24, 24, 24, 24].map((count, i) => [addDays('2026-03-29', i), count]),
  );
  assert.ok(!hours.some(({ start }) => deliveryDayOf(start) === '2026-03-29' && localHourOf(start) === 2));
  const quarters = await pointsOf(run.runId, 'PT15M');
  assert.equal(quarters.length, 4 * hours.length);
  for (const { value, p10, p90 } of [...hours, ...quarters]) assert.ok(p10 <= value && value <= p90);
  const isPositive = ({ p10, p90 }: { p10: number; p90: number }) => p90 > p10;
  assert.ok(hours.filter(isPositive).length > hours.length * 0.9, 'nearly every interval has a width');
});

test('a day of 25 hours gets 25 points, and both hours 2 the same forecast', async () => {
  await loadData(createTestContext(db, '2026-10-26T00:00:00Z'));
  const run = await issueAt('2026-10-24T10:05:00Z');
  const points = (await pointsOf(run.runId)).filter(({ start }) => deliveryDayOf(start) === '2026-10-25');
  assert.equal(points.length, 25);
  const twos = points.filter(({ start }) => localHourOf(start) === 2);
  assert.equal(twos.length, 2);
  assert.equal(twos[0]?.value, twos[1]?.value);
});

test('asked again, or by two workers at once, the same schedule is answered once', async () => {
  const runs = await Promise.all([issueAt('2026-03-29T10:05:00Z'), issueAt('2026-03-29T10:05:30Z')]);
  const again = await issueAt('2026-03-29T11:00:00Z');
  assert.equal(new Set([...runs, again].map((run) => run.runId)).size, 1);
  assert.equal(again.isNew, false);
});

test('after a clock was set back, a schedule that was answered in its future is answered again', async () => {
  const ahead = await issueAt('2026-03-30T11:00:00Z');
  const back = await issueAt('2026-03-30T10:20:00Z');
  assert.deepEqual([ahead.isNew, back.isNew], [true, true]);
  const rows = await db
    .selectFrom('forecast_run')
    .select(['id', 'repeat'])
    .where('id', 'in', [ahead.runId, back.runId])
    .orderBy('repeat')
    .execute();
  assert.deepEqual(rows, [
    { id: ahead.runId, repeat: 0 },
    { id: back.runId, repeat: 1 },
  ]);
  const again = await issueAt('2026-03-30T10:30:00Z');
  assert.equal(again.isNew, false);
});

test('with clocks three minutes apart a schedule has one run, whichever of the workers is first', async () => {
  const ahead = await issueAt('2026-04-01T10:08:00Z');
  const behind = await issueAt('2026-04-01T10:05:00Z');
  assert.deepEqual([ahead.isNew, behind], [true, { runId: ahead.runId, isNew: false, degraded: [] }]);
  const [first, second] = await Promise.all([
    issueAt('2026-04-02T10:05:00Z'),
    issueAt('2026-04-02T10:08:00Z'),
  ]);
  assert.equal(first.runId, second.runId);
  assert.notEqual(first.isNew, second.isNew);
});

test('the database itself takes no second run of a schedule', async () => {
  const { runId } = await issueAt('2026-04-03T10:05:00Z');
  const copy = sql`
    insert into forecast_run select (jsonb_populate_record(run, jsonb_build_object('id', gen_random_uuid()))).*
    from forecast_run as run where id = ${runId}`;
  await assert.rejects(copy.execute(db), /forecast_run_answer/);
});

test('runs of before that answered one schedule are numbered in the order in which they were written', async () => {
  const { runId } = await issueAt('2026-04-04T10:05:00Z');
  const other = randomUUID();
  await sql`
    drop index forecast_run_answer;
    create index forecast_run_schedule on forecast_run (product, data_origin, scheduled_for desc);
    alter table forecast_run drop column repeat`.execute(db);
  await sql`
    insert into forecast_run select (jsonb_populate_record(
      run, jsonb_build_object('id', ${other}::text, 'created_at', created_at + interval '1 minute'))).*
    from forecast_run as run where id = ${runId}`.execute(db);
  await sql`delete from kysely_migration where name = '0061-one-run-of-schedule'`.execute(db);
  await migrate(db);
  const rows = await db
    .selectFrom('forecast_run')
    .select(['id', 'repeat'])
    .where('id', 'in', [runId, other])
    .orderBy('repeat')
    .execute();
  assert.deepEqual(rows, [
    { id: runId, repeat: 0 },
    { id: other, repeat: 1 },
  ]);
});

test('the morning run goes out without the forecasts that are not published yet, and says so', async () => {
  const run = await issueAt('2026-03-28T05:05:00Z');
  assert.deepEqual(
    run.degraded.map((reason) => reason.split(' ')[0]),
    ['load.forecast', 'wind.forecast', 'solar.forecast'],
  );
  assert.equal((await pointsOf(run.runId)).length, 7 * 24 - 1);
});

test('whatever happens after the instant of issue leaves the forecast bit for bit the same', async () => {
  const other = await createTestDatabase();
  try {
    const now = '2026-03-27T11:05:00Z';
    const context = createTestContext(other.db, now);
    await loadData(context);
    await sql`update observation set value = -value - 17 where available_at > ${new Date(now)}`.execute(
      other.db,
    );
    const tampered = await issueRun(context, {
      product: 'da',
      run: dayAheadRunAt(now),
      dataOrigin: 'simulator',
    });
    const rows = await other.db
      .selectFrom('forecast_point')
      .select(['resolution', 'start_at', 'value', 'p10', 'p90'])
      .where('run_id', '=', tampered.runId)
      .orderBy('resolution')
      .orderBy('start_at')
      .execute();
    const untouched = await issueAt(now);
    const expected = await db
      .selectFrom('forecast_point')
      .select(['resolution', 'start_at', 'value', 'p10', 'p90'])
      .where('run_id', '=', untouched.runId)
      .orderBy('resolution')
      .orderBy('start_at')
      .execute();
    assert.equal(rows.length, 7 * 24 * 5 - 5);
    assert.deepEqual(rows, expected);
  } finally {
    await other.drop();
  }
});

test('a noon run that lacks what noon runs have has wider bounds on that day, and says so', async () => {
  // In winter no bound reaches the lowest price that the market has cleared, below which none goes.
  const now = '2026-01-14T11:05:00Z';
  const run = dayAheadRunAt(now);
  const widthOf = async (withForecasts: boolean) => {
    const other = await createTestDatabase();
    try {
      const context = createTestContext(other.db, now, { ...SMALL_CHAMPION, calibrationDays: 28 });
      await loadData(context);
      if (!withForecasts) {
        await sql`
          delete from observation using feed
          where feed.id = feed_id and series like '%.forecast' and start_at >= ${new Date(dayStart(run.firstDay))}
        `.execute(other.db);
      }
      const { runId, degraded } = await issueRun(context, { product: 'da', run, dataOrigin: 'simulator' });
      const points = await listPoints(other.db, runId, 'PT1H');
      const width = points.slice(0, 24).reduce((sum, { p10, p90 }) => sum + (p90 - p10) / 24, 0);
      return { width, degraded };
    } finally {
      await other.drop();
    }
  };
  const [usual, weaker] = [await widthOf(true), await widthOf(false)];
  const reason = `the bounds of ${run.firstDay} are as wide as a day further ahead`;
  assert.ok(!usual.degraded.includes(reason));
  assert.ok(weaker.degraded.includes(reason), weaker.degraded.join('; '));
  assert.ok(weaker.width > 1.1 * usual.width, `${weaker.width} against ${usual.width}`);
});

test('prices that are late do not stop the run', async () => {
  const other = await createTestDatabase();
  try {
    const now = '2026-03-26T11:05:00Z';
    const context = createTestContext(other.db, now);
    await loadData(context);
    await sql`
      delete from observation using feed
      where feed.id = feed_id and series = 'price.da' and start_at >= ${new Date(dayStart('2026-03-25'))}
    `.execute(other.db);
    const run = await issueRun(context, {
      product: 'da',
      run: dayAheadRunAt(now),
      dataOrigin: 'simulator',
    });
    assert.deepEqual(run.degraded, ['prices from 2026-03-25 on are not available yet']);
    const { known_until: knownUntil } = await other.db
      .selectFrom('forecast_run')
      .select('known_until')
      .executeTakeFirstOrThrow();
    assert.equal(knownUntil.getTime(), dayStart('2026-03-25'));
  } finally {
    await other.drop();
  }
});

test('a week of prices is forecast by the weekly naive, and less is refused with what to do', async () => {
  const other = await createTestDatabase();
  try {
    const now = '2026-03-26T11:05:00Z';
    const context = createTestContext(other.db, now);
    await loadData(context);
    const request = { product: 'da' as const, run: dayAheadRunAt(now), dataOrigin: 'simulator' as const };
    await sql`delete from observation where start_at < ${new Date(dayStart('2026-03-14'))}`.execute(other.db);
    const run = await issueRun(context, request);
    assert.ok(run.degraded.some((reason) => reason.startsWith('the weekly naive stands in for the model')));
    await sql`delete from forecast_run`.execute(other.db);
    await sql`delete from observation where start_at < ${new Date(dayStart('2026-03-24'))}`.execute(other.db);
    await assert.rejects(issueRun(context, request), /not a week of prices before 2026-03-27/);
  } finally {
    await other.drop();
  }
});

test('two workers whose clocks are minutes apart answer a schedule once', async () => {
  const ahead = await issueAt('2026-03-25T11:14:00Z');
  const behind = await issueAt('2026-03-25T11:05:10Z');
  assert.equal(behind.runId, ahead.runId);
});

test('of two workers that compute a run at the same time one reports its publication', async () => {
  const at = '2026-03-25T08:45:00Z';
  const [one, other] = await Promise.all([issueAt(at), issueAt(at)]);
  assert.equal(one.runId, other.runId);
  assert.notEqual(one.isNew, other.isNew);
});
