import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Panel } from '../data/panel.ts';
import { dayRange } from '../market/delivery-day.ts';
import { type InputShift, ShiftError, type ShiftFault, shiftInputs } from './shift-inputs.ts';

const SLOTS = 24;
const DAYS = dayRange('2026-03-27', '2026-03-30');
const TARGET = 2;

/** Wind of 100 to 123 MW on the first day, by the hour, and twice as much on each further one; sun from hour 8 to 17. */
function panelOf(days = DAYS): Panel {
  const wind = Float64Array.from(
    { length: days.length * SLOTS },
    (_, i) => (100 + (i % SLOTS)) * 2 ** Math.floor(i / SLOTS),
  );
  const solar = wind.map((_, i) => (i % SLOTS >= 8 && i % SLOTS <= 17 ? 1000 : 0));
  return {
    days,
    slotsPerDay: SLOTS,
    price: new Float64Array(days.length * SLOTS),
    exogenous: [
      { name: 'wind', values: wind },
      { name: 'solar', values: solar },
    ],
  };
}

function shift(part: Partial<InputShift>): InputShift {
  return { input: 'wind', day: '2026-03-28', firstHour: 0, lastHour: 22, change: { add: 1 }, ...part };
}

function changesOf(panel: Panel, shifts: InputShift[], row: number): number[] {
  const [before] = panel.exogenous;
  const [after] = shiftInputs(panel, panel.days.length, shifts).exogenous;
  return [...after.values.subarray(row * SLOTS, (row + 1) * SLOTS)].map(
    (value, slot) => value - before.values[row * SLOTS + slot],
  );
}

function faultOf(panel: Panel, part: Partial<InputShift>): ShiftFault {
  try {
    shiftInputs(panel, TARGET, [shift(part)]);
  } catch (error) {
    assert.ok(error instanceof ShiftError);
    return error.fault;
  }
  return assert.fail('The shift was taken.');
}

test('a shift changes the hours it names, in a column of its own; other columns are shared', () => {
  const panel = panelOf();
  const [wind, solar] = panel.exogenous;
  const before = wind.values.slice();
  const add = changesOf(panel, [shift({ firstHour: 5, lastHour: 7, change: { add: 3 } })], 1);
  assert.deepEqual(
    add,
    Array.from({ length: SLOTS }, (_, hour) => (hour >= 5 && hour <= 7 ? 3 : 0)),
  );
  assert.deepEqual(wind.values, before);
  const shifted = shiftInputs(panel, TARGET, [shift({})]);
  assert.equal(shifted.exogenous[1], solar);
  assert.notEqual(shifted.exogenous[0].values, wind.values);
});

test('shifts follow each other: a sum, a share and the values of another day', () => {
  const hour = { firstHour: 4, lastHour: 4 };
  const panel = panelOf();
  assert.equal(changesOf(panel, [shift({ ...hour, change: { times: 1.5 } })], 1)[4], 104);
  const both = [shift({ ...hour, change: { times: 0.5 } }), shift({ ...hour, change: { add: 7 } })];
  assert.equal(changesOf(panel, both, 1)[4], -104 + 7);
  const like = changesOf(panel, [shift({ change: { likeDay: '2026-03-27' }, lastHour: 23 })], 1);
  assert.deepEqual(
    like,
    Array.from({ length: SLOTS }, (_, slot) => -(100 + slot)),
  );
});

test('of the 23-hour day hours count from its first, and the hour that it lacks follows its neighbours', () => {
  const day = '2026-03-29';
  const third = changesOf(panelOf(), [shift({ day, firstHour: 2, lastHour: 2, change: { add: 10 } })], 2);
  assert.equal(third[3], 10);
  const panel = panelOf();
  const [{ values }] = panel.exogenous;
  const shifted = shiftInputs(panel, DAYS.length, [shift({ day, change: { add: 10 } })]).exogenous[0].values;
  const first = 2 * SLOTS;
  assert.equal(shifted[first + 2], (values[first + 1] + values[first + 3]) / 2 + 10);
  assert.equal(shifted[first + 23], values[first + 23] + 10);
  assert.deepEqual(faultOf(panelOf(), { day, lastHour: 23 }), { kind: 'no_such_hour', day, hours: 23 });
});

test('of the 25-hour day half of a shift of one hour 2 counts, and the whole of one of both', () => {
  const days = dayRange('2026-10-24', '2026-10-26');
  const day = '2026-10-25';
  const changeOf = (firstHour: number, lastHour: number) =>
    changesOf(panelOf(days), [shift({ day, firstHour, lastHour, change: { add: 10 } })], 1).slice(1, 5);
  assert.deepEqual(changeOf(2, 2), [0, 5, 0, 0]);
  assert.deepEqual(changeOf(3, 3), [0, 5, 0, 0]);
  assert.deepEqual(changeOf(2, 3), [0, 10, 0, 0]);
  assert.deepEqual(changeOf(4, 4), [0, 0, 10, 0]);
  assert.equal(
    changesOf(panelOf(days), [shift({ day, firstHour: 24, lastHour: 24, change: { add: 10 } })], 1)[23],
    10,
  );
});

test('what cannot be is refused with its reason', () => {
  const panel = panelOf();
  assert.deepEqual(faultOf(panel, { input: 'waves' }), { kind: 'unknown_input', input: 'waves' });
  assert.deepEqual(faultOf(panel, { day: '2026-04-09' }), { kind: 'unknown_day', day: '2026-04-09' });
  assert.equal(faultOf(panel, { change: { likeDay: '2020-01-01' } }).kind, 'unknown_day');
  assert.equal(faultOf(panel, { firstHour: 5, lastHour: 4 }).kind, 'no_such_hour');
  assert.equal(faultOf(panel, { change: { add: Number.NaN } }).kind, 'no_value');
  const negative = faultOf(panel, { firstHour: 3, lastHour: 3, change: { add: -300 } });
  assert.deepEqual(negative, {
    kind: 'negative',
    input: 'wind',
    day: '2026-03-28',
    hour: 3,
    value: -94,
    least: 101,
    most: 210,
  });
  assert.equal(faultOf(panel, { change: { times: 1.2 } }).kind, 'beyond_history');
  const night = { input: 'solar', firstHour: 3, lastHour: 3, change: { add: 1 } };
  assert.equal(faultOf(panel, night).kind, 'beyond_history');
  assert.ok(shiftInputs(panel, TARGET, [shift({ ...night, change: { times: 3 } })]));
});

test('an input that is not known cannot be shifted, nor taken from a day without it', () => {
  const panel = panelOf();
  panel.exogenous[0].values.fill(Number.NaN, 0, 3);
  const of = (part: Partial<InputShift>) => faultOf(panel, part);
  assert.deepEqual(of({ day: '2026-03-27' }), { kind: 'no_value', input: 'wind', day: '2026-03-27' });
  assert.deepEqual(of({ change: { likeDay: '2026-03-27' } }), {
    kind: 'no_value',
    input: 'wind',
    day: '2026-03-27',
  });
});
