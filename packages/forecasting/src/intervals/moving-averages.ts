/** How many slots of a day so many hours are, of a day that is taken for 24 hours. */
export function slotsOfHours(hours: number, slotsPerDay: number): number {
  return Math.round((slotsPerDay * hours) / 24);
}

/**
 * Exponentially weighted mean over days, slot by slot, as it was known `lag` days before each row (row-major `days x
 * slotsPerDay`, NaN is unknown and leaves the mean as it is). It begins at the mean of the `firstDays`, so rows within
 * them know more than they could. NaN where a slot has no value in these and none since. O(n).
 */
export function movingMean(
  values: Float64Array,
  {
    slotsPerDay,
    halfLifeDays,
    firstDays,
    lag,
  }: { slotsPerDay: number; halfLifeDays: number; firstDays: number; lag: number },
): Float64Array {
  const weight = 1 - 0.5 ** (1 / halfLifeDays);
  const means = new Float64Array(values.length);
  for (let slot = 0; slot < slotsPerDay; slot++) {
    let mean = firstMean(values, slot, { slotsPerDay, firstDays });
    for (let i = slot; i < values.length; i += slotsPerDay) {
      const seen = i - lag * slotsPerDay;
      const value = seen < 0 ? NaN : values[seen];
      if (Number.isNaN(mean)) mean = value;
      else if (!Number.isNaN(value)) mean += weight * (value - mean);
      means[i] = mean;
    }
  }
  return means;
}

function firstMean(
  values: Float64Array,
  slot: number,
  { slotsPerDay, firstDays }: { slotsPerDay: number; firstDays: number },
): number {
  let sum = 0;
  let known = 0;
  const end = Math.min(values.length, firstDays * slotsPerDay);
  for (let i = slot; i < end; i += slotsPerDay) {
    if (Number.isNaN(values[i])) continue;
    sum += values[i];
    known++;
  }
  return sum / known;
}

/** Mean over the known values of each slot and those up to `radius` slots away on the same day; NaN where there are none. */
export function neighbourMeans(values: Float64Array, slotsPerDay: number, radius: number): Float64Array {
  const means = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const slot = i % slotsPerDay;
    const end = i + Math.min(slotsPerDay - slot, radius + 1);
    let sum = 0;
    let known = 0;
    for (let j = i - Math.min(slot, radius); j < end; j++) {
      if (Number.isNaN(values[j])) continue;
      sum += values[j];
      known++;
    }
    means[i] = sum / known;
  }
  return means;
}

/** NaN where nothing is known. */
export function meanOfKnown(values: Float64Array): number {
  let sum = 0;
  let known = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return sum / known;
}
