import { columnOf, type DesignMatrix } from '../features/design-matrix.ts';
import { createFitCache, type FitCache } from '../kernel/fit-cache.ts';
import { type BinnedColumns, binColumns } from '../learners/boosting/bins.ts';
import {
  type BoostedTrees,
  fitBinnedSeeds,
  predictBoostedTrees,
} from '../learners/boosting/fit-boosted-trees.ts';
import { dayNumber, daysBetween, type DeliveryDay } from '../market/delivery-day.ts';
import { InsufficientHistoryError } from '../models/model.ts';
import { PLACES, placeOf, quartersOf, spreadsOfDay, type ZoneDay } from './zone-day.ts';
import { zoneFeatures, type ZonePast, zonePast } from './zone-features.ts';
import type { ZoneRecipe } from './zone-recipe.ts';
import { type PastSplits, pastSplits, type Split, sizesOfDay } from './zone-sizes.ts';
import type { ZoneSpread } from './zone-spread.ts';

/** A direction in which zones split: its learnt chances and sizes. */
interface Direction {
  trees: BoostedTrees[];
  /** The usual chance at each quarter of the local clock. */
  usual: Float64Array;
  /** The chance where the auction before split in this direction. */
  afterSplit: number;
  past: PastSplits;
}

/** What is learnt of the days before for one day: plain data. */
export interface ZoneFit {
  /** Names of the features that the trees read, in their order. */
  columns: string[];
  below: Direction;
  above: Direction;
}

/**
 * Forecasts how far the price of a zone lies from that of its reference zone, for each period of the `targets`, days in order of time. The `history`,
 * earlier days in order, holds what was known at the instant of issue; days may be missing, and those without a spread teach nothing. A
 * target further ahead is forecast by a fit on what was known so many days before. Throws InsufficientHistoryError below
 * `minHistoryDays` days with a spread.
 */
export function forecastZoneSpreads(
  recipe: ZoneRecipe,
  history: readonly ZoneDay[],
  targets: readonly ZoneDay[],
  cache: FitCache = createFitCache(),
): ZoneSpread[][] {
  if (targets.length === 0) return [];
  const days = targets.map(({ day }) => day);
  const fits = fitZone(recipe, history, { days, firstDay: days[0] }, cache);
  return predictZone(recipe, history, targets, fits);
}

/**
 * The fits of some days of a forecast that begins on `firstDay`, in their order. They depend on nothing that is known of these days. Throws as
 * `forecastZoneSpreads` does.
 */
export function fitZone(
  recipe: ZoneRecipe,
  history: readonly ZoneDay[],
  { days, firstDay }: { days: readonly DeliveryDay[]; firstDay: DeliveryDay },
  cache: FitCache,
): ZoneFit[] {
  const known = knownDays(recipe, history, firstDay);
  const past = zonePast(recipe, known);
  // Half of the columns are the same whatever is between the last day known and the day.
  let before: { matrix: DesignMatrix; binned: BinnedColumns } | undefined;
  return days.map((day) => {
    const rows = knownRows(known, day);
    const learnt = onlyRows(zoneFeatures(past, known, leadDaysOf(known, day)), rows);
    const features = binColumns(learnt, recipe.chance.maxBins, before);
    before = { matrix: learnt, binned: features };
    const directionOf = (sign: -1 | 1) =>
      fitDirection(
        recipe,
        { features, rows, came: (spread) => sign * spread >= recipe.leastSpread, sign },
        cache,
      );
    return { columns: learnt.columns, below: directionOf(-1), above: directionOf(1) };
  });
}

/** The spreads of the targets, the days of a forecast from its first on, by the fits of these days on the same history. */
export function predictZone(
  recipe: ZoneRecipe,
  history: readonly ZoneDay[],
  targets: readonly ZoneDay[],
  fits: readonly ZoneFit[],
): ZoneSpread[][] {
  if (targets.length === 0) return [];
  const known = knownDays(recipe, history, targets[0].day);
  const past = zonePast(recipe, known);
  return targets.map((target, i) =>
    predictDay(recipe, past, fits[i], { target, leadDays: leadDaysOf(known, target.day) }),
  );
}

