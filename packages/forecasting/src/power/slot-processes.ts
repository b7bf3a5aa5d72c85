import type { CovarianceTerm } from '../learners/gaussian-process/covariance.ts';
import {
  type KnownDays,
  covariancesWith,
  knownDays,
  posteriorOf,
} from '../learners/gaussian-process/regression.ts';
import { type DesignMatrix, columnOf } from '../features/design-matrix.ts';
import { loadKernel } from '../runtime/kernel/load-kernel.ts';

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
  /** What each of the days would have been told from the days before it. */
  ahead: number[];
}

/** How alike two days are in all features together; a difference of one deviation in every column is `exp(-1 / (2 * 1.6^2))`. */
const TERMS: CovarianceTerm[] = [
  { shape: 'squared-exponential', variance: 3, lasting: 1, fadingDays: 1, weights: {} },
];
const LENGTH = 1.6;
const NOISE_VARIANCE = 0.2;

/**
 * One process a slot, learnt from rows of features that run day by day through all slots; `targets` likewise. Features that are not
 * known count as average. O(slots x days^3 / 3).
 */
export function fitSlotProcesses(
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
    const [{ weights, ahead }] = posteriorOf(loadKernel(), TERMS, knownDays(days, [values]), {
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
      ahead: Array.from(ahead, (told) => mean + spread * told),
    };
  });
}

/** The process's mean for one row of features. */
export function predictSlotProcess(process: SlotProcess, features: ArrayLike<number>, day: number): number {
  const { centers, factors, mean, spread, weights } = process;
  const own = Float64Array.from(centers, (center, j) => standardised(features[j], center, factors[j]));
  const covariances = covariancesWith(loadKernel(), TERMS, knownDaysOf(process), { day, features: [own] });
  return mean + spread * covariances.reduce((sum, covariance, i) => sum + covariance * weights[i], 0);
}

/** Of the processes in use: every row that is forecast asks for the same. */
const knownDaysOfProcess = new WeakMap<SlotProcess, KnownDays>();

function knownDaysOf(process: SlotProcess): KnownDays {
  const known = knownDaysOfProcess.get(process) ?? knownDays(process.days, [process.features]);
  knownDaysOfProcess.set(process, known);
  return known;
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
