import { type ShrinkageCase, shrinkageWeight } from '../linalg/shrinkage-weight.ts';
import { LONGEST_LEAD } from './training-days.ts';

/** A slot of a day that was told so many days ahead. */
export interface ToldSlot extends ShrinkageCase {
  daysAhead: number;
}

/** Days ahead that are judged together: there are few of each. */
const GROUPS = [[1], [2, 3], [4, 5, 6, 7]];

/** How far to go from the plain past (0) to the model (1), for each number of days ahead; 1 where nothing was told. */
export function fitTrust(slots: readonly ToldSlot[]): number[] {
  const trust = Array.from({ length: LONGEST_LEAD + 1 }, () => 1);
  for (const group of GROUPS) {
    const weight = shrinkageWeight(slots.filter(({ daysAhead }) => group.includes(daysAhead)));
    for (const daysAhead of group) trust[daysAhead] = weight;
  }
  return trust;
}

export function trustAt(trust: readonly number[], daysAhead: number): number {
  return trust[Math.max(1, Math.min(LONGEST_LEAD, daysAhead))];
}
