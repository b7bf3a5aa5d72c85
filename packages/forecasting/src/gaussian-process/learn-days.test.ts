import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS, rowsBetween, syntheticPanel, without } from '../../test/synthetic-panel.ts';
import type { Panel } from '../series/panel.ts';
import { DAY_COVARIANCE, DAY_NOISE } from './covariance.ts';
import { type LearntDays, type ProcessKind, learnDays } from './learn-days.ts';
import { weightedFeatures } from './regression.ts';
import { SETTLED_FOR_DAYS, settledRow } from './settled-days.ts';

const DAYS = 300;
const WINDOW_DAYS = 240;

/** Enough for a year of days that tell how much inputs count. */
const LONGER = 450;

/** A kind that nothing has been learnt of. */
function newKind(windowDays = WINDOW_DAYS): ProcessKind {
  return {
    windowDays,
    scale: { levelDays: 7, spreadDays: 28 },
    terms: DAY_COVARIANCE,
    noise: DAY_NOISE,
    timesOf: (slots) => [
      { first: 0, end: 1 },
      { first: 1, end: slots },
    ],
    viewOf: () => (groups) => {
      const features = DAY_COVARIANCE.map((term) => weightedFeatures(groups, term));
      return [features, features.map((values) => values.map((value) => value / 2))];
    },
  };
}

/** All that a fit tells, in arrays of its own. */
function told(learnt: LearntDays): LearntDays {
  return structuredClone(learnt);
}

function fromScratch(panel: Panel, target: number, windowDays?: number): LearntDays {
  return told(learnDays(panel, target, newKind(windowDays)));
}

/** The last row that is forecast from the same settled days as the row before it. */
function lastOfBlock(panel: Panel): number {
  let row = panel.days.length - 1;
  while (settledRow(panel, row) === settledRow(panel, row + 1)) row--;
  return row;
}

test('going on from the day before gives the bits of a fit from scratch, over a change of what is settled too', () => {
  const panel = syntheticPanel(DAYS);
  const kind = newKind();
  for (let target = DAYS - 40; target < DAYS; target++) {
    const learnt = told(learnDays(panel, target, kind));
    if (target % 7 === 0) assert.deepEqual(learnt, fromScratch(panel, target));
  }
});

test('days may be forecast in any order', () => {
  const panel = syntheticPanel(DAYS);
  const kind = newKind();
  const last = lastOfBlock(panel);
  for (const target of [last, last - 9, last - 2, last - 60, last - 2, last])
    assert.deepEqual(told(learnDays(panel, target, kind)), fromScratch(panel, target), `row ${target}`);
});

test('a day of a horizon goes on from what is known, whatever is hidden', () => {
  const panel = syntheticPanel(DAYS);
  const kind = newKind();
  const target = DAYS - 10;
  learnDays(panel, target, kind);
  const hidden = without(without(panel, 'price', rowsBetween(target, DAYS)), 'wind.forecast', [DAYS - 4]);
  for (const row of [target + 2, target + 5, DAYS - 4])
    assert.deepEqual(told(learnDays(hidden, row, kind)), fromScratch(hidden, row));
});

test('what rests on corrected data is learnt again', () => {
  const target = DAYS - 5;
  for (const [age, input] of [
    [2, undefined],
    [12, 'load.forecast'],
    [100, undefined],
  ] as const) {
    const panel = syntheticPanel(DAYS);
    const kind = newKind();
    learnDays(panel, target, kind);
    const values =
      input === undefined ? panel.price : panel.exogenous.find(({ name }) => name === input)?.values;
    values?.set([1234], (target - age) * SLOTS);
    assert.deepEqual(told(learnDays(panel, target + 1, kind)), fromScratch(panel, target + 1));
  }
});

test('a panel that begins later changes nothing where it holds the window', () => {
  const panel = syntheticPanel(LONGER);
  const later: Panel = {
    ...panel,
    days: panel.days.slice(9),
    price: panel.price.slice(9 * SLOTS),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: values.slice(9 * SLOTS) })),
  };
  const { posteriors } = fromScratch(panel, LONGER - 1);
  assert.deepEqual(fromScratch(later, LONGER - 10).posteriors, posteriors);
});

test('a window holds no more days than it may, and hardly fewer', () => {
  const panel = syntheticPanel(DAYS);
  for (let target = DAYS - SETTLED_FOR_DAYS; target < DAYS; target++) {
    const { training } = fromScratch(panel, target);
    const span = target - training[0].row + 7;
    assert.ok(span <= WINDOW_DAYS && span > WINDOW_DAYS - SETTLED_FOR_DAYS, `${span} days`);
  }
  assert.equal(fromScratch(panel, DAYS - 1, 100).training.length, 100 - 7);
});

test('an input that is known on more of the last days than of the settled ones is measured by all of them', () => {
  const whole = syntheticPanel(DAYS);
  const target = lastOfBlock(whole);
  const from = settledRow(whole, target) - 20;
  const panel = without(whole, 'wind.forecast', rowsBetween(0, from));
  const { encoding } = fromScratch(panel, target);
  const wind = panel.exogenous.find(({ name }) => name === 'wind.forecast')?.values ?? new Float64Array();
  const known = wind.slice(from * SLOTS, target * SLOTS);
  const mean = known.reduce((sum, value) => sum + value / known.length, 0);
  assert.ok(Math.abs(encoding.inputs['wind.forecast'].mean - mean) < 1e-6 * mean);
});
