import { type DesignMatrix, columnOf } from '../features/design-matrix.ts';
import type { CovarianceShape } from '../learners/gaussian-process/covariance.ts';
import { covariancesOf, createTermWithDays } from '../learners/gaussian-process/covariances.ts';
import { posteriorOf } from '../learners/gaussian-process/posterior.ts';
import { termFeatures } from '../learners/gaussian-process/training-set.ts';
import type { Kernel } from '../kernel/kernel.ts';

/** A Gaussian process of one slot of the day, as plain JSON. */
export interface SlotProcess {
  /** By column: what a feature is centred on and multiplied by. */
  centers: number[];
  factors: number[];
  /** Target = mean + spread * process. */
  mean: number;
  spread: number;
  days: number[];
  /** Row-major days x columns. */
  features: ArrayLike<number>;
  weights: number[];
  /** One-step-ahead predictions of the days. */
  ahead: number[];
}

/** How alike two days are in all features together; a difference of one deviation in every column is `exp(-1 / (2 * 1.6^2))`. */
const SHAPE: CovarianceShape = { shape: 'squared-exponential', variance: 3, lasting: 1, fadingDays: 1 };
const LENGTH = 1.6;
const NOISE_VARIANCE = 0.2;

/**
 * One process a slot, learnt from rows of features that run day by day through all slots; `targets` likewise. Features that are not
 * known count as average. O(slots x days^3 / 3).
 */
export function fitSlotProcesses(
  kernel: Kernel,
  features: DesignMatrix,
  targets: readonly number[],
  { slotsPerDay, days }: { slotsPerDay: number; days: number[] },
): SlotProcess[] {
  return Array.from({ length: slotsPerDay }, (_, slot) => {
    const rows = days.map((_, i) => i * slotsPerDay + slot);
    const own = Float64Array.from(rows, (row) => targets[row]);
    const { mean, deviation } = momentsOf(own);
    const spread = deviation > 0 ? deviation : 1;
    const centers: number[] = [];
    const factors: number[] = [];
    const width = features.columns.length;
    const values = new Float64Array(days.length * width);
    for (let j = 0; j < width; j++) {
      const column = columnOf(features, j);
      const known = Float64Array.from(rows, (row) => column[row]);
      const moments = momentsOf(known);
      centers.push(moments.mean);
      factors.push(moments.deviation > 1e-9 ? 1 / (moments.deviation * LENGTH * Math.sqrt(width)) : 0);
      known.forEach((value, i) => (values[i * width + j] = standardised(value, centers[j], factors[j])));
    }
    const terms = [termFeatures(values, days.length)];
    const [{ weights, oneStepAhead }] = posteriorOf(kernel, covariancesOf(kernel, [SHAPE], { days, terms }), {
      targets: [own.map((value) => (value - mean) / spread)],
      noise: days.map(() => NOISE_VARIANCE),
    });
    return {
      centers,
      factors,
      mean,
      spread,
      days,
      features: [...values],
      weights: [...weights],
      ahead: Array.from(oneStepAhead, (value) => mean + spread * value),
    };
  });
}

/** What gives the process's mean for one row of features. */
export function slotPredictor(
  kernel: Kernel,
  { days, features, centers, factors, mean, spread, weights }: SlotProcess,
): (row: ArrayLike<number>, day: number) => number {
  const trained = termFeatures(Float64Array.from(features), days.length);
  const withDays = createTermWithDays(kernel, SHAPE, days, trained);
  return (row, day) => {
    const own = Float64Array.from(centers, (center, j) => standardised(row[j], center, factors[j]));
    const covariances = withDays.with(day, own);
    return mean + spread * covariances.reduce((sum, covariance, i) => sum + covariance * weights[i], 0);
  };
}

function standardised(value: number, center: number, factor: number): number {
  return Number.isFinite(value) ? (value - center) * factor : 0;
}

function momentsOf(values: Float64Array): { mean: number; deviation: number } {
  const known = values.filter(Number.isFinite);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length;
  return { mean: Number.isFinite(mean) ? mean : 0, deviation: Math.sqrt(variance) };
}
