import type { DesignMatrix } from '../features/design-matrix.ts';
import { addDays, type DeliveryDay } from '../market/delivery-day.ts';
import { byPlace, PLACES, placeOf, quartersOf, spreadsOfDay, ZONE_INPUTS, type ZoneDay } from './zone-day.ts';
import type { ZoneRecipe } from './zone-recipe.ts';

const QUARTERS_PER_HOUR = 4;
const WEEK_DAYS = 7;

/** What past days show at each quarter of the local clock. */
export interface ZonePast {
  days: ReadonlyMap<DeliveryDay, PlacedDay>;
  recipe: PastRecipe;
}

type PastRecipe = Pick<ZoneRecipe, 'leastSpread' | 'features'>;

interface PlacedDay {
  spread: Float64Array;
  reference: Float64Array;
  /** Shares of splits in either direction until the day, the day included, one list for each of `memoriesDays`. */
  below: Float64Array[];
  above: Float64Array[];
}

/** Days in order of time by quarter of the local clock, with what is remembered of splits. O(days x places). */
export function zonePast(recipe: PastRecipe, days: readonly ZoneDay[]): ZonePast {
  const { leastSpread, features } = recipe;
  const placed = new Map<DeliveryDay, PlacedDay>();
  let last: PlacedDay | undefined;
  for (const day of days) {
    const spread = byPlace(day.periods, spreadsOfDay(day));
    const remembered = (before: Float64Array[] | undefined, came: (spread: number) => boolean) =>
      features.memoriesDays.map((halfLife, m) => {
        const weight = 1 - 0.5 ** (1 / halfLife);
        return spread.map((value, place) => {
          const mean = before?.[m][place] ?? Number.NaN;
          if (Number.isNaN(value)) return mean;
          const now = came(value) ? 1 : 0;
          return Number.isNaN(mean) ? now : mean + weight * (now - mean);
        });
      });
    last = {
      spread,
      reference: byPlace(day.periods, day.reference),
      below: remembered(last?.below, (value) => value <= -leastSpread),
      above: remembered(last?.above, (value) => value >= leastSpread),
    };
    placed.set(day.day, last);
  }
  return { days: placed, recipe };
}

/**
 * What a split is recognised by, one row for each period of the days: what is expected of the reference zone, what the days up to `leadDays` before
 * showed, the auction before, the inputs and the calendar. Nothing of the day's own prices but where a past day has no forecast of the
 * reference.
 */
export function zoneFeatures(past: ZonePast, days: readonly ZoneDay[], leadDays: number): DesignMatrix {
  const rows = days.reduce((sum, { periods }) => sum + periods.length, 0);
  const columns: string[] = [];
  const cells: number[][] = [];
  for (const day of days) {
    featuresOfDay(past, day, leadDays).forEach(([name, values], j) => {
      if (columns.length <= j) {
        columns.push(name);
        cells.push([]);
      }
      for (const value of values) cells[j].push(value);
    });
  }
  const values = new Float64Array(columns.length * rows);
  cells.forEach((column, j) => values.set(column, j * rows));
  return { columns, rows, values };
}

type Feature = [name: string, values: number[]];

