import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../../test/random-problem.ts';
import type { DesignMatrix } from '../../features/design-matrix.ts';
import { binEdges } from './bins.ts';
import { type BoostingOptions, fitBoostedTrees, predictBoostedTrees } from './fit-boosted-trees.ts';
import { type Loss, bestConstant, fillSlopes } from './losses.ts';
import { createKernel } from '../../kernel/kernel.ts';

const ROWS = 180;

interface PlainLeaf {
  rows: number[];
  best: { gain: number; left: number[]; right: number[] } | undefined;
}

test('histograms and their subtraction give the forecasts of a plain search', () => {
  const normal = createNormal(8);
  const values = Float64Array.from({ length: ROWS * 4 }, normal);
  const target = Float64Array.from({ length: ROWS }, (_, i) => values[i] + values[ROWS + i] ** 2 + normal());
  for (let i = 0; i < values.length; i += 9) values[i] = Number.NaN;
  const features = { columns: ['a', 'b', 'c', 'd'], rows: ROWS, values };
  const losses: Loss[] = [
    { kind: 'squared' },
    { kind: 'absolute' },
    { kind: 'huber', delta: 0.7 },
    { kind: 'quantile', level: 0.2 },
  ];
  for (const loss of losses) {
    const options: BoostingOptions = {
      loss,
      trees: 6,
      learningRate: 0.5,
      maxLeaves: 7,
      minLeafRows: 6,
      shrinkage: 3,
      columnShare: 1,
      groupRows: 1,
      groupChances: new Float64Array(ROWS).fill(1),
      maxBins: 20,
      seed: 1,
    };
    const fitted = fitBoostedTrees(createKernel(), features, target, options);
    plainForecasts(features, target, options).forEach((value, row) => {
      const fast = predictBoostedTrees(
        fitted,
        features.columns.map((_, j) => values[j * ROWS + row]),
      );
      assert.ok(Math.abs(value - fast) < 1e-9, `${loss.kind}: ${fast} at row ${row}, not ${value}`);
    });
  }
});

/** The same boosting on all rows and columns, every split found by summing the rows anew. */
function plainForecasts(
  features: DesignMatrix,
  target: Float64Array,
  options: BoostingOptions,
): Float64Array {
  const base = bestConstant(options.loss, target.slice());
  const forecast = new Float64Array(ROWS).fill(base);
  for (let k = 0; k < options.trees; k++) {
    const residuals = target.map((value, i) => value - forecast[i]);
    const slopes = new Float64Array(ROWS);
    fillSlopes(options.loss, residuals, slopes);
    const leaves = [searchedLeaf(features, slopes, residualRows(), options)];
    while (leaves.length < options.maxLeaves) {
      const gains = leaves.map(({ best }) => best?.gain ?? 0);
      const at = gains.indexOf(Math.max(...gains));
      const { best } = leaves[at];
      if (best === undefined) break;
      leaves[at] = searchedLeaf(features, slopes, best.left, options);
      leaves.push(searchedLeaf(features, slopes, best.right, options));
    }
    for (const { rows } of leaves) {
      const constant = bestConstant(
        options.loss,
        Float64Array.from(rows, (row) => residuals[row]),
      );
      const value = (options.learningRate * constant * rows.length) / (rows.length + options.shrinkage);
      for (const row of rows) forecast[row] += value;
    }
  }
  return forecast;
}

function residualRows(): number[] {
  return Array.from({ length: ROWS }, (_, row) => row);
}

function searchedLeaf(
  features: DesignMatrix,
  slopes: Float64Array,
  rows: number[],
  { minLeafRows, shrinkage, maxBins }: BoostingOptions,
): PlainLeaf {
  const score = (side: number[]): number =>
    side.reduce((sum, row) => sum + slopes[row], 0) ** 2 / (side.length + shrinkage);
  let best: PlainLeaf['best'];
  features.columns.forEach((_, j) => {
    const column = features.values.subarray(j * ROWS, (j + 1) * ROWS);
    for (const threshold of [-Infinity, ...binEdges(column, maxBins)]) {
      const left = rows.filter((row) => !(column[row] > threshold));
      const right = rows.filter((row) => column[row] > threshold);
      if (left.length < minLeafRows || right.length < minLeafRows) continue;
      const gain = score(left) + score(right) - score(rows);
      if (gain > Math.max(best?.gain ?? 0, 0) + 1e-12) best = { gain, left, right };
    }
  });
  return { rows, best };
}
