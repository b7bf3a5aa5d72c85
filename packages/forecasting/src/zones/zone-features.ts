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
  of: ZoneDay;
  own: OwnOfDay;
  spread: Float64Array;
  /** Means of the spread around each place. */
  spreadAround: Float64Array;
  meanSpread: number;
  shareBelow: number;
  shareAbove: number;
  /** Shares of splits in either direction until the day, the day included, one for each of `memoriesDays`. */
  below: Memory[];
  above: Memory[];
}

interface Memory {
  shares: Float64Array;
  mean: number;
}

/** Days in order of time by quarter of the local clock, with what is remembered of splits. O(days x places). */
export function zonePast(recipe: PastRecipe, days: readonly ZoneDay[]): ZonePast {
  const { leastSpread, features } = recipe;
  const placed = new Map<DeliveryDay, PlacedDay>();
  let last: PlacedDay | undefined;
  const isBelow = (spread: number) => spread <= -leastSpread;
  const isAbove = (spread: number) => spread >= leastSpread;
  for (const day of days) {
    const spread = byPlace(day.periods, spreadsOfDay(day));
    const remembered = (before: Memory[] | undefined, came: (spread: number) => boolean) =>
      features.memoriesDays.map((halfLife, m): Memory => {
        const weight = 1 - 0.5 ** (1 / halfLife);
        const shares = spread.map((value, place) => {
          const mean = before?.[m].shares[place] ?? Number.NaN;
          if (Number.isNaN(value)) return mean;
          const now = came(value) ? 1 : 0;
          return Number.isNaN(mean) ? now : mean + weight * (now - mean);
        });
        return { shares, mean: meanKnown(shares) };
      });
    last = {
      of: day,
      own: ownOfDay(day, recipe),
      spread,
      spreadAround: spread.map((_, place) => around(spread, place, features.reachQuarters)),
      meanSpread: meanKnown(spread),
      shareBelow: shareOf(spread, isBelow),
      shareAbove: shareOf(spread, isAbove),
      below: remembered(last?.below, isBelow),
      above: remembered(last?.above, isAbove),
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
  const featuresOf = days.map((day) => featuresOfDay(past, day, leadDays));
  const columns = featuresOf.length === 0 ? [] : featuresOf[0].features.map(([name]) => name);
  const values = new Float64Array(columns.length * rows);
  let row = 0;
  for (const { places, features } of featuresOf) {
    features.forEach(([, valueAt], j) => {
      for (let i = 0; i < places.length; i++) {
        values[j * rows + row + i] = typeof valueAt === 'number' ? valueAt : valueAt(places[i]);
      }
    });
    row += places.length;
  }
  return { columns, rows, values };
}

/** What a day has by itself, whatever was before it; lists by quarter of the local clock. */
interface OwnOfDay {
  places: number[];
  expected: Float64Array;
  ranks: Float64Array;
  mean: number;
  lowest: number;
  highest: number;
  earlier: Float64Array;
  /** Means of the spread of the auction before around each place. */
  earlierAround: Float64Array;
  meanEarlier: number;
  shareEarlier: number;
  /** In the order of `ZONE_INPUTS`. */
  inputs: Float64Array[];
  meanInputs: number[];
}

function ownOfDay(day: ZoneDay, { leastSpread, features }: PastRecipe): OwnOfDay {
  const expected = byPlace(day.periods, day.expected ?? day.reference);
  const earlier = byPlace(day.periods, day.earlierSpread);
  const inputs = ZONE_INPUTS.map((name) => byPlace(day.periods, day.inputs?.[name]));
  return {
    places: day.periods.map(placeOf),
    expected,
    ranks: ranksKnown(expected),
    mean: meanKnown(expected),
    lowest: extremeKnown(expected, Math.min),
    highest: extremeKnown(expected, Math.max),
    earlier,
    earlierAround: earlier.map((_, place) => around(earlier, place, features.reachQuarters)),
    meanEarlier: meanKnown(earlier),
    shareEarlier: shareOf(earlier, (value) => value <= -leastSpread || value >= leastSpread),
    inputs,
    meanInputs: inputs.map(meanKnown),
  };
}

/** A number is that of every place. */
type Feature = [name: string, value: number | ((place: number) => number)];

function featuresOfDay(
  past: ZonePast,
  day: ZoneDay,
  leadDays: number,
): { places: number[]; features: Feature[] } {
  const { features } = past.recipe;
  const placed = past.days.get(day.day);
  const own = placed?.of === day ? placed.own : ownOfDay(day, past.recipe);
  const { expected, ranks, mean, lowest, highest, inputs } = own;
  const known = past.days.get(addDays(day.day, -leadDays));
  const before = past.days.get(addDays(day.day, -leadDays - 1));
  const week = past.days.get(addDays(day.day, -WEEK_DAYS * Math.ceil(leadDays / WEEK_DAYS)));
  const at = (values: ArrayLike<number> | undefined, place: number) => values?.[place] ?? Number.NaN;
  const [load, wind, solar, zoneLoad, zoneWind, zoneSolar] = inputs;
  return {
    places: own.places,
    features: [
      ['expected', (place) => expected[place]],
      ['expected less mean', (place) => expected[place] - mean],
      ['rank', (place) => ranks[place]],
      ['step before', (place) => expected[place] - at(expected, place - QUARTERS_PER_HOUR)],
      ['step after', (place) => at(expected, place + QUARTERS_PER_HOUR) - expected[place]],
      ['mean', mean],
      ['lowest', lowest],
      ['highest', highest],
      ['place', (place) => place],
      ['quarters', quartersOf(day.periods[0]) === 1 ? 1 : 0],
      ['spread', (place) => at(known?.spread, place)],
      ['spread around', (place) => at(known?.spreadAround, place)],
      ['spread before', (place) => at(before?.spread, place)],
      ['spread a week ago', (place) => at(week?.spread, place)],
      ['mean spread', known?.meanSpread ?? Number.NaN],
      ['share below', known?.shareBelow ?? Number.NaN],
      ['share above', known?.shareAbove ?? Number.NaN],
      ...features.memoriesDays.flatMap((days, m): Feature[] => [
        [`below, ${days} days`, (place) => at(known?.below[m].shares, place)],
        [`above, ${days} days`, (place) => at(known?.above[m].shares, place)],
        [`all below, ${days} days`, known?.below[m].mean ?? Number.NaN],
        [`all above, ${days} days`, known?.above[m].mean ?? Number.NaN],
      ]),
      ['earlier', (place) => own.earlier[place]],
      ['earlier around', (place) => own.earlierAround[place]],
      ['mean earlier', own.meanEarlier],
      ['share earlier', own.shareEarlier],
      ...ZONE_INPUTS.flatMap((name, i): Feature[] => [
        [name, (place) => inputs[i][place]],
        [`mean ${name}`, own.meanInputs[i]],
      ]),
      ['residual', (place) => load[place] - wind[place] - solar[place]],
      ['zone residual', (place) => zoneLoad[place] - zoneWind[place] - zoneSolar[place]],
      ['wind share', (place) => wind[place] / load[place]],
      ['zone wind share', (place) => zoneWind[place] / zoneLoad[place]],
    ],
  };
}

/** The mean of the values that are known so many places around one. */
function around(values: Float64Array, place: number, reach: number): number {
  let [sum, known] = [0, 0];
  for (let i = Math.max(0, place - reach); i <= Math.min(PLACES - 1, place + reach); i++) {
    if (Number.isNaN(values[i])) continue;
    sum += values[i];
    known++;
  }
  return sum / known;
}

function shareOf(values: Float64Array, isSo: (value: number) => boolean): number {
  return meanKnown(values.map((value) => (Number.isNaN(value) ? value : isSo(value) ? 1 : 0)));
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
