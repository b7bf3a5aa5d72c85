import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import type { CovarianceShape } from './covariance.ts';
import {
  type FurtherDay,
  addDay,
  posteriorsOf,
  shortenRegression,
  startRegression,
} from './growing-regression.ts';
import { posteriorOf } from './regression.ts';

const TERMS: CovarianceShape[] = [
  { shape: 'squared-exponential', variance: 1, lasting: 0.5, fadingDays: 10 },
  { shape: 'linear', variance: 0.3, lasting: 1, fadingDays: 1 },
];
const WIDTHS = [3, 2];
const FIRST = 12;
const ALL = 19;

function problem() {
  const normal = createNormal(8);
  const days: FurtherDay[] = Array.from({ length: ALL }, (_, i) => ({
    day: 2 * i + (i % 2),
    features: WIDTHS.map((width) => Float64Array.from({ length: width }, normal)),
    noise: 0.1 + (i % 3) / 10,
    values: [normal(), normal(), normal()],
  }));
  const together = (count: number) => {
    const chosen = days.slice(0, count);
    return {
      training: {
        days: chosen.map(({ day }) => day),
        features: WIDTHS.map((_, t) => Float64Array.from(chosen.flatMap(({ features }) => [...features[t]]))),
      },
      targets: [0, 1, 2].map((t) => Float64Array.from(chosen, ({ values }) => values[t])),
      noise: chosen.map(({ noise }) => noise),
    };
  };
  const { training, ...lessons } = together(FIRST);
  const room = ALL - FIRST;
  return { days, together, regression: startRegression(loadKernel(), TERMS, training, { ...lessons, room }) };
}

test('days added one by one tell what all of them tell at once', () => {
  const { days, together, regression } = problem();
  for (let count = FIRST; count <= ALL; count++) {
    if (count > FIRST) addDay(regression, days[count - 1]);
    const { training, ...lessons } = together(count);
    const whole = posteriorOf(loadKernel(), TERMS, training, lessons);
    posteriorsOf(regression).forEach(({ weights, ahead }, t) => {
      assert.equal(weights.length, count);
      weights.forEach((weight, i) => assert.ok(Math.abs(weight - whole[t].weights[i]) < 1e-12));
      ahead.forEach((value, i) => assert.ok(Math.abs(value - whole[t].ahead[i]) < 1e-12));
    });
  }
});

test('what was forgotten leaves nothing behind', () => {
  const { days, regression } = problem();
  const before = posteriorsOf(regression);
  for (const day of days.slice(FIRST)) addDay(regression, day);
  const after = posteriorsOf(regression);
  shortenRegression(regression, FIRST + 2);
  for (const day of days.slice(FIRST + 2)) addDay(regression, day);
  assert.deepEqual(posteriorsOf(regression), after);
  shortenRegression(regression, FIRST);
  assert.deepEqual(posteriorsOf(regression), before);
});

test('a day that nothing distinguishes from another, without noise, is one clear error', () => {
  const { days, regression } = problem();
  const [day] = days.slice(FIRST);
  addDay(regression, { ...day, noise: 0 });
  assert.throws(() => addDay(regression, { ...day, noise: 0 }), /not positive definite/);
});
