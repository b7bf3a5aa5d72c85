import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Panel } from '../data/panel.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { dayRange } from '../market/delivery-day.ts';
import { normalQuantile } from '../metrics/normal-distribution.ts';
import { assumedErrors } from '../scenarios/assumed-errors.ts';
import { scoreChoices } from './day-choices.ts';
import { type DistributedPeriod, scoreDistributions } from './distribution-scores.ts';
import { climatologyOf, scoreEvent } from './event-scores.ts';
import { scorePaths } from './path-scores.ts';

const SLOTS = 24;
const DAYS = dayRange('2024-01-01', '2025-03-31');
const NORMAL = QUANTILE_LEVELS.map(normalQuantile);

/** Prices around a profile of the day, whose errors go together and have size 1. */
const profile = (slot: number) => 3 * Math.cos((slot * Math.PI) / 12);
const errors = assumedErrors(DAYS.length, SLOTS, 0.9);
const PANEL: Panel = {
  days: DAYS,
  slotsPerDay: SLOTS,
  price: Float64Array.from(errors.flatMap((row) => Array.from(row, (error, slot) => profile(slot) + error))),
  exogenous: [],
};
const FIRST = DAYS.indexOf('2025-01-01');
const rows = DAYS.map((_, row) => row).slice(FIRST);
/** The distributions that the prices were drawn from. */
const periods = rows.flatMap((row) =>
  Array.from({ length: SLOTS }, (_, slot): DistributedPeriod => {
    const value = profile(slot);
    return {
      time: `${DAYS[row]}T${String(slot).padStart(2, '0')}:00`,
      row,
      slot,
      actual: PANEL.price[row * SLOTS + slot],
      value,
      p10: value + normalQuantile(0.1),
      p90: value + normalQuantile(0.9),
      distribution: NORMAL.map((z) => value + z),
      weeklyNaive: 0,
      standardNaive: 0,
    };
  }),
);
const pathDays = rows.map((row) => ({
  distributions: Array.from({ length: SLOTS }, (_, slot) => NORMAL.map((z) => profile(slot) + z)),
  actual: PANEL.price.slice(row * SLOTS, (row + 1) * SLOTS),
  pastErrors: errors.slice(row - 200, row),
}));

describe('scores of the distributions that prices were drawn from', () => {
  const scores = scoreDistributions(PANEL, periods, pathDays);
  test('the CRPS is that of a normal distribution, every decile holds its share', () => {
    assert.ok(Math.abs(scores.crps - 1 / Math.sqrt(Math.PI)) < 0.05, String(scores.crps));
    for (const { level, observedPercent } of scores.deciles.levels) {
      assert.ok(Math.abs(observedPercent - 100 * level) < 6, `${level}: ${observedPercent}`);
    }
  });
  test('probabilities of zero or less are better than climatology by hour is for prices of one spread', () => {
    const { zeroOrLess } = scores;
    assert.ok(zeroOrLess !== null && zeroOrLess.skillPercent !== null);
    // Here climatology is the truth, learnt from a year.
    assert.ok(Math.abs(zeroOrLess.skillPercent) < 5, String(zeroOrLess.skillPercent));
    assert.ok(zeroOrLess.reliability.error < 0.05);
  });
  test('paths with the dependence of past errors beat independent hours', () => {
    const { paths } = scores;
    assert.ok(paths !== null && paths.days === rows.length);
    assert.ok(paths.energy < 0.99 * paths.energyIndependent);
    assert.ok(paths.variogram < 0.9 * paths.variogramIndependent);
  });
  test('the choices of a day are nearly always right where the profile is wide', () => {
    const { rankCorrelation, batteryCapturedPercent, batteryGap } = scores.choices;
    assert.ok(rankCorrelation !== null && rankCorrelation > 0.8);
    assert.ok(batteryGap !== null && batteryGap.percent <= 100);
    assert.ok(
      batteryCapturedPercent !== null && batteryCapturedPercent > 50 && batteryCapturedPercent <= 100,
    );
  });
});

test('an event that is foreseen with certainty has the skill 100, one that neither came nor was expected no score', () => {
  const both = [
    { probability: 1, climatology: 0.5, came: true },
    { probability: 0, climatology: 0.5, came: false },
  ];
  const scores = scoreEvent(Array.from({ length: 10 }, () => both).flat());
  assert.deepEqual([scores?.brier, scores?.brierClimatology, scores?.skillPercent], [0, 0.25, 100]);
  assert.equal(scoreEvent([{ probability: 0.1, climatology: 0, came: false }]), null);
  // Nine times are too few to say how much better than its frequency an event was foreseen.
  const seldom = [...Array.from({ length: 9 }, () => both[0]), ...Array.from({ length: 999 }, () => both[1])];
  assert.equal(scoreEvent(seldom)?.skillPercent, null);
});

test('climatology is the frequency in the same hour and month before the day, never of the day itself', () => {
  const days = ['2023-05-01', '2023-05-02', '2023-06-01', '2024-05-01'];
  const panel = { days, slotsPerDay: 1, price: Float64Array.of(-1, 5, 5, -1), exogenous: [] };
  const climatology = climatologyOf(panel, (price) => price <= 0);
  assert.deepEqual(
    days.map((_, row) => climatology(row, 0)),
    [0, 1, 0.5, 0.5],
  );
});

test('a perfect forecast finds every cheap hour and earns all that a battery can', () => {
  const actual = [5, 1, 9, 3, 2, 8, 4, 7];
  assert.deepEqual(scoreChoices([{ forecast: actual, actual, periodHours: 1 }]), {
    rankCorrelation: 1,
    cheapestHitPercent: 100,
    mostExpensiveHitPercent: 100,
    batteryCapturedPercent: 100,
    batteryGap: null,
  });
  const withUsual = { forecast: actual, usual: actual.toReversed(), actual, periodHours: 1 };
  assert.equal(scoreChoices([withUsual]).batteryGap?.percent, 100);
  assert.equal(scoreChoices([{ ...withUsual, forecast: withUsual.usual }]).batteryGap?.percent, 0);
  const opposite = scoreChoices([{ forecast: actual.map((price) => -price), actual, periodHours: 1 }]);
  assert.deepEqual([opposite.cheapestHitPercent, opposite.mostExpensiveHitPercent], [0, 0]);
  const flat = scoreChoices([{ forecast: [1, 1], actual: [2, 2], periodHours: 1 }]);
  assert.deepEqual([flat.rankCorrelation, flat.batteryCapturedPercent], [null, null]);
});

test('days with few past forecasts have no scores of paths', () => {
  assert.equal(scorePaths([{ ...pathDays[0], pastErrors: errors.slice(0, 19) }]), null);
});