function featuresOfDay(past: ZonePast, day: ZoneDay, leadDays: number): Feature[] {
  const { leastSpread, features } = past.recipe;
  const places = day.periods.map(placeOf);
  const of = (name: string, valueAt: (place: number) => number): Feature => [name, places.map(valueAt)];
  const constant = (name: string, value: number): Feature => of(name, () => value);
  const expected = byPlace(day.periods, day.expected ?? day.reference);
  const known = past.days.get(addDays(day.day, -leadDays));
  const before = past.days.get(addDays(day.day, -leadDays - 1));
  const week = past.days.get(addDays(day.day, -WEEK_DAYS * Math.ceil(leadDays / WEEK_DAYS)));
  const at = (values: ArrayLike<number> | undefined, place: number) => values?.[place] ?? Number.NaN;
  const mean = meanKnown(expected);
  const ranks = ranksKnown(expected);
  const shareOf = (values: Float64Array | undefined, isSo: (value: number) => boolean) =>
    values === undefined
      ? Number.NaN
      : meanKnown(values.map((value) => (Number.isNaN(value) ? value : isSo(value) ? 1 : 0)));
  const isBelow = (value: number) => value <= -leastSpread;
  const isAbove = (value: number) => value >= leastSpread;
  const earlier = byPlace(day.periods, day.earlierSpread);
  const inputs = ZONE_INPUTS.map((name) => byPlace(day.periods, day.inputs?.[name]));
  const [load, wind, solar, zoneLoad, zoneWind, zoneSolar] = inputs;
  const residual = load.map((mw, i) => mw - wind[i] - solar[i]);
  const zoneResidual = zoneLoad.map((mw, i) => mw - zoneWind[i] - zoneSolar[i]);
  return [
    of('expected', (place) => expected[place]),
    of('expected less mean', (place) => expected[place] - mean),
    of('rank', (place) => ranks[place]),
    of('step before', (place) => expected[place] - at(expected, place - QUARTERS_PER_HOUR)),
    of('step after', (place) => at(expected, place + QUARTERS_PER_HOUR) - expected[place]),
    constant('mean', mean),
    constant('lowest', extremeKnown(expected, Math.min)),
    constant('highest', extremeKnown(expected, Math.max)),
    of('place', (place) => place),
    constant('quarters', quartersOf(day.periods[0]) === 1 ? 1 : 0),
    of('spread', (place) => at(known?.spread, place)),
    of('spread around', (place) => around(known?.spread, place, features.reachQuarters)),
    of('spread before', (place) => at(before?.spread, place)),
    of('spread a week ago', (place) => at(week?.spread, place)),
    constant('mean spread', known === undefined ? Number.NaN : meanKnown(known.spread)),
    constant('share below', shareOf(known?.spread, isBelow)),
    constant('share above', shareOf(known?.spread, isAbove)),
    ...features.memoriesDays.flatMap((days, m): Feature[] => [
      of(`below, ${days} days`, (place) => at(known?.below[m], place)),
      of(`above, ${days} days`, (place) => at(known?.above[m], place)),
      constant(`all below, ${days} days`, known === undefined ? Number.NaN : meanKnown(known.below[m])),
      constant(`all above, ${days} days`, known === undefined ? Number.NaN : meanKnown(known.above[m])),
    ]),
    of('earlier', (place) => earlier[place]),
    of('earlier around', (place) => around(earlier, place, features.reachQuarters)),
    constant('mean earlier', meanKnown(earlier)),
    constant(
      'share earlier',
      shareOf(earlier, (value) => isBelow(value) || isAbove(value)),
    ),
    ...ZONE_INPUTS.flatMap((name, i): Feature[] => [
      of(name, (place) => inputs[i][place]),
      constant(`mean ${name}`, meanKnown(inputs[i])),
    ]),
    of('residual', (place) => residual[place]),
    of('zone residual', (place) => zoneResidual[place]),
    of('wind share', (place) => wind[place] / load[place]),
    of('zone wind share', (place) => zoneWind[place] / zoneLoad[place]),
  ];
}

function around(values: Float64Array | undefined, place: number, reach: number): number {
  if (values === undefined) return Number.NaN;
  return meanKnown(values.subarray(Math.max(0, place - reach), Math.min(PLACES, place + reach + 1)));
}

function meanKnown(values: Float64Array): number {
  let [sum, known] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return sum / known;
}

function extremeKnown(values: Float64Array, choose: (...values: number[]) => number): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? Number.NaN : choose(...known);
}

/** The share of a day's places whose value is lower. */
function ranksKnown(values: Float64Array): Float64Array {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return values.map((value) => {
    if (Number.isNaN(value)) return value;
    return sorted.findIndex((other) => other >= value) / sorted.length;
  });
}
