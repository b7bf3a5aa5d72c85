import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../../test/random-problem.ts';
import { innerProducts } from '../../linalg/normal-equations.ts';
import { DAY_COVARIANCE } from '../../pipelines/day-covariance.ts';
import { createKernel } from '../../kernel/kernel.ts';
import { type CovarianceTerm, fadingOf } from './covariance.ts';
import {
  covariancesOf,
  covariancesOfGrams,
  covariancesWith as sumOfTerms,
  createTermWithDays,
} from './covariances.ts';
import { type Posterior, oneStepAheadOf, posteriorOf as posteriorOfSum } from './posterior.ts';
import { type TrainingSet, type TrainingTargets, termFeatures } from './training-set.ts';

const KERNEL = createKernel();
const DAY_NOISE = DAY_COVARIANCE.noise;

const TERMS: CovarianceTerm[] = [
  { shape: 'squared-exponential', variance: 1, lasting: 0.5, fadingDays: 10, weights: { input: 1 } },
  { shape: 'matern-3/2', variance: 0.4, lasting: 1, fadingDays: 1, weights: { input: 1 } },
  { shape: 'linear', variance: 0.3, lasting: 0, fadingDays: 50, weights: { season: 1 } },
];

/** Days with the features of each term, row-major. */
function trainingSet(days: number[], features: Float64Array[]): TrainingSet {
  return { days, terms: features.map((values) => termFeatures(values, days.length)) };
}

function posteriorOf(terms: CovarianceTerm[], training: TrainingSet, targets: TrainingTargets): Posterior[] {
  return posteriorOfSum(KERNEL, covariancesOf(KERNEL, terms, training), targets);
}

function covariancesWith(
  terms: CovarianceTerm[],
  training: TrainingSet,
  query: { day: number; features: Float64Array[] },
): Float64Array {
  const withDays = terms.map((term, t) => createTermWithDays(KERNEL, term, training.days, training.terms[t]));
  return sumOfTerms(withDays, query);
}

test('one training day gives the closed form k y / (k0 + noise)', () => {
  const term: CovarianceTerm = { ...TERMS[0], lasting: 1 };
  const training = trainingSet([100], [Float64Array.of(0.5)]);
  const [{ weights, oneStepAhead }] = posteriorOf([term], training, {
    targets: [Float64Array.of(3)],
    noise: [DAY_NOISE.usual],
  });
  const [covariance] = covariancesWith([term], training, {
    day: 101,
    features: [Float64Array.of(1.5)],
  });
  assert.ok(Math.abs(covariance - Math.exp(-0.5)) < 1e-15);
  assert.ok(Math.abs(weights[0] - 3 / (1 + DAY_NOISE.usual)) < 1e-15);
  assert.ok(Math.abs(oneStepAhead[0]) < 1e-15);
});

test('the weights solve (K + noise) a = y, whatever the number of days', () => {
  const normal = createNormal(5);
  for (const count of [1, 5, 16, 33]) {
    const days = Array.from({ length: count }, (_, i) => 3 * i + (i % 2));
    const features = [3, 3, 2].map((width) => Float64Array.from({ length: width * count }, normal));
    const targets = [1, 2, 3, 4, 5].map(() => Float64Array.from({ length: count }, normal));
    const training = trainingSet(days, features);
    const noise = days.map((_, i) => DAY_NOISE.usual + (i % 3));
    const posteriors = posteriorOf(TERMS, training, { targets, noise });
    const own = days.map((day, i) =>
      covariancesWith(TERMS, training, {
        day,
        features: features.map((values) =>
          values.slice((i * values.length) / count, ((i + 1) * values.length) / count),
        ),
      }),
    );
    targets.forEach((target, t) => {
      target.forEach((wanted, i) => {
        const { weights } = posteriors[t];
        let sum = noise[i] * weights[i];
        for (let j = 0; j < count; j++) sum += own[i][j] * weights[j];
        assert.ok(Math.abs(sum - wanted) < 1e-9, `${count} days, target ${t}, day ${i}`);
      });
    });
  }
});

test('the forecast of a training day from the days before it is what a fit on just these gives', () => {
  const normal = createNormal(6);
  const days = Array.from({ length: 21 }, (_, i) => i + (i > 9 ? 4 : 0));
  const features = [3, 3, 2].map((width) => Float64Array.from({ length: width * days.length }, normal));
  const target = Float64Array.from(days, normal);
  const upTo = (count: number) =>
    trainingSet(
      days.slice(0, count),
      features.map((values) => values.slice(0, (values.length / days.length) * count)),
    );
  const fit = (count: number) =>
    posteriorOf(TERMS, upTo(count), {
      targets: [target.slice(0, count)],
      noise: days.map(() => DAY_NOISE.usual),
    })[0];
  const { oneStepAhead } = fit(days.length);
  for (let i = 1; i < days.length; i++) {
    const own = features.map((values) => {
      const width = values.length / days.length;
      return values.slice(i * width, (i + 1) * width);
    });
    const covariances = covariancesWith(TERMS, upTo(i), { day: days[i], features: own });
    const { weights } = fit(i);
    const mean = covariances.reduce((sum, covariance, j) => sum + covariance * weights[j], 0);
    assert.ok(Math.abs(mean - oneStepAhead[i]) < 1e-12, `day ${i}`);
  }
});

test('inner products in parts equal those of the features side by side, for each day', () => {
  const normal = createNormal(7);
  const count = 21;
  const days = Array.from({ length: count }, (_, i) => 2 * i);
  const random = (width: number) => Float64Array.from({ length: width * count }, normal);
  const parts = TERMS.map(() => [random(3), random(2)]);
  const targets = [random(1), random(1)];
  const training = { targets, noise: days.map(() => DAY_NOISE.usual) };
  const features = parts.map(([one, other]) =>
    Float64Array.from(
      days.flatMap((_, i) => [...one.subarray(3 * i, 3 * i + 3), ...other.subarray(2 * i, 2 * i + 2)]),
    ),
  );
  const grams = parts.map(([one, other]) => {
    const rest = innerProducts(KERNEL, other, count);
    return innerProducts(KERNEL, one, count).map((value, i) => value + rest[i]);
  });
  const whole = posteriorOf(TERMS, trainingSet(days, features), training);
  oneStepAheadOf(KERNEL, covariancesOfGrams(KERNEL, TERMS, { days, grams }), training).forEach((ahead, t) => {
    ahead.forEach((mean, i) =>
      assert.ok(Math.abs(mean - whole[t].oneStepAhead[i]) < 1e-12, `target ${t}, day ${i}`),
    );
  });
});

test('a term fades to its lasting share, and its shape falls from its variance at distance 0', () => {
  assert.equal(fadingOf(TERMS[0], 0), 1);
  assert.ok(Math.abs(fadingOf(TERMS[0], -1000) - 0.5) < 1e-12);
  assert.equal(fadingOf(TERMS[1], 1000), 1);
  for (const term of TERMS.slice(0, 2)) {
    const training = trainingSet([5, 6, 7], [Float64Array.of(2, 3, 4)]);
    const [same, near, far] = covariancesWith([{ ...term, lasting: 1 }], training, {
      day: 5,
      features: [Float64Array.of(2)],
    });
    assert.equal(same, term.variance);
    assert.ok(far < near && near < same);
  }
});
