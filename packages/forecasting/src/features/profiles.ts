import { difference } from '../linalg/vectors.ts';

// Plain loops: trees read thousands of days, and these are several times as fast as the arrays' own methods.

export function flat(value: number, slots: number): Float64Array {
  return new Float64Array(slots).fill(value);
}

export function meanOf(profile: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < profile.length; i++) sum += profile[i];
  return sum / profile.length;
}

/** The profile `slots` later, the last or first value repeated. */
export function shifted(profile: Float64Array, slots: number): Float64Array {
  const last = profile.length - 1;
  const values = new Float64Array(profile.length);
  for (let slot = 0; slot <= last; slot++) values[slot] = profile[Math.max(0, Math.min(last, slot + slots))];
  return values;
}

export function rampOf(profile: Float64Array): Float64Array {
  return difference(shifted(profile, 1), shifted(profile, -1));
}

/** (value - level) / spread of each value. */
export function measured(profile: Float64Array, level: number, spread: number): Float64Array {
  const values = new Float64Array(profile.length);
  for (let slot = 0; slot < values.length; slot++) values[slot] = (profile[slot] - level) / spread;
  return values;
}

export function lowestOf(profile: Float64Array): number {
  let lowest = Infinity;
  for (let slot = 0; slot < profile.length; slot++) lowest = Math.min(lowest, profile[slot]);
  return lowest;
}

export function highestOf(profile: Float64Array): number {
  let highest = -Infinity;
  for (let slot = 0; slot < profile.length; slot++) highest = Math.max(highest, profile[slot]);
  return highest;
}

/** How many slots of the day lie lower. */
export function ranksOf(profile: Float64Array): Float64Array {
  const ranks = new Float64Array(profile.length);
  for (let slot = 0; slot < ranks.length; slot++) {
    let lower = 0;
    for (let i = 0; i < profile.length; i++) if (profile[i] < profile[slot]) lower++;
    ranks[slot] = lower;
  }
  return ranks;
}
