import { addDays, type DeliveryDay, daysBetween, dayNumber } from '../market/delivery-day.ts';
import { ranksOf } from '../scenarios/dependence.ts';
import { byPlace, PLACES, spreadsOfDay, type ZoneDay } from './zone-day.ts';
import type { ZoneRankOptions, ZoneRecipe } from './zone-recipe.ts';

/** Of which forecast the ranks are wanted: they have one column for each local hour that it covers of each of its days. */
export interface RankedHorizon {
  firstDay: DeliveryDay;
  horizonDays: number;
  /** No past day is older. */
  pathDays: number;
  /** Local hours that the auction covers: `[fromHour, toHour)`; the whole day if left out. */
  fromHour?: number | undefined;
  toHour?: number | undefined;
}

/** Ranks of the spreads of past days within their hours: row k is of the days from `ages[k]` days before on. */
export interface ZoneRanks {
  ages: number[];
  ranks: number[][];
}

const HOURS_PER_DAY = 24;
const PLACES_PER_HOUR = PLACES / HOURS_PER_DAY;
/** Multiples of the golden ratio spread evenly, whatever period the days have. */
const GOLDEN_FRACTION = 0.618_033_988_749_894_8;
/** So small that chance decides nothing but between equals. */
const BY_CHANCE = 1e-12;

/**
 * How the spreads of past days lay among each other, by local hour. Most are exactly 0: of such hours those are the higher ones whose neighbours
 * and whose day were above the reference, and days without any split are ordered by chance, each as a whole. Days on which an hour is unknown
 * are left out; the hour that the day of a clock change lacks is taken as that before it.
 */
export function zoneRanks(
  recipe: Pick<ZoneRecipe, 'ranks'>,
  history: readonly ZoneDay[],
  { firstDay, horizonDays, pathDays, fromHour = 0, toHour = HOURS_PER_DAY }: RankedHorizon,
): ZoneRanks {
  const scores = new Map(
    history
      .filter(({ day }) => day < firstDay)
      .map((day) => [day.day, scoresOfDay(recipe.ranks, day, { fromHour, toHour })] as const),
  );
  const ages: number[] = [];
  const rows: Float64Array[] = [];
  for (const day of scores.keys()) {
    const age = daysBetween(day, firstDay);
    if (age > pathDays) continue;
    const ofDays = Array.from({ length: horizonDays }, (_, k) => scores.get(addDays(day, k)) ?? [Number.NaN]);
    const row = Float64Array.from(ofDays.flatMap((values) => [...values]));
    if (row.some(Number.isNaN)) continue;
    ages.push(age);
    rows.push(row);
  }
  return { ages, ranks: ranksOf(rows) };
}

/** One number for each hour: rises with its spread, and among equal spreads with those around it. */
function scoresOfDay(
  { besideWeight, dayWeight }: ZoneRankOptions,
  day: ZoneDay,
  { fromHour, toHour }: { fromHour: number; toHour: number },
): Float64Array {
  const places = byPlace(day.periods, spreadsOfDay(day));
  const hours = Float64Array.from({ length: toHour - fromHour }, (_, i) => {
    const from = (fromHour + i) * PLACES_PER_HOUR;
    return meanOf(places.subarray(from, from + PLACES_PER_HOUR));
  });
  for (let i = 1; i < hours.length; i++)
    if (Number.isNaN(hours[i]) && isMissing(day, fromHour + i)) hours[i] = hours[i - 1];
  const mean = meanOf(hours);
  const chance = (dayNumber(day.day) * GOLDEN_FRACTION) % 1;
  return hours.map(
    (spread, i) =>
      spread +
      besideWeight * ((hours[i - 1] ?? spread) + (hours[i + 1] ?? spread)) +
      dayWeight * mean +
      BY_CHANCE * chance,
  );
}

function isMissing({ periods }: ZoneDay, hour: number): boolean {
  return !periods.some((period) => period.hour === hour);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
