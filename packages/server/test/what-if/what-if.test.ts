import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliveryDayOf } from '@lonja/forecasting/market';
import { loadData } from '../../src/forecasts/preparation/load-data.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { findExplanation } from '../../src/forecasts/runs/forecast-contributions.ts';
import { listPoints } from '../../src/forecasts/runs/run-store.ts';
import { createWhatIfMaker } from '../../src/forecasts/what-if/what-if-maker.ts';
import type { Shift, WhatIf, WhatIfRequest } from '../../src/forecasts/what-if/record.ts';
import { AppError } from '../../src/ground/errors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext, dayAheadRunAt } from '../test-context.ts';

const DAY = '2026-03-29';

let database: TestDatabase;
let make: (request: WhatIfRequest) => Promise<WhatIf>;
/** Of seven days from the day of 23 hours on, before its gate. */
let spring: string;

before(async () => {
  database = await createTestDatabase();
  ({ make } = createWhatIfMaker(database.db));
  await loadData(createTestContext(database.db, '2026-03-31T00:00:00Z'));
  spring = await issueAt('2026-03-28T10:05:00Z');
});
after(() => database.drop());

async function issueAt(now: string): Promise<string> {
  const context = createTestContext(database.db, now);
  const run = { product: 'da' as const, run: dayAheadRunAt(now), dataOrigin: 'simulator' as const };
  return (await issueRun(context, run)).runId;
}

function shift(part: Partial<Shift>): Shift {
  return {
    input: 'wind',
    day: undefined,
    fromPeriod: undefined,
    toPeriod: undefined,
    change: { add: 0 },
    ...part,
  };
}

/** How much dearer each hour becomes. */
async function changesBy(runId: string, ...shifts: Shift[]): Promise<{ start: number; change: number }[]> {
  const published = await listPoints(database.db, runId, 'PT1H');
  const { points } = await make({ runId, resolution: 'PT1H', shifts });
  const since = published.slice(published.length - points.length);
  return points.map(({ start, value }, i) => {
    assert.equal(since[i]?.start, start);
    return { start, change: value - (since[i]?.value ?? Number.NaN) };
  });
}

async function refusalOf(...shifts: Shift[]): Promise<string> {
  try {
    await make({ runId: spring, resolution: 'PT1H', shifts });
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'validation_error');
    assert.deepEqual(error.faults?.[0]?.loc, ['body', 'shifts', String(shifts.length - 1)]);
    return error.message;
  }
  return assert.fail('The shift was taken.');
}

test('without a shift, and with shifts of nothing, the answer is the published run to the last bit', async () => {
  const nothing = [[], [shift({})], [shift({ change: { percent: 0 } }), shift({ input: 'gas' })]];
  for (const resolution of ['PT1H', 'PT15M'] as const) {
    const published = await listPoints(database.db, spring, resolution);
    assert.equal(published.length, (7 * 24 - 1) * (resolution === 'PT1H' ? 1 : 4));
    for (const shifts of nothing) {
      const { points } = await make({ runId: spring, resolution, shifts });
      assert.deepEqual(points, published);
    }
  }
});

test('more wind in some hours of the 23-hour day, told by its own periods, makes just those cheaper', async () => {
  const periods = { day: DAY, fromPeriod: 3, toPeriod: 23 };
  const { inputs } = await make({
    runId: spring,
    resolution: 'PT1H',
    shifts: [shift({ ...periods, change: { add: 2000 } })],
  });
  assert.deepEqual(
    inputs.map(({ input }) => input),
    ['wind'],
  );
  const byStart = inputs[0]?.values.filter(({ start }) => deliveryDayOf(start) === DAY) ?? [];
  assert.deepEqual(
    byStart.map(({ base, supposed }) => Math.round(supposed - base)),
    [0, 0, ...Array<number>(21).fill(2000)],
  );
  const ofDay = (await changesBy(spring, shift({ ...periods, change: { add: 2000 } }))).slice(0, 23);
  const mean = ofDay.reduce((sum, { change }) => sum + change / 23, 0);
  assert.ok(mean < -0.5, `${mean}`);
});

test('nothing of a what-if is stored, and the run stays what it was', async () => {
  const tables = ['forecast_run', 'forecast_point', 'calibration_forecast'] as const;
  const rows = () => Promise.all(tables.map((table) => database.db.selectFrom(table).selectAll().execute()));
  const before = await rows();
  await changesBy(
    spring,
    shift({ day: DAY, change: { add: 1500 } }),
    shift({ input: 'load', change: { percent: 1 } }),
  );
  assert.deepEqual(await rows(), before);
});

test('a small shift makes hours dearer or cheaper against the contribution of its input, and twice of it twice as much', async () => {
  const explanation = await findExplanation(database.db, spring, DAY);
  const wind = explanation?.contributions.find(({ group }) => group === 'wind.forecast')?.values ?? [];
  // There is less wind than usual, which makes every hour dearer.
  assert.ok(wind.every((value) => value > 0));
  const [small, twice] = await Promise.all(
    [100, 200].map((mw) => changesBy(spring, shift({ day: DAY, change: { add: mw } }))),
  );
  for (const [i, { change }] of small.slice(0, 23).entries()) {
    assert.ok(change < 0);
    assert.ok(Math.abs((twice[i]?.change ?? 0) / 2 - change) < 0.05 * Math.abs(change));
  }
});

