import { type ShrinkageCase, shrinkageWeight } from '../linalg/shrinkage-weight.ts';
import { LONGEST_LEAD } from './training-days.ts';

/** A slot of a day that was predicted so many days ahead. */
export interface PredictedSlot extends ShrinkageCase {
  daysAhead: number;
}

/** Days ahead that are judged together: there are few of each. */
const GROUPS = [[1], [2, 3], [4, 5, 6, 7]];

/** Shrinkage: the weight of the model against the baseline (0 to 1) for each number of days ahead; 1 where nothing was predicted. */
export function fitModelWeights(slots: readonly PredictedSlot[]): number[] {
  const weights = Array.from({ length: LONGEST_LEAD + 1 }, () => 1);
  for (const group of GROUPS) {
    const weight = shrinkageWeight(slots.filter(({ daysAhead }) => group.includes(daysAhead)));
    for (const daysAhead of group) weights[daysAhead] = weight;
  }
  return weights;
}

/** The weight of the model so many days ahead; beyond the longest lead that of the longest. */
export function modelWeightAt(weights: readonly number[], daysAhead: number): number {
  return weights[Math.max(1, Math.min(LONGEST_LEAD, daysAhead))];
}
