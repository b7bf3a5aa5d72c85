import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../../test/random-problem.ts';
import type { DesignMatrix } from '../../features/design-matrix.ts';
import { binColumns, binEdges, binOf } from './bins.ts';
import { type BoostingOptions, fitBoostedTrees, predictBoostedTrees } from './fit-boosted-trees.ts';
import { type Loss, bestConstant, fillSlopes } from './losses.ts';
import { createKernel } from '../../kernel/kernel.ts';
import { createUniform, drawSubset } from './random.ts';

const ROWS = 240;

const STUMP: BoostingOptions = {
  loss: { kind: 'squared' },
  trees: 1,
  learningRate: 1,
  maxLeaves: 2,
  minLeafRows: 5,
  shrinkage: 0,
  columnShare: 1,
  groupRows: 1,
  groupChances: new Float64Array(ROWS).fill(1),
  maxBins: 255,
  seed: 1,
};

const KERNEL = createKernel();

const LOSSES: Loss[] = [
  { kind: 'squared' },
  { kind: 'absolute' },
  { kind: 'huber', delta: 0.4 },
  { kind: 'quantile', level: 0.9 },
];

/** Five columns, of which the target follows the first two in steps and with an interaction; every seventh value missing. */
function problem(seed = 5): { features: DesignMatrix; target: Float64Array } {
  const normal = createNormal(seed);
  const values = Float64Array.from({ length: ROWS * 5 }, normal);
  const target = Float64Array.from({ length: ROWS }, (_, i) => {
    const a = values[i];
    const b = values[ROWS + i];
    return (a > 0.3 ? 2 : 0) + (a > 0 && b > 0 ? 1 : 0) + 0.3 * normal();
  });
  for (let i = 0; i < values.length; i += 7) values[i] = Number.NaN;
  return { features: { columns: ['a', 'b', 'c', 'd', 'e'], rows: ROWS, values }, target };
}

function rowOf(features: DesignMatrix, row: number): Float64Array {
  return Float64Array.from(features.columns, (_, j) => features.values[j * features.rows + row]);
}

function forecasts(
  features: DesignMatrix,
  target: Float64Array,
  options: Partial<BoostingOptions>,
): Float64Array {
  const fitted = fitBoostedTrees(KERNEL, features, target, { ...STUMP, ...options });
  return Float64Array.from(target, (_, row) => predictBoostedTrees(fitted, rowOf(features, row)));
}

function lossOf(loss: Loss, target: Float64Array, forecast: Float64Array): number {
  return meanLoss(
    loss,
    target.map((value, i) => value - forecast[i]),
  );
}

