import { groupBy } from '../data/group-by.ts';
import type { PeriodDistribution } from '../distribution/period-distribution.ts';
import { probabilityAtMost } from '../distribution/price-distribution.ts';
import { MEDIAN, QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { crossingOf } from '../linalg/crossing.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import type { PriceBounds } from '../issue/cleared-limits.ts';
import type { ZoneRecipe } from './zone-recipe.ts';
import { spreadAt, type ZoneSpread } from './zone-spread.ts';

/** How exactly a quantile of a sum is found: halvings of the span that it is looked for in. */
const HALVINGS = 40;

/** A zone's forecast as it is issued beside that of its reference zone. */
export interface IssuedZone {
  hours: PeriodDistribution[];
  /** Those that the reference zone's forecast has. */
  quarters: PeriodDistribution[];
  /** The spread of each hour and quarter to the reference zone. */
  hourSpreads: ZoneSpread[];
  quarterSpreads: ZoneSpread[];
}

/**
 * The forecast of a zone: that of its reference zone plus the spread, taken as independent of the reference's error. Where the zones are sure to
 * clear together it is the reference's to the bit. `spreads` are those of quarters or of hours, by start; a quarter without one of its own has
 * its hour's. The spread of an hour is the mean of its quarters' at the same level, and the point of an hour the mean of its quarters' points.
 * Prices stay within `bounds`, which are widened to those that the reference's forecast names. Throws RangeError for a period without a spread.
 */
export function completeZone(
  recipe: Pick<ZoneRecipe, 'sumLevels'>,
  reference: { hours: readonly PeriodDistribution[]; quarters: readonly PeriodDistribution[] },
  spreads: readonly ZoneSpread[],
  bounds: PriceBounds,
): IssuedZone {
  const byStart = new Map(spreads.map((spread) => [spread.start, spread]));
  const spreadOf = (start: number): ZoneSpread => {
    const spread = byStart.get(start) ?? byStart.get(start - (start % HOUR_MS));
    if (spread === undefined) throw new RangeError(`There is no spread of ${new Date(start).toISOString()}.`);
    return { ...spread, start };
  };
  const quarterSpreads = reference.quarters.map(({ start }) => spreadOf(start));
  const quarters = reference.quarters.map((period, i) => sumOf(recipe, period, quarterSpreads[i], bounds));
  const hourOf = ({ start }: { start: number }) => start - (start % HOUR_MS);
  const spreadsByHour = groupBy(quarterSpreads, hourOf);
  const quartersByHour = groupBy(quarters, hourOf);
  const hourSpreads = reference.hours.map(({ start }) => {
    const own = spreadsByHour.get(start) ?? spreads.filter((spread) => hourOf(spread) === start);
    return own.length > 0 ? meanSpread(own, start) : spreadOf(start);
  });
  const hours = reference.hours.map((period, i) => {
    const hour = sumOf(recipe, period, hourSpreads[i], bounds);
    const points = (quartersByHour.get(period.start) ?? []).map(({ distribution }) => distribution[MEDIAN]);
    const isSplit = hourSpreads[i].below + hourSpreads[i].above > 0;
    return isSplit && points.length > 0 ? movedTo(hour, meanOf(points)) : hour;
  });
  return { hours, quarters, hourSpreads, quarterSpreads };
}

/** The spread of an hour whose quarters have these at the same level: it is 0 where all of them are. */
function meanSpread(quarters: readonly ZoneSpread[], start: number): ZoneSpread {
  const [first] = quarters;
  const below = Math.max(...quarters.map((quarter) => quarter.below));
  const above = Math.min(1 - below, Math.max(...quarters.map((quarter) => quarter.above)));
  if (quarters.every((quarter) => isSame(quarter, first))) return { ...first, start };
  const meanAt = (level: number) => meanOf(quarters.map((quarter) => spreadAt(quarter, level)));
  const sizes = (sizeAt: (level: number) => number) => rising(QUANTILE_LEVELS.map(sizeAt));
  return {
    start,
    below,
    above,
    sizesBelow: below > 0 ? sizes((level) => Math.max(0, -meanAt(below * (1 - level)))) : first.sizesBelow,
    sizesAbove:
      above > 0 ? sizes((level) => Math.max(0, meanAt(1 - above + above * level))) : first.sizesAbove,
  };
}

function isSame(a: ZoneSpread, b: ZoneSpread): boolean {
  if (a === b) return true;
  if (a.below !== b.below || a.above !== b.above) return false;
  return QUANTILE_LEVELS.every(
    (_, k) => a.sizesBelow[k] === b.sizesBelow[k] && a.sizesAbove[k] === b.sizesAbove[k],
  );
}

/** Where one quarter is below and another above at the same level, the mean need not rise with it. */
function rising(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

/**
 * The distribution of a sum of independent parts: the chance of a price is that of the reference's, moved by each of some quantiles of the
 * spread. Found by bisection at every level.
 */
function sumOf(
  { sumLevels }: Pick<ZoneRecipe, 'sumLevels'>,
  { start, distribution }: PeriodDistribution,
  spread: ZoneSpread,
  { min, max }: PriceBounds,
): PeriodDistribution {
  const moves = movesOf(spread, sumLevels);
  if (moves.length === 0) return { start, distribution: Float64Array.from(distribution) };
  const together = 1 - spread.below - spread.above;
  const shareAtMost = (price: number) => {
    let sum = together * probabilityAtMost(distribution, price);
    for (const { move, weight } of moves) sum += weight * probabilityAtMost(distribution, price - move);
    return sum;
  };
  const farthest = moves.map(({ move }) => move);
  const [down, up] = [Math.min(0, ...farthest), Math.max(0, ...farthest)];
  const least = Math.min(min, distribution[0]);
  const most = Math.max(max, distribution[distribution.length - 1]);
  let last = distribution[0] + down;
  return {
    start,
    distribution: Float64Array.from(QUANTILE_LEVELS, (level, k) => {
      const span = { from: Math.max(last, distribution[k] + down), to: distribution[k] + up };
      last = Math.max(last, crossingOf(shareAtMost, level, { ...span, halvings: HALVINGS }));
      return Math.min(most, Math.max(least, last));
    }),
  };
}

/** Quantiles of the spread where the zones split, evenly spaced on either side, each with its probability. */
function movesOf(spread: ZoneSpread, count: number): { move: number; weight: number }[] {
  const { below, above } = spread;
  const levels = Array.from({ length: count }, (_, i) => (i + 0.5) / count);
  return [
    ...levels.map((level) => ({ move: spreadAt(spread, below * level), weight: below / count })),
    ...levels.map((level) => ({ move: spreadAt(spread, 1 - above * level), weight: above / count })),
  ].filter(({ weight }) => weight > 0);
}

/** Moved as a whole so that its median is `point`. */
function movedTo({ start, distribution }: PeriodDistribution, point: number): PeriodDistribution {
  const move = point - distribution[MEDIAN];
  const moved = Float64Array.from(distribution, (price) => price + move);
  moved[MEDIAN] = point;
  return { start, distribution: moved };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
