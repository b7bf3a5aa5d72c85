import { dayNumber } from '../calendar/delivery-day.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import type { Panel } from '../series/panel.ts';
import { asinh } from '../transforms/asinh.ts';
import { DAY_COVARIANCE, NOISE_VARIANCE, UNKNOWN_INPUTS_VARIANCE } from './covariance.ts';
import type { DayGroups } from './day-groups.ts';
import { type Posterior, posteriorOf, type TrainingDays, weightedFeatures } from './regression.ts';
import type { TrainingDay } from './training-days.ts';

/** The regression of every slot's transformed price on the days' features. */
export interface RegressionOfDays extends TrainingDays {
  /** For each slot, the transformed price of each training day. */
  targets: Float64Array[];
  /** For each slot. */
  posteriors: Posterior[];
}

export function regressionOfDays(
  panel: Panel,
  training: TrainingDay[],
  groups: DayGroups[],
): RegressionOfDays {
  const features = DAY_COVARIANCE.map((term) => {
    const rows = groups.map((day) => weightedFeatures(day, term));
    const values = new Float64Array(rows.length * rows[0].length);
    rows.forEach((row, i) => values.set(row, i * row.length));
    return values;
  });
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const targets = targetsOf(panel, training);
  const noise = groups.map((day) => noiseOf(day, NOISE_VARIANCE, UNKNOWN_INPUTS_VARIANCE));
  const posteriors = posteriorOf(loadKernel(), DAY_COVARIANCE, { days, features }, { targets, noise });
  return { days, features, targets, posteriors };
}

/** For each slot, the transformed price of each training day. */
export function targetsOf({ price, slotsPerDay }: Panel, training: TrainingDay[]): Float64Array[] {
  return Array.from({ length: slotsPerDay }, (_, slot) =>
    Float64Array.from(training, ({ row, scale: { level, spread } }) =>
      asinh((price[row * slotsPerDay + slot] - level) / spread),
    ),
  );
}

/** Variance of a day's noise: more where inputs are not known. */
export function noiseOf(groups: DayGroups, usual: number, unknownInputs: number): number {
  const unknown = groups.find(({ name }) => name === 'unknown inputs')?.values[0] ?? 0;
  return usual + unknownInputs * unknown;
}
