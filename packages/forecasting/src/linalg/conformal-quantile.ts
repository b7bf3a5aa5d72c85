/** Keeps (n + 1) q whole where it is whole on paper: 1 - 0.9 is not 0.1 in floating point. */
const ROUNDING = 1e-9;

/** Fewest values of which one has a rank between 1 and n at this level. */
export function fewestForLevel(level: number): number {
  return Math.ceil(1 / Math.min(level, 1 - level) - ROUNDING) - 1;
}

/** Of n sorted values the one of rank floor((n + 1) level) below the median and ceil((n + 1) level) from it on, within 1 and n. */
export function conformalQuantile(sorted: Float64Array, level: number): number {
  const place = (sorted.length + 1) * level;
  const rank = level < 0.5 ? Math.floor(place + ROUNDING) : Math.ceil(place - ROUNDING);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1];
}
