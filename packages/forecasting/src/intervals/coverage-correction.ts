import type { ForecastHistory } from './forecast-history.ts';

/** How bounds are corrected by how those issued before were missed. */
export interface CoverageOptions {
  /** How much the log distance of all bounds of a level grows for each day of misses beyond the promised share, and what is left of it a day later. */
  dayRate: number;
  dayMemory: number;
  /** The same for what a slot misses more than the other slots of its day. */
  slotRate: number;
  slotMemory: number;
  /** No correction widens bounds by more than this, or narrows them below one part of it. */
  largestFactor: number;
}

/**
 * By what to multiply the distance of a level's new bounds from the point forecast, slot by slot: above 1 where the bounds that
 * were issued have lately been missed more often than promised. Adaptive conformal inference on a log scale: every day adds rate x (share missed - promised share), and
 * older days are forgotten geometrically, so it is a function of the issued bounds in the history alone. Unknown prices and
 * bounds count for nothing. The median has no promise of this kind and keeps the factor 1. O(days x slots).
 * Source: Gibbs, Candès (2021), NeurIPS 34; Angelopoulos, Candès, Tibshirani (2023), NeurIPS 36.
 */
export function coverageFactors(
  { slotsPerDay, actual }: Pick<ForecastHistory, 'slotsPerDay' | 'actual'>,
  issued: Float64Array,
  level: number,
  { dayRate, dayMemory, slotRate, slotMemory, largestFactor }: CoverageOptions,
): Float64Array {
  if (issued.length !== actual.length) {
    throw new RangeError(`${issued.length} issued bounds are not one for each of ${actual.length} prices.`);
  }
  const promised = Math.min(level, 1 - level);
  let ofDay = 0;
  const ofSlot = new Float64Array(slotsPerDay);
  const excess = new Float64Array(slotsPerDay);
  for (let start = 0; start < actual.length; start += slotsPerDay) {
    let sum = 0;
    let known = 0;
    for (let slot = 0; slot < slotsPerDay; slot++) {
      const distance = issued[start + slot] - actual[start + slot];
      const missed = level < 0.5 ? distance > 0 : distance < 0;
      excess[slot] = Number.isNaN(distance) ? NaN : (missed ? 1 : 0) - promised;
      if (Number.isNaN(distance)) continue;
      sum += excess[slot];
      known++;
    }
    const mean = known === 0 ? 0 : sum / known;
    ofDay = dayMemory * ofDay + dayRate * mean;
    for (let slot = 0; slot < slotsPerDay; slot++) {
      const beyond = Number.isNaN(excess[slot]) ? 0 : excess[slot] - mean;
      ofSlot[slot] = slotMemory * ofSlot[slot] + slotRate * beyond;
    }
  }
  const most = Math.log(largestFactor);
  return ofSlot.map((own) => (level === 0.5 ? 1 : Math.exp(Math.min(most, Math.max(-most, ofDay + own)))));
}
