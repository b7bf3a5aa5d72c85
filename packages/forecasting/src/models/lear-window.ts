import { columnOf, type DesignMatrix } from '../features/design-matrix.ts';
import type { TrainingSelection } from '../features/complete-rows.ts';
import {
  type FeatureBlock,
  blockName,
  columnNames,
  isBlockKnown,
  learDesign,
} from '../features/lear-features.ts';
import { crossProduct, gram } from '../linalg/gram.ts';
import { lambdaByAkaike } from '../linalg/akaike.ts';
import { solveLasso } from '../linalg/lasso.ts';
import type { Panel } from '../series/panel.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';
import { type AsinhScale, fitAsinhScale, fromAsinh, toAsinh } from '../transforms/asinh-scale.ts';

/** The regression of one slot: transformed price = intercept + sum of coefficients times transformed features. */
export interface LearSlotFit {
  scale: AsinhScale;
  intercept: number;
  /** Columns with a non-zero coefficient, by place in `columns`, and their coefficients. */
  columns: number[];
  coefficients: number[];
}

/** One member of the ensemble as plain JSON. */
export interface LearWindowFit {
  windowDays: number;
  trainingDays: number;
  blocks: FeatureBlock[];
  /** Scale of each column, null for a weekday dummy. */
  scales: (AsinhScale | null)[];
  slots: LearSlotFit[];
}

export function fitLearWindow(
  panel: Panel,
  selection: TrainingSelection & { windowDays: number },
): LearWindowFit {
  const { blocks, rows, windowDays } = selection;
  const design = learDesign(panel, blocks, rows);
  const scales = scaleColumns(design, blocks, panel.slotsPerDay);
  const means = centerColumns(design);
  const targets = targetsOf(panel, rows);
  const targetScales = scaleTargets(targets);
  const targetMeans = centerColumns(targets);
  const n = design.rows;
  const p = design.columns.length;
  const products = gram(design.values, n, p);
  const cross = crossProduct(targets.values, design.values, n, panel.slotsPerDay, p);
  const lengths = Float64Array.from({ length: p }, (_, j) => Math.sqrt(products[j * p + j]) || 1);
  const unitGram = products.map((value, at) => value / (lengths[Math.floor(at / p)] * lengths[at % p]));
  const slots = targetScales.map((scale, slot): LearSlotFit => {
    const slotCross = cross.subarray(slot * p, (slot + 1) * p);
    const squares = columnOf(targets, slot).reduce((sum, y) => sum + y * y, 0);
    const unitCross = slotCross.map((value, j) => value / lengths[j]);
    const lambda = lambdaByAkaike({ columns: p, gram: unitGram, cross: unitCross, squares }, n);
    const coefficients = solveLasso({ columns: p, gram: products, cross: slotCross, squares }, lambda);
    const columns: number[] = [];
    let intercept = targetMeans[slot];
    coefficients.forEach((coefficient, j) => {
      if (coefficient === 0) return;
      columns.push(j);
      intercept -= coefficient * means[j];
    });
    return { scale, intercept, columns, coefficients: columns.map((j) => coefficients[j]) };
  });
  return { windowDays, trainingDays: n, blocks, scales, slots };
}

export function predictLearWindow(fitted: LearWindowFit, panel: Panel, target: number): Float64Array {
  const unknown = fitted.blocks.find((block) => !isBlockKnown(panel, block, target));
  if (unknown !== undefined) {
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${blockName(unknown)}, which is not known; fit a model for that day.`,
    );
  }
  const features = learDesign(panel, fitted.blocks, [target]).values;
  fitted.scales.forEach((scale, j) => {
    if (scale !== null) features[j] = toAsinh(scale, features[j]);
  });
  return Float64Array.from(fitted.slots, (slot) => {
    let z = slot.intercept;
    slot.columns.forEach((j, i) => (z += slot.coefficients[i] * features[j]));
    return fromAsinh(slot.scale, z);
  });
}

function scaleColumns(
  design: DesignMatrix,
  blocks: FeatureBlock[],
  slotsPerDay: number,
): (AsinhScale | null)[] {
  const isDummy = blocks.flatMap((block) =>
    Array.from({ length: columnNames([block], slotsPerDay).length }, () => block.kind === 'weekday'),
  );
  return design.columns.map((_, j) => (isDummy[j] ? null : scaleInPlace(columnOf(design, j))));
}

function scaleTargets(targets: DesignMatrix): AsinhScale[] {
  return targets.columns.map((_, slot) => scaleInPlace(columnOf(targets, slot)));
}

function scaleInPlace(column: Float64Array): AsinhScale {
  const scale = fitAsinhScale(column);
  for (let i = 0; i < column.length; i++) column[i] = toAsinh(scale, column[i]);
  return scale;
}

function centerColumns(matrix: DesignMatrix): number[] {
  return matrix.columns.map((_, j) => {
    const column = columnOf(matrix, j);
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    for (let i = 0; i < column.length; i++) column[i] -= mean;
    return mean;
  });
}

function targetsOf(panel: Panel, rows: number[]): DesignMatrix {
  return learDesign(panel, [{ kind: 'price', lagDays: 0 }], rows);
}
