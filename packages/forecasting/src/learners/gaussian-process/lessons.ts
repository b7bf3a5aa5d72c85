import type { Panel } from '../../data/panel.ts';
import { asinh } from '../../target/asinh.ts';
import type { NoiseVariance } from './covariance.ts';
import type { DayGroups } from '../../features/day-groups.ts';
import type { TrainingDay } from './training-days.ts';

/** For each slot, the transformed price of each training day. */
export function targetsOf({ price, slotsPerDay }: Panel, training: TrainingDay[]): Float64Array[] {
  return Array.from({ length: slotsPerDay }, (_, slot) =>
    Float64Array.from(training, ({ row, scale: { level, spread } }) =>
      asinh((price[row * slotsPerDay + slot] - level) / spread),
    ),
  );
}

/** Variance of a day's noise: more where inputs are not known. */
export function noiseOf(groups: DayGroups, { usual, unknownInputs }: NoiseVariance): number {
  const unknown = groups.find(({ name }) => name === 'unknown inputs')?.values[0] ?? 0;
  return usual + unknownInputs * unknown;
}
