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
    const known = new Float64Array(Math.ceil(values.length / slotsPerDay));
    let count = 0;
    for (let i = from * slotsPerDay + slot; i < values.length; i += slotsPerDay) {
      if (!Number.isNaN(values[i])) known[count++] = values[i];
    }
    return known.subarray(0, count).sort();
  });
}

/**
 * Quantiles of several sorted samples with one weight each, as if drawn from one distribution with the value sought: of n
 * equal weights the k-th lowest is the quantile k / (n + 1), with straight lines between, and the extremes beyond them.
 * NaN where all samples are empty. O(n samples) for all levels together.
 */
export function pooledQuantiles(
  samples: { sorted: Float64Array; weight: number }[],
  levels: readonly number[],
): number[] {
  let total = Math.max(...samples.map(({ weight }) => weight));
  for (const { sorted, weight } of samples) total += sorted.length * weight;
  const places = new Int32Array(samples.length);
  // The next value of each sample; infinite behind its last.
  const heads = Float64Array.from(samples, ({ sorted }) => sorted[0] ?? Infinity);
  const rising = Array.from(levels.keys()).sort((a, b) => levels[a] - levels[b]);
  const quantiles = levels.map(() => NaN);
  let found = 0;
  let reached = 0;
  let previous = NaN;
  while (found < levels.length) {
    let least = 0;
    for (let k = 1; k < heads.length; k++) if (heads[k] < heads[least]) least = k;
    const value = heads[least];
    if (value === Infinity) {
      quantiles[rising[found++]] = previous;
      continue;
    }
    const { sorted, weight } = samples[least];
    heads[least] = ++places[least] < sorted.length ? sorted[places[least]] : Infinity;
    reached += weight;
    for (; found < levels.length; found++) {
      const beyond = reached - levels[rising[found]] * total;
      if (beyond < 0) break;
      quantiles[rising[found]] = Number.isNaN(previous)
        ? value
        : value - (value - previous) * (beyond / weight);
    }
    previous = value;
  }
  return quantiles;
}
