import { BOUND_LEVELS } from '../distribution/quantile-levels.ts';

/** Quantiles that stay where they are; those between them give way. So a bound does not depend on which other levels are wanted. */
const FIXED_LEVELS = new Set([...BOUND_LEVELS, 0.5]);

/**
 * Quantiles of each slot, one array for each level, that rise with their levels. The median is the point forecast of the slot; levels below
 * 0.5 are not above it, those above not below. None crosses 0.1 or 0.9 where they are wanted, and the others are sorted between them.
 */
export function orderQuantiles(
  values: Float64Array,
  quantiles: readonly Float64Array[],
  levels: readonly number[],
): Float64Array[] {
  const ordered = levels.map((level, k) => {
    if (level === 0.5) return values.slice();
    const bound = level < 0.5 ? Math.min : Math.max;
    return quantiles[k].map((wanted, slot) => bound(values[slot], wanted));
  });
  const upwards = levels.map((_, k) => k).sort((a, b) => levels[a] - levels[b]);
  const parts = splitAt(upwards, (k) => FIXED_LEVELS.has(levels[k]));
  for (let slot = 0; slot < values.length; slot++) {
    for (const { below, between, above } of parts) {
      const lowest = below === undefined ? -Infinity : ordered[below][slot];
      const highest = above === undefined ? Infinity : ordered[above][slot];
      const sorted = Float64Array.from(between, (k) =>
        Math.min(highest, Math.max(lowest, ordered[k][slot])),
      ).sort();
      between.forEach((k, rank) => (ordered[k][slot] = sorted[rank]));
    }
  }
  return ordered;
}

interface Part {
  below: number | undefined;
  between: number[];
  above: number | undefined;
}

/** What lies between the fixed ones, with these at the ends. */
function splitAt(indices: number[], isFixed: (index: number) => boolean): Part[] {
  const parts: Part[] = [{ below: undefined, between: [], above: undefined }];
  for (const index of indices) {
    const last = parts[parts.length - 1];
    if (isFixed(index)) {
      last.above = index;
      parts.push({ below: index, between: [], above: undefined });
    } else last.between.push(index);
  }
  return parts.filter(({ between }) => between.length > 0);
}