test('missing plants count as so much more load', async () => {
  const outage = await changesBy(spring, shift({ input: 'outage', day: DAY, change: { add: 800 } }));
  assert.deepEqual(outage, await changesBy(spring, shift({ input: 'load', day: DAY, change: { add: 800 } })));
  assert.ok(outage.slice(0, 23).reduce((sum, { change }) => sum + change, 0) > 0);
});

test('gas at another price is what the models are asked with, for the whole forecast', async () => {
  const { inputs } = await make({
    runId: spring,
    resolution: 'PT1H',
    shifts: [shift({ input: 'gas', change: { add: 2 } })],
  });
  const [{ input, values }] = inputs;
  assert.equal(input, 'gas');
  assert.deepEqual(
    values.map(({ start, base, supposed }) => [deliveryDayOf(start), Math.round(supposed - base)]),
    [[DAY, 2]],
  );
  const changes = await changesBy(spring, shift({ input: 'gas', change: { add: 2 } }));
  assert.ok(changes.some(({ change }) => change !== 0));
});

test('a day like another one has its inputs as they were known', async () => {
  const like = shift({ day: DAY, change: { likeDay: '2026-03-22' } });
  const valuesBy = async (...shifts: Shift[]) =>
    (await make({ runId: spring, resolution: 'PT1H', shifts })).inputs[0]?.values.map(({ supposed }) =>
      Math.round(supposed),
    );
  assert.deepEqual(await valuesBy(like), await valuesBy(shift({ day: DAY, change: { percent: 1 } }), like));
  assert.match(await refusalOf(shift({ change: { likeDay: '2019-03-22' } })), /Nothing is known/);
});

test('nonsense is refused with what can be sent', async () => {
  const refused: [Partial<Shift>, RegExp][] = [
    [{ day: DAY, change: { add: -40_000 } }, /Wind would be -\d+(\.\d+)? MW on 2026-03-29 at hour 0/],
    [{ day: DAY, change: { add: 40_000 } }, /the models learnt from/],
    [{ input: 'solar', day: DAY, fromPeriod: 1, toPeriod: 2, change: { add: 500 } }, /from 0 to 0 MW/],
    [{ day: DAY, toPeriod: 24 }, /2026-03-29 has 23 hours and no period 24/],
    [{ toPeriod: 24 }, /2026-03-29 has 23 hours/],
    [{ day: '2026-04-05' }, /2026-04-05 is no day of the forecast.*2026-03-29 to 2026-04-04/],
    [{ day: DAY, change: { likeDay: '2026-05-01' } }, /Nothing is known of the inputs of 2026-05-01/],
    [{ input: 'outage', change: { add: -5 } }, /mw, 0 or more/],
    [{ input: 'gas', day: DAY, change: { add: 5 } }, /leave date and periods out/],
    [{ input: 'gas', change: { percent: 300 } }, /at most doubled or halved/],
  ];
  for (const [part, message] of refused) assert.match(await refusalOf(shift(part)), message);
  const gas = shift({ input: 'gas', change: { add: 1 } });
  assert.match(await refusalOf(gas, gas), /one shift of gas/);
});

test('a run after the results is asked about the days after them', async () => {
  const run = await issueAt('2026-03-28T12:35:00Z');
  const published = await listPoints(database.db, run, 'PT1H');
  const { points } = await make({ runId: run, resolution: 'PT1H', shifts: [] });
  assert.equal(published.length, 7 * 24 - 1);
  assert.equal(points.length, 6 * 24);
  assert.deepEqual(points, published.slice(23));
  const cleared = make({ runId: run, resolution: 'PT1H', shifts: [shift({ day: DAY })] });
  await assert.rejects(cleared, /yet to clear: send 2026-03-30 to/);
});

test('of the 25-hour day both hours 2 can be shifted, each by its own period', async () => {
  await loadData(createTestContext(database.db, '2026-10-26T00:00:00Z'));
  const autumn = await issueAt('2026-10-24T10:05:00Z');
  const day = '2026-10-25';
  const changeOf = async (fromPeriod: number, toPeriod: number) => {
    const shifts = [shift({ input: 'load', day, fromPeriod, toPeriod, change: { add: 600 } })];
    const { inputs } = await make({ runId: autumn, resolution: 'PT1H', shifts });
    return inputs[0]?.values
      .filter(({ start }) => deliveryDayOf(start) === day)
      .map(({ base, supposed }) => Math.round(supposed - base));
  };
  const hoursTwo = (mw: number) => [0, 0, mw, mw, ...Array<number>(21).fill(0)];
  assert.deepEqual(await changeOf(3, 4), hoursTwo(600));
  assert.deepEqual(await changeOf(3, 3), hoursTwo(300));
  assert.deepEqual((await changeOf(25, 25))?.at(-1), 600);
});

test('a run whose inputs came to be known otherwise is not asked', async () => {
  const run = await issueAt('2026-03-27T10:05:00Z');
  await database.db
    .updateTable('forecast_point')
    .set({ value: 1, p10: 1, p90: 1 })
    .where('run_id', '=', run)
    .where('resolution', '=', 'PT1H')
    .execute();
  await assert.rejects(make({ runId: run, resolution: 'PT1H', shifts: [] }), /has changed since/);
});
