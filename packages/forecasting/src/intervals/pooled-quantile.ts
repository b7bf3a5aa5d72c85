export interface NearSlot {
  slot: number;
  weight: number;
}

/**
 * A slot and those up to `hours` before and after it on the same day, at steps of an hour, with weights that fall linearly from
 * 1 at the slot. Days of less than 24 slots reach over fewer of them.
 */
export function nearSlots(slot: number, slotsPerDay: number, hours: number): NearSlot[] {
  const step = Math.max(1, Math.round(slotsPerDay / 24));
  const count = Math.min(hours, Math.round((slotsPerDay * hours) / 24));
  return Array.from({ length: 2 * count + 1 }, (_, k) => ({
    slot: slot + (k - count) * step,
    weight: 1 - Math.abs(k - count) / (count + 1),
  })).filter((near) => near.slot >= 0 && near.slot < slotsPerDay);
}

/** The known values of each slot (row-major `days x slotsPerDay`) from row `from` on, each sorted upwards. */
export function sortedBySlot(values: Float64Array, slotsPerDay: number, from: number): Float64Array[] {
  return Array.from({ length: slotsPerDay }, (_, slot) => {
    const known: number[] = [];
    for (let i = from * slotsPerDay + slot; i < values.length; i += slotsPerDay) {
      if (!Number.isNaN(values[i])) known.push(values[i]);
    }
    return Float64Array.from(known).sort();
  });
}

/**
 * The quantile of several sorted samples with one weight each, as if drawn from one distribution with the value sought: of n
 * equal weights the k-th lowest is the quantile k / (n + 1), with straight lines between, and the extremes beyond them.
 * NaN where all samples are empty. O(n samples).
 */
export function pooledQuantile(samples: { sorted: Float64Array; weight: number }[], level: number): number {
  let total = Math.max(...samples.map(({ weight }) => weight));
  for (const { sorted, weight } of samples) total += sorted.length * weight;
  const heads = samples.map(() => 0);
  const wanted = level * total;
  let reached = 0;
  let previous = NaN;
  for (;;) {
    let least = -1;
    for (let k = 0; k < samples.length; k++) {
      if (heads[k] === samples[k].sorted.length) continue;
      if (least < 0 || samples[k].sorted[heads[k]] < samples[least].sorted[heads[least]]) least = k;
    }
    if (least < 0) return previous;
    const { sorted, weight } = samples[least];
    const value = sorted[heads[least]++];
    reached += weight;
    if (reached >= wanted) {
      if (Number.isNaN(previous)) return value;
      return value - (value - previous) * ((reached - wanted) / weight);
    }
    previous = value;
  }
}
