import { columnOf } from '../../src/features/design-matrix.ts';
import { columnNames, learDesign } from './lear-design.ts';
import type { TrainingSelection } from '../../src/features/training-rows.ts';
import { lambdaByAkaike } from './akaike.ts';
import { crossProduct, gram } from './gram.ts';
import { solveLasso } from '../../src/learners/lasso/solve-lasso.ts';
import type { LearSlotFit, LearWindowFit } from '../../src/models/lear-window.ts';
import type { Panel } from '../../src/data/panel.ts';
import { type AsinhScale, fitAsinhScale } from '../../src/target/asinh.ts';
import { centerColumns } from '../../src/linalg/vectors.ts';

/**
 * One window of LEAR step by step, without a kernel and without a short cut: the oracle for the fast fit. It stays as it is.
 */
export function fitPlainLearWindow(
  panel: Panel,
  { blocks, rows, windowDays }: TrainingSelection & { windowDays: number },
): LearWindowFit {
  const design = learDesign(panel, blocks, rows);
  const p = design.columns.length;
  const isDummy = blocks.flatMap((block) =>
    columnNames([block], panel.slotsPerDay).map(() => block.kind === 'weekday'),
  );
  const scales = isDummy.map((isFlag, j) => (isFlag ? null : scaleToAsinh(columnOf(design, j))));
  const means = centerColumns(design.values, design.rows);
  const targets = learDesign(panel, [{ kind: 'price', lagDays: 0 }], rows);
  const ranges = targets.columns.map((_, slot) => ({
    lowest: Math.min(...columnOf(targets, slot)),
    highest: Math.max(...columnOf(targets, slot)),
  }));
  const targetScales = targets.columns.map((_, slot) => scaleToAsinh(columnOf(targets, slot)));
  const targetMeans = centerColumns(targets.values, targets.rows);
  const products = gram(design.values, design.rows, p);
  const crosses = crossProduct(targets.values, design.values, design.rows, panel.slotsPerDay, p);
  const lengths = Array.from({ length: p }, (_, j) => Math.sqrt(products[j * (p + 1)]) || 1);
  const unitProducts = products.map((value, at) => value / (lengths[Math.floor(at / p)] * lengths[at % p]));
  const slots = targetScales.map((scale, slot): LearSlotFit => {
    const cross = crosses.subarray(slot * p, (slot + 1) * p);
    const squares = columnOf(targets, slot).reduce((sum, value) => sum + value * value, 0);
    const unitCross = cross.map((value, j) => value / lengths[j]);
    const lambda = lambdaByAkaike({ columns: p, gram: unitProducts, cross: unitCross, squares }, design.rows);
    const solution = solveLasso({ columns: p, gram: products, cross, squares }, lambda);
    return { scale, ...ranges[slot], ...sparse(solution, means, targetMeans[slot]) };
  });
  return { windowDays, trainingDays: design.rows, blocks, scales, slots };
}

function scaleToAsinh(column: Float64Array): AsinhScale {
  const scale = fitAsinhScale(column);
  for (let i = 0; i < column.length; i++) column[i] = Math.asinh((column[i] - scale.center) / scale.spread);
  return scale;
}

function sparse(solution: Float64Array, means: ArrayLike<number>, targetMean: number) {
  const columns = [...solution.keys()].filter((j) => solution[j] !== 0);
  const coefficients = columns.map((j) => solution[j]);
  const intercept = columns.reduce((sum, j) => sum - solution[j] * means[j], targetMean);
  return { intercept, columns, coefficients };
}
