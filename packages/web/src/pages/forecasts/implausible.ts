import type { PriceChart } from '@lonja/client';

type Series = PriceChart['series'][number];
type Value = number | null | undefined;

/** The values that lie below the lowest or above the highest price that ever cleared in the auction; null for the others. */
export function implausibleOf(
  { extremes }: Pick<Series, 'extremes'>,
  values: readonly Value[],
): (number | null)[] {
  return values.map((value) => {
    if (typeof value !== 'number' || extremes === null || extremes === undefined) return null;
    return value < extremes.lowest.value || value > extremes.highest.value ? value : null;
  });
}
