import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fitGamma } from './gamma-regression.ts';
import { fitQuantiles } from './quantile-regression.ts';

/** A linear congruential generator of numbers in [0, 1). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function sampleOf(rows: number, seed: number) {
  const random = randomOf(seed);
  const x = Float64Array.from({ length: rows }, () => 4 * random() - 2);
  const y = x.map((value) => 1 + 2 * value + (1 + Math.abs(value)) * Math.log(1e-3 + random()));
  return { columns: [new Float64Array(rows).fill(1), x], y };
}

function pinball(columns: Float64Array[], y: Float64Array, b: ArrayLike<number>, level: number): number {
  return y.reduce((sum, value, i) => {
    const distance = value - b[0] * columns[0][i] - b[1] * columns[1][i];
    return sum + Math.max(level * distance, (level - 1) * distance);
  }, 0);
}

/** Exact quantile regression on two columns: some line through two of the points is optimal. */
function bestLineThroughTwo({ columns, y }: ReturnType<typeof sampleOf>, level: number): number[] {
  const x = columns[1];
  let best = [0, 0];
  for (let i = 0; i < y.length; i++) {
    for (let j = 0; j < i; j++) {
      const slope = (y[i] - y[j]) / (x[i] - x[j]);
      const line = [y[i] - slope * x[i], slope];
      if (pinball(columns, y, line, level) < pinball(columns, y, best, level)) best = line;
    }
  }
  return best;
}

describe('quantile regression', () => {
  const exact = { bandwidth: 1e-3, penalty: 1e-9 };

  test('of a constant alone is the quantile', () => {
    const y = Float64Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
    const [[constant]] = fitQuantiles([new Float64Array(101).fill(1)], y, { ...exact, levels: [0.1] });
    assert.ok(Math.abs(constant - 10) < 0.1, `${constant}`);
  });

  test('finds a line that all points lie on, at every level', () => {
    const { columns } = sampleOf(50, 1);
    const y = columns[1].map((x) => 3 - 2 * x);
    for (const level of [0.1, 0.5, 0.9]) {
      const [[constant, slope]] = fitQuantiles(columns, y, { ...exact, levels: [level] });
      assert.ok(Math.abs(constant - 3) < 0.01 && Math.abs(slope + 2) < 0.01);
    }
  });

  test('is as good as the best line through two of the points', () => {
    for (const level of [0.1, 0.5, 0.9]) {
      const sample = sampleOf(60, 5);
      const best = bestLineThroughTwo(sample, level);
      const [fitted] = fitQuantiles(sample.columns, sample.y, { ...exact, levels: [level] });
      const loss = (b: ArrayLike<number>) => pinball(sample.columns, sample.y, b, level);
      assert.ok(loss(fitted) < 1.001 * loss(best), `${loss(fitted)} against ${loss(best)}`);
    }
  });

  test('leaves the promised share of the points below', () => {
    const { columns, y } = sampleOf(2000, 9);
    for (const level of [0.05, 0.3, 0.9]) {
      const [[constant, slope]] = fitQuantiles(columns, y, {
        levels: [level],
        bandwidth: 0.1,
        penalty: 1e-6,
      });
      const below = y.filter((value, i) => value < constant + slope * columns[1][i]).length / y.length;
      assert.ok(Math.abs(below - level) < 0.01, `${below} for ${level}`);
    }
  });

  test('moves and grows with the values', () => {
    const { columns, y } = sampleOf(80, 2);
    const [fitted] = fitQuantiles(columns, y, { levels: [0.2], bandwidth: 0.1, penalty: 1e-6 });
    const [other] = fitQuantiles(
      columns,
      y.map((value, i) => 5 * (value + 7 - 3 * columns[1][i])),
      { levels: [0.2], bandwidth: 0.5, penalty: 1e-6 / 5 },
    );
    assert.ok(Math.abs(other[0] - 5 * (fitted[0] + 7)) < 1e-3);
    assert.ok(Math.abs(other[1] - 5 * (fitted[1] - 3)) < 1e-3);
  });

  test('a large penalty leaves the intercept alone', () => {
    const { columns, y } = sampleOf(80, 2);
    const [[, slope]] = fitQuantiles(columns, y, { levels: [0.2], bandwidth: 0.1, penalty: 1e9 });
    assert.ok(Math.abs(slope) < 1e-6);
  });
});

describe('gamma regression', () => {
  const prior = new Float64Array(2);

  test('of a constant alone is the logarithm of the mean', () => {
    const [constant] = fitGamma([new Float64Array(4).fill(1)], Float64Array.of(0, 1, 2, 5), {
      prior: new Float64Array(1),
      penalty: 1,
    });
    assert.ok(Math.abs(constant - Math.log(2)) < 1e-6);
  });

  test('finds an exact power law', () => {
    const { columns } = sampleOf(60, 3);
    const z = columns[1].map((x) => Math.exp(2 - 1.5 * x));
    const [constant, power] = fitGamma(columns, z, { prior, penalty: 1e-9 });
    assert.ok(Math.abs(constant - 2) < 1e-4 && Math.abs(power + 1.5) < 1e-4);
  });

  test('the ratios to the fit average 1 and do not depend on the columns', () => {
    const { columns } = sampleOf(500, 4);
    const random = randomOf(8);
    const z = columns[1].map((x) => -Math.log(1 - random()) * Math.exp(x));
    const [constant, power] = fitGamma(columns, z, { prior, penalty: 1e-9 });
    const excess = z.map((value, i) => value / Math.exp(constant + power * columns[1][i]) - 1);
    const mean = excess.reduce((sum, value) => sum + value, 0) / 500;
    const product = excess.reduce((sum, value, i) => sum + value * columns[1][i], 0) / 500;
    assert.ok(Math.abs(mean) < 1e-4 && Math.abs(product) < 1e-4);
  });

  test('a large penalty holds the prior', () => {
    const { columns, y } = sampleOf(60, 3);
    const [, power] = fitGamma(columns, y.map(Math.abs), { prior: Float64Array.of(0, 0.7), penalty: 1e9 });
    assert.ok(Math.abs(power - 0.7) < 1e-6);
  });
});