test('bins hold about equal counts, equal numbers share one and NaN has its own', () => {
  assert.deepEqual(binEdges([3, 1, 2, 4], 255), [1.5, 2.5, 3.5]);
  assert.deepEqual(binEdges([7, 7, Number.NaN, 7], 255), []);
  assert.deepEqual(binEdges([], 255), []);
  const values = Float64Array.from({ length: 1000 }, (_, i) => i);
  const edges = binEdges(values, 10);
  assert.equal(edges.length, 9);
  const counts = new Int32Array(11);
  for (const value of values) counts[binOf(edges, value)]++;
  assert.deepEqual(Array.from(counts), [0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100]);
  assert.equal(binOf(edges, Number.NaN), 0);
  assert.equal(binEdges([0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 3).length, 1);
});

test('the codes of a column are the bins of its values', () => {
  const { features } = problem();
  const data = binColumns(features, 16);
  data.codes.forEach((code, i) => {
    assert.equal(code, binOf(data.edges[Math.floor(i / ROWS)], features.values[i]));
  });
});

test('columns that a matrix before has with the same numbers give the same bins, wherever they stand and whatever the others are', () => {
  const { features: before } = problem();
  const { values: other } = problem(6).features;
  const [b, e] = [1, 4].map((j) => before.values.subarray(j * ROWS, (j + 1) * ROWS));
  // `a` has other numbers than before; `e` lacks one.
  const values = Float64Array.of(...e, ...other.subarray(0, ROWS), ...b, ...other.subarray(ROWS, 2 * ROWS));
  values[1] = Number.NaN;
  const matrix = { columns: ['e', 'a', 'b', 'f'], rows: ROWS, values };
  const taken = binColumns(matrix, 16, { matrix: before, binned: binColumns(before, 16) });
  assert.deepEqual(taken, binColumns(matrix, 16));
});

test('a value is coded by its bin however the values of its column lie', () => {
  const uniform = createUniform(3);
  const kinds: (() => number)[] = [
    uniform,
    () => Math.tan(3.1 * (uniform() - 0.5)),
    () => 1e6 * uniform() ** 9,
    () => Math.floor(24 * uniform()),
    () => (uniform() < 0.5 ? 1 : 2),
    () => (uniform() < 0.1 ? Number.NaN : 1 + 1e-13 * uniform()),
    () => [-Infinity, 0, 3, Infinity][Math.floor(4 * uniform())],
    () => 7,
    () => Number.NaN,
  ];
  const values = Float64Array.from(kinds.flatMap((draw) => Array.from({ length: ROWS }, draw)));
  const data = binColumns({ columns: kinds.map((_, j) => String(j)), rows: ROWS, values }, 63);
  data.codes.forEach((code, i) => assert.equal(code, binOf(data.edges[Math.floor(i / ROWS)], values[i])));
});

test('a step is learned exactly, and a missing value goes its own way', () => {
  const x = Float64Array.of(1, 2, 3, 4, 5, 6, Number.NaN, Number.NaN);
  const target = Float64Array.of(0, 0, 0, 10, 10, 10, 20, 20);
  const features = { columns: ['x'], rows: 8, values: x };
  const found = forecasts(features, target, {
    maxLeaves: 3,
    minLeafRows: 1,
    groupChances: new Float64Array(8).fill(1),
  });
  found.forEach((value, i) => assert.ok(Math.abs(value - target[i]) < 1e-12));
});

test('one stump of squared loss is the best of all splits', () => {
  const { features, target } = problem();
  let best = Infinity;
  for (let j = 0; j < 5; j++) {
    const column = features.values.subarray(j * ROWS, (j + 1) * ROWS);
    for (const threshold of [-Infinity, ...column]) {
      const left = target.filter((_, i) => !(column[i] > threshold));
      const right = target.filter((_, i) => column[i] > threshold);
      if (left.length < 5 || right.length < 5) continue;
      const rest = [left, right].map((side) => {
        const mean = side.reduce((sum, value) => sum + value, 0) / side.length;
        return side.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      });
      best = Math.min(best, (rest[0] + rest[1]) / ROWS / 2);
    }
  }
  const stump = forecasts(features, target, {});
  assert.ok(Math.abs(lossOf(STUMP.loss, target, stump) - best) < 1e-7 * best);
});

test('no constant is nearer to the values than the best constant of each loss', () => {
  const normal = createNormal(3);
  const values = Float64Array.from({ length: 101 }, () => normal() ** 3);
  for (const loss of LOSSES) {
    const center = bestConstant(loss, values.slice());
    // Huber's is a single step from the median towards the minimum.
    const start = loss.kind === 'huber' ? bestConstant({ kind: 'absolute' }, values.slice()) : undefined;
    const at = (constant: number): number =>
      meanLoss(
        loss,
        values.map((value) => value - constant),
      );
    if (start !== undefined) assert.ok(at(center) < at(start));
    else for (const step of [-0.1, -1e-3, 1e-3, 0.1]) assert.ok(at(center) <= at(center + step) + 1e-12);
  }
  assert.equal(
    bestConstant({ kind: 'quantile', level: 0.9 }, Float64Array.of(5, 3, 1, 2, 4, 6, 7, 8, 9, 10)),
    9,
  );
});

test('the slopes are those of the losses', () => {
  const residuals = Float64Array.of(-2, -0.1, 0.1, 2);
  for (const loss of LOSSES) {
    const slopes = new Float64Array(4);
    fillSlopes(loss, residuals, slopes);
    residuals.forEach((residual, i) => {
      const step = 1e-6;
      const numeric = (meanLoss(loss, [residual + step]) - meanLoss(loss, [residual - step])) / (2 * step);
      assert.ok(Math.abs(slopes[i] - numeric) < 1e-6);
    });
  }
});

test('the leaves of an absolute-loss tree are the medians of their rows', () => {
  const { features, target } = problem();
  const found = forecasts(features, target, { loss: { kind: 'absolute' }, maxLeaves: 4 });
  for (const leaf of new Set(found)) {
    const residuals = target.filter((_, i) => found[i] === leaf).map((value) => value - leaf);
    assert.ok(Math.abs(bestConstant({ kind: 'absolute' }, residuals)) < 1e-12);
  }
});

test('a quantile forecast lies above its share of the targets', () => {
  const { features, target } = problem();
  for (const level of [0.1, 0.5, 0.9]) {
    const found = forecasts(features, target, {
      loss: { kind: 'quantile', level },
      trees: 40,
      learningRate: 0.2,
    });
    const share = target.filter((value, i) => value <= found[i]).length / ROWS;
    assert.ok(Math.abs(share - level) < 0.06, `${share} for ${level}`);
  }
});

test('more trees on all rows fit the training targets ever closer', () => {
  const { features, target } = problem();
  for (const loss of LOSSES) {
    let last = Infinity;
    for (const trees of [1, 3, 9, 27]) {
      const found = lossOf(
        loss,
        target,
        forecasts(features, target, { loss, trees, learningRate: 0.3, maxLeaves: 4 }),
      );
      assert.ok(found < last, `${loss.kind}: ${found} after ${last}`);
      last = found;
    }
  }
});

test('increasing transforms of the features change nothing', () => {
  const { features, target } = problem();
  const bent = { ...features, values: features.values.map((value) => Math.exp(value / 2)) };
  const options = { trees: 10, learningRate: 0.3, maxLeaves: 6, loss: LOSSES[2] };
  assert.deepEqual(forecasts(bent, target, options), forecasts(features, target, options));
});

test('shifted and scaled targets shift and scale the forecasts', () => {
  const { features, target } = problem();
  const options = { trees: 10, learningRate: 0.3, maxLeaves: 6, loss: LOSSES[1] };
  const plain = forecasts(features, target, options);
  forecasts(
    features,
    target.map((value) => 4 * value - 16),
    options,
  ).forEach((value, i) => assert.ok(Math.abs(value - (4 * plain[i] - 16)) < 1e-9));
});

test('a seed gives the same model, another seed another', () => {
  const { features, target } = problem();
  const drawn = { trees: 8, columnShare: 0.4, groupRows: 24, groupChances: new Float64Array(10).fill(0.5) };
  const fit = (seed: number): unknown =>
    fitBoostedTrees(KERNEL, features, target, { ...STUMP, ...drawn, seed });
  assert.deepEqual(fit(4), fit(4));
  assert.notDeepEqual(fit(4), fit(5));
  assert.deepEqual(JSON.parse(JSON.stringify(fit(4))), fit(4));
});

test('uniform numbers fill the unit interval evenly, and subsets have no double', () => {
  for (const seed of [0, 1, -7, 2 ** 40]) {
    const uniform = createUniform(seed);
    const drawn = Float64Array.from({ length: 4000 }, uniform);
    assert.ok(drawn.every((value) => value >= 0 && value < 1));
    assert.ok(Math.abs(drawn.reduce((sum, value) => sum + value, 0) / 4000 - 0.5) < 0.02);
    assert.equal(new Set(drawSubset(50, 20, uniform)).size, 20);
  }
});

test('a constant target is its own forecast', () => {
  const { features } = problem();
  const target = new Float64Array(ROWS).fill(42);
  for (const loss of LOSSES) {
    assert.ok(forecasts(features, target, { loss, trees: 5 }).every((value) => value === 42));
  }
});

test('bad input is refused with what is wrong', () => {
  const { features, target } = problem();
  const fit = (options: Partial<BoostingOptions>) => () =>
    fitBoostedTrees(KERNEL, features, target, { ...STUMP, ...options });
  assert.throws(fit({ learningRate: 0 }), /learningRate lies above 0/);
  assert.throws(fit({ maxLeaves: 1 }), /maxLeaves is a whole number, at least 2; got 1/);
  assert.throws(fit({ maxBins: 300 }), /from 2 to 255; got 300/);
  assert.throws(fit({ shrinkage: -1 }), /shrinkage/);
  assert.throws(fit({ groupRows: 7 }), /do not make the 240 rows/);
  assert.throws(fit({ seed: 0.5 }), /seed/);
  assert.throws(fit({ loss: { kind: 'huber', delta: 0 } }), /delta/);
  assert.throws(fit({ loss: { kind: 'quantile', level: 1 } }), /between 0 and 1/);
  assert.throws(
    () => fitBoostedTrees(KERNEL, features, target.subarray(1), STUMP),
    /240 rows of features and 239/,
  );
  assert.throws(
    () => fitBoostedTrees(KERNEL, features, target.slice().fill(Number.NaN, 3, 4), STUMP),
    /Target 3 is NaN/,
  );
});

function meanLoss(loss: Loss, residuals: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < residuals.length; i++) sum += lossAt(loss, residuals[i]);
  return sum / residuals.length;
}

function lossAt(loss: Loss, residual: number): number {
  const size = Math.abs(residual);
  if (loss.kind === 'squared') return residual ** 2 / 2;
  if (loss.kind === 'absolute') return size;
  if (loss.kind === 'huber') return size <= loss.delta ? size ** 2 / 2 : loss.delta * (size - loss.delta / 2);
  return residual > 0 ? loss.level * residual : (loss.level - 1) * residual;
}
