/** What a series is held to in which another source leads. */
export type Level = { kind: 'same' } | { kind: 'scaled'; scale: number } | { kind: 'refused'; scale: number };

/** Fewest days that both have, and the share of them whose level must lie near the usual one. */
const FEWEST_DAYS = 7;
const NEAR_SHARE = 0.75;
const NEAR = 0.1;
/** Levels that differ by less are the same, and by more than the second are of something else. */
const SAME = 0.02;
const MOST = 0.25;

/**
 * How the means of days in one series compare with those of the same days in the leading one; undefined where both have too few. Within 2 %
 * they are the same. Up to 25 % apart, by nearly as much on three of four days (another control area, net instead of gross), the series is
 * scaled by the median; what differs more, or now so and now so, is refused.
 */
export function levelOf(days: readonly { own: number; leading: number }[]): Level | undefined {
  const ratios = days.filter(({ own }) => own > 0).map(({ own, leading }) => leading / own);
  if (ratios.length < FEWEST_DAYS) return undefined;
  const scale = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
  const near = ratios.filter((ratio) => Math.abs(ratio - scale) <= NEAR * scale).length;
  if (Math.abs(scale - 1) > MOST || near < NEAR_SHARE * ratios.length) return { kind: 'refused', scale };
  return Math.abs(scale - 1) <= SAME ? { kind: 'same' } : { kind: 'scaled', scale };
}