/** The days that a forecast learns from. */
function knownDays(recipe: ZoneRecipe, history: readonly ZoneDay[], firstDay: DeliveryDay): ZoneDay[] {
  const known = history
    .filter(({ day }) => day < firstDay && daysBetween(day, firstDay) <= recipe.windowDays)
    .filter((day) => spreadsOfDay(day).some((spread) => !Number.isNaN(spread)));
  if (known.length >= recipe.minHistoryDays) return known;
  throw new InsufficientHistoryError(
    `${known.length} days of prices of both zones are known; the spread between them needs ${recipe.minHistoryDays}.`,
  );
}

function leadDaysOf(known: readonly ZoneDay[], day: DeliveryDay): number {
  return daysBetween(known[known.length - 1].day, day);
}

function predictDay(
  recipe: ZoneRecipe,
  past: ZonePast,
  fit: ZoneFit,
  { target, leadDays }: { target: ZoneDay; leadDays: number },
): ZoneSpread[] {
  const own = zoneFeatures(past, [{ ...target, reference: target.expected ?? [] }], leadDays);
  const learntFrom = fit.columns.map((name) => own.columns.indexOf(name));
  const day = dayNumber(target.day);
  const [below, above] = [-1, 1].map((sign) =>
    target.periods.map((period, i): Split => ({
      day,
      place: placeOf(period),
      expected: target.expected?.[i] ?? Number.NaN,
      earlierSpread: sign * (target.earlierSpread?.[i] ?? Number.NaN),
    })),
  );
  const sizesBelow = sizesOfDay(fit.below.past, below, recipe);
  const sizesAbove = sizesOfDay(fit.above.past, above, recipe);
  return target.periods.map(({ start }, i) => {
    const cells = Float64Array.from(learntFrom, (j) => columnOf(own, j)[i]);
    const chances = [
      chanceAt(recipe, fit.below, { at: below[i], cells }),
      chanceAt(recipe, fit.above, { at: above[i], cells }),
    ];
    const most = Math.max(1, chances[0] + chances[1]);
    return {
      start,
      below: chances[0] / most,
      above: chances[1] / most,
      sizesBelow: sizesBelow[i],
      sizesAbove: sizesAbove[i],
    };
  });
}

interface KnownRow extends Split {
  /** Its place among all periods of the days. */
  row: number;
  spread: number;
  quarters: number;
  ageDays: number;
}

function knownRows(days: readonly ZoneDay[], target: DeliveryDay): KnownRow[] {
  const rows: KnownRow[] = [];
  let row = 0;
  for (const day of days) {
    const spreads = spreadsOfDay(day);
    const number = dayNumber(day.day);
    const ageDays = daysBetween(day.day, target);
    day.periods.forEach((period, i) => {
      if (!Number.isNaN(spreads[i])) {
        rows.push({
          row: row + i,
          day: number,
          place: placeOf(period),
          spread: spreads[i],
          quarters: quartersOf(period),
          ageDays,
          expected: (day.expected ?? day.reference)[i],
          earlierSpread: day.earlierSpread?.[i] ?? Number.NaN,
        });
      }
    });
    row += day.periods.length;
  }
  return rows;
}

function onlyRows(matrix: DesignMatrix, rows: readonly KnownRow[]): DesignMatrix {
  const places = Int32Array.from(rows.map(({ row }) => row));
  const varying = [...matrix.columns.keys()].filter((j) => {
    const column = columnOf(matrix, j);
    return places.some((row) => !Object.is(column[row], column[places[0]]));
  });
  const values = new Float64Array(varying.length * places.length);
  varying.forEach((j, k) => {
    const column = columnOf(matrix, j);
    for (let i = 0; i < places.length; i++) values[k * places.length + i] = column[places[i]];
  });
  return { columns: varying.map((j) => matrix.columns[j]), rows: rows.length, values };
}

