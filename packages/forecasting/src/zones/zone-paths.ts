import type { PriceLimits } from '../distribution/price-distribution.ts';
import { drawLevels } from '../scenarios/draw-paths.ts';
import { type PathRecipe, pathSourceOf } from '../scenarios/path-source.ts';
import type { ZoneRanks } from './zone-ranks.ts';
import { spreadAt, type ZoneSpread } from './zone-spread.ts';

/** A period of the paths of a zone. */
export interface ZonePathPeriod {
  spread: ZoneSpread;
  /** The column of the ranks that it goes with, such as the hour of the horizon: that of the reference's period (`PathPeriod`). */
  slot: number;
}

/**
 * A path of the zone's prices beside each path of the reference zone's. It takes the ranks that the spreads of one past day had, path i of the
 * same day as path i of the reference, and reads the spread at each of them; where that is 0 both paths have the same price to the bit. The
 * quarters of an hour have its rank. With fewer ranks than a dependence is learnt from, how spreads go together is assumed. `limits` do not
 * hold where the reference's path goes beyond them together with the zone.
 */
export function zonePaths(
  reference: readonly Float64Array[],
  periods: readonly ZonePathPeriod[],
  {
    ranks,
    paths,
    limits,
  }: { ranks: ZoneRanks | undefined; paths: PathRecipe; limits?: PriceLimits | undefined },
): Float64Array[] {
  if (reference.length === 0) return [];
  const { between } = pathSourceOf(ranks && { between: ranks, withinDays: [] }, paths);
  const levels = drawLevels(
    between,
    periods.map(({ slot }) => slot),
    reference.length,
  );
  return reference.map((path, i) =>
    Float64Array.from(periods, ({ spread }, p) => {
      const move = spreadAt(spread, levels[i][p]);
      if (move === 0) return path[p];
      const price = path[p] + move;
      return limits === undefined ? price : Math.min(limits.highest, Math.max(limits.lowest, price));
    }),
  );
}
