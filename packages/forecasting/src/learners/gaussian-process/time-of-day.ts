import type { CovarianceShape } from './covariance.ts';
import { type DayGroups, type GroupName, HOURS_PER_DAY } from '../../features/day-groups.ts';

/** A group of a day as seen from a time of the day: with a weight for how near each slot is, as it is, its mean, or its last slot. */
export const VIEWS = ['near', 'whole', 'mean', 'last'] as const;
export type View = (typeof VIEWS)[number];

/** One term of the covariance of two days as seen from a time of the day. */
export interface TimeOfDayTerm extends CovarianceShape {
  weights: { group: GroupName; view: View; weight: number }[];
}

/** How far around itself a time of the day looks: closeness falls like a bell, and part of it is the same for all slots. */
export interface Reach {
  hours: number;
  evenShare: number;
}

/** Slots next to each other that share a covariance: `first` .. `end - 1`. */
export interface TimeOfDay {
  first: number;
  end: number;
}

/** Slots that are less close, where a slot of the time itself is 1, do not count: fewer columns to multiply. */
const LEAST_CLOSENESS = 1e-4;

/** The day in parts of as many slots each; the last may have fewer. */
export function timesOfDay(slotsPerDay: number, parts: number): TimeOfDay[] {
  const length = Math.ceil(slotsPerDay / parts);
  return Array.from({ length: Math.ceil(slotsPerDay / length) }, (_, i) => ({
    first: i * length,
    end: Math.min(slotsPerDay, (i + 1) * length),
  }));
}

/** A day's columns: its groups side by side, and behind them the mean and the last slot of each. */
export function columnsOf(groups: DayGroups): Float64Array {
  const columns = new Float64Array(groups.reduce((sum, { values }) => sum + values.length + 2, 0));
  let at = 0;
  for (const { values } of groups) {
    columns.set(values, at);
    at += values.length;
    // A group's values are divided by the root of their count; these two are one column each.
    const root = Math.sqrt(values.length);
    columns[at++] = values.reduce((sum, value) => sum + value, 0) / root;
    columns[at++] = values[values.length - 1] * root;
  }
  return columns;
}

/** By column of `columnsOf`, what a term weighs it by at a time of the day. */
export function columnWeights(
  groups: DayGroups,
  term: TimeOfDayTerm,
  time: TimeOfDay,
  reachOf: (group: GroupName) => Reach,
): Float64Array {
  const weights = new Float64Array(groups.reduce((sum, { values }) => sum + values.length + 2, 0));
  let at = 0;
  for (const { name, values } of groups) {
    const slots = values.length;
    for (const { group, view, weight } of term.weights) {
      if (group !== name) continue;
      if (view === 'mean') weights[at + slots] = weight;
      else if (view === 'last') weights[at + slots + 1] = weight;
      else {
        const closeness = view === 'near' ? closenessTo(time, slots, reachOf(name)) : undefined;
        for (let slot = 0; slot < slots; slot++) {
          const own = closeness === undefined ? weight : weight * Math.sqrt(closeness[slot]);
          weights[at + slot] = Math.hypot(weights[at + slot], own);
        }
      }
    }
    at += slots + 2;
  }
  return weights;
}

/** Of each slot to a time of the day; 1 on average. */
function closenessTo({ first, end }: TimeOfDay, slots: number, { hours, evenShare }: Reach): Float64Array {
  const reach = (hours * slots) / HOURS_PER_DAY;
  const bell = Float64Array.from({ length: slots }, (_, slot) => {
    const away = Math.max(0, first - slot, slot - (end - 1)) / reach;
    const closeness = Math.exp((-away * away) / 2);
    return closeness > LEAST_CLOSENESS ? closeness : 0;
  });
  const total = bell.reduce((sum, value) => sum + value, 0);
  return bell.map((value) => evenShare + ((1 - evenShare) * value * slots) / total);
}