function fitDirection(
  { chance, earlier, leastSpread }: ZoneRecipe,
  {
    features,
    rows,
    came,
    sign,
  }: { features: BinnedColumns; rows: readonly KnownRow[]; came: (spread: number) => boolean; sign: -1 | 1 },
  cache: FitCache,
): Direction {
  const targets = Float64Array.from(rows, ({ spread }) => (came(spread) ? 1 : 0));
  const groupChances = Float64Array.from(
    rows,
    ({ ageDays, quarters }) =>
      chance.dayChance * 0.5 ** (ageDays / chance.halfLifeDays) * (quarters === 1 ? chance.quarterChance : 1),
  );
  const { seeds, trees, learningRate, maxLeaves, minLeafRows, shrinkage, columnShare } = chance;
  const boosting = { trees, learningRate, maxLeaves, minLeafRows, shrinkage, columnShare };
  const isSplit = targets.some((value) => value === 1) && features.columns.length > 0;
  return {
    trees: isSplit
      ? fitBinnedSeeds(
          cache.kernel,
          features,
          targets,
          { ...boosting, loss: { kind: 'squared' }, groupRows: 1, groupChances },
          seeds,
        )
      : [],
    usual: usualChances(chance, rows, targets),
    afterSplit: rateAfterSplit(
      { chance, earlier },
      rows.filter(({ earlierSpread }) => sign * earlierSpread >= leastSpread),
      came,
    ),
    past: pastSplits(
      rows
        .filter(({ spread }) => came(spread))
        .map((row) => ({ ...row, size: sign * row.spread, earlierSpread: sign * row.earlierSpread })),
      earlier,
    ),
  };
}

/** The share of splits at each quarter of the local clock, by age, and drawn to what the prior says. */
function usualChances(
  { usualHalfLifeDays, priorDays, priorSplits }: ZoneRecipe['chance'],
  rows: readonly KnownRow[],
  targets: Float64Array,
): Float64Array {
  const came = new Float64Array(PLACES).fill(priorSplits);
  const all = new Float64Array(PLACES).fill(priorDays);
  rows.forEach(({ place, quarters, ageDays }, i) => {
    const weight = 0.5 ** (ageDays / usualHalfLifeDays);
    for (let k = place; k < place + quarters; k++) {
      came[k] += weight * targets[i];
      all[k] += weight;
    }
  });
  return came.map((value, k) => value / all[k]);
}

/** The share of splits among the periods whose auction before split in the same direction, by age, and drawn to what the prior says. */
function rateAfterSplit(
  {
    chance: { usualHalfLifeDays },
    earlier: { priorDays, priorSplits },
  }: Pick<ZoneRecipe, 'chance' | 'earlier'>,
  rows: readonly KnownRow[],
  came: (spread: number) => boolean,
): number {
  let [again, all] = [priorSplits, priorDays];
  for (const { spread, quarters, ageDays } of rows) {
    const weight = (0.5 ** (ageDays / usualHalfLifeDays) * quarters) / PLACES;
    if (came(spread)) again += weight;
    all += weight;
  }
  return again / all;
}

/** Where the auction before split the other way, the rate of this direction is taken as 0. */
function chanceAt(
  { chance: { usualShare }, earlier: { rateShare }, leastSpread }: ZoneRecipe,
  { trees, usual, afterSplit }: Direction,
  { at: { place, earlierSpread }, cells }: { at: Split; cells: Float64Array },
): number {
  const learnt = trees.reduce((sum, each) => sum + predictBoostedTrees(each, cells) / trees.length, 0);
  const usually =
    trees.length === 0
      ? usual[place]
      : usualShare * usual[place] + (1 - usualShare) * Math.min(1, Math.max(0, learnt));
  if (!(Math.abs(earlierSpread) >= leastSpread)) return usually;
  return (1 - rateShare) * usually + rateShare * (earlierSpread > 0 ? afterSplit : 0);
}
