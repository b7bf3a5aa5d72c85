import { type PriceDistribution, type PriceLimits, quantileAt } from '../distribution/price-distribution.ts';
import { createUniform } from '../learners/boosting/random.ts';
import type { Dependence } from './dependence.ts';

/** A period of a path. */
export interface PathPeriod {
  distribution: PriceDistribution;
  /** The column of the dependence between periods that its error goes with, such as the hour of a horizon. */
  slot: number;
  /** Of a quarter hour, the part of its error that is not its hour's. */
  quarter?: QuarterPart | undefined;
}

/** The error of a quarter hour beside that of its hour. */
export interface QuarterPart {
  /** Place of its day among the days of the paths, from 0: quarters of one day go together, those of different days do not. */
  day: number;
  /** The column of the dependence within days. */
  slot: number;
  /** Its share of the variance, 0 to 1. */
  share: number;
}

/** What paths are drawn from. */
export interface PathSource {
  /** How the errors of periods go together. */
  between: Dependence;
  /** How the errors of quarter hours, beside those of their hours, go together within a day. */
  withinDays?: Dependence | undefined;
}

/** Which path takes which past day is a matter of chance, and the same each time. */
const SEED = 1;

/**
 * Equally likely paths of prices over all periods: one array for each path, one price for each period, in the order of `periods`. Of
 * `count` paths the i-th lowest price of a period is its quantile (i - 1/2) / `count`, so every period has its own distribution exactly.
 * Across periods prices go together as the errors of past forecasts did: each path takes the ranks of one of them (Schaake shuffle: Clark
 * and others 2004, J. Hydrometeorology 5:243), a quarter hour also those of a past day within the hours. The same arguments give the same
 * paths. Throws RangeError for a count that is no whole number above 0. O(count log(count) x periods).
 */
export function drawPaths(
  { between, withinDays }: PathSource,
  periods: readonly PathPeriod[],
  { count, limits }: { count: number; limits?: PriceLimits | undefined },
): Float64Array[] {
  requireCount(count);
  const uniform = createUniform(SEED);
  const rows = drawRows(between, count, uniform);
  const rowsOfDays: number[][][] = [];
  // In the order of days, so that those of a day do not depend on which other days are wanted.
  const ofDay = (source: Dependence, day: number) => {
    while (rowsOfDays.length <= day) rowsOfDays.push(drawRows(source, count, uniform));
    return rowsOfDays[day];
  };
  const paths = Array.from({ length: count }, () => new Float64Array(periods.length));
  periods.forEach(({ distribution, slot, quarter }, p) => {
    const own = quarter && withinDays && ofDay(withinDays, quarter.day);
    const scores = rows.map((row, path) =>
      quarter === undefined || own === undefined
        ? row[slot]
        : Math.sqrt(1 - quarter.share) * row[slot] + Math.sqrt(quarter.share) * own[path][quarter.slot],
    );
    const order = scores.map((_, path) => path).sort((a, b) => scores[a] - scores[b] || a - b);
    order.forEach((path, rank) => {
      paths[path][p] = quantileAt(distribution, (rank + 0.5) / count, limits);
    });
  });
  return paths;
}

/**
 * The level of each period of each of `count` paths, in (0, 1), by the dependence between periods alone; `slots` are their columns. Path i
 * rests on the past forecast that path i of `drawPaths` rests on for the same ages.
 */
export function drawLevels(between: Dependence, slots: readonly number[], count: number): Float64Array[] {
  requireCount(count);
  const rows = drawRows(between, count, createUniform(SEED));
  const levels = rows.map(() => new Float64Array(slots.length));
  slots.forEach((slot, p) => {
    const order = rows.map((_, path) => path).sort((a, b) => rows[a][slot] - rows[b][slot] || a - b);
    order.forEach((path, rank) => (levels[path][p] = (rank + 0.5) / count));
  });
  return levels;
}

function requireCount(count: number): void {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`Draw one path or more; got ${count}.`);
}

/**
 * A past forecast for each path, by its age where ages are known. Where there is none of an age, the one that was drawn least so far
 * stands in, so that each is drawn about as often as the others.
 */
function drawRows({ scores, ages }: Dependence, count: number, uniform: () => number): number[][] {
  const { known, below } = ages ?? { known: [...scores.keys()], below: scores.length };
  const rowOfAge = new Map(known.map((age, row) => [age, row]));
  const all = Array.from({ length: below }, (_, age) => rowOfAge.get(age));
  const drawn: (number | undefined)[] = [];
  while (drawn.length < count) drawn.push(...shuffle(all, uniform));
  const rows = drawn.slice(0, count);
  const uses = scores.map((_, row) => rows.filter((other) => other === row).length);
  return rows.map((row) => {
    const taken = row ?? uses.indexOf(Math.min(...uses));
    if (row === undefined) uses[taken]++;
    return scores[taken];
  });
}

/** Fisher and Yates (1948). */
function shuffle<T>(values: readonly T[], uniform: () => number): T[] {
  const shuffled = [...values];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}
