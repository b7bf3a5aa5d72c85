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
  return profile.map((_, slot) => profile[Math.max(0, Math.min(last, slot + slots))]);
}

export function rampOf(profile: Float64Array): Float64Array {
  const before = shifted(profile, -1);
  return shifted(profile, 1).map((next, slot) => next - before[slot]);
}

/** How many slots of the day lie lower. */
export function ranksOf(profile: Float64Array): Float64Array {
  return profile.map((value) => {
    let lower = 0;
    for (let i = 0; i < profile.length; i++) if (profile[i] < value) lower++;
    return lower;
  });
}
