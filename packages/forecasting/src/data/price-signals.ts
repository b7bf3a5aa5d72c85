import { DAY_MS } from '../market/madrid-time.ts';
import type { Panel } from './panel.ts';
import type { Series } from './series.ts';

const MOST_RISE = 1;
const MOST_FALL = 0.5;

/**
 * For each day of a panel how much higher the day before cleared in a later auction than in the day-ahead auction, price unit; 0 where
 * either is not known. `later` are the prices of that auction on the panel's grid.
 */
export function laterAuctionSignal({ price, slotsPerDay }: Panel, later: Float64Array): Float64Array {
  const signal = new Float64Array(price.length);
  for (let i = slotsPerDay; i < signal.length; i++) {
    const step = later[i - slotsPerDay] - price[i - slotsPerDay];
    if (Number.isFinite(step)) signal[i] = step;
  }
  return signal;
}

/**
 * For each day of a panel the step of the prices of the day before, had they followed a cost to the full; 0 where they are not known.
 * `changes` are the cost's relative changes, one a day (see `changesKnownAt`).
 */
export function costSignal({ price, slotsPerDay }: Panel, changes: Float64Array): Float64Array {
  const signal = new Float64Array(price.length);
  for (let i = slotsPerDay; i < signal.length; i++) {
    const step = price[i - slotsPerDay] * changes[Math.floor(i / slotsPerDay)];
    if (Number.isFinite(step)) signal[i] = step;
  }
  return signal;
}

/**
 * By which part a daily price changed within the day before each instant, as was known then; 0 where nothing new came, as on a weekend
 * or with a correction, and where nothing is known. Of several feeds the one with the latest day counts, the first of equals; instants
 * are epoch ms.
 */
export function changesKnownAt(feeds: readonly Series[], instants: number[]): Float64Array {
  return Float64Array.from(instants, (instant) => {
    const newest = newestOf(feeds, instant);
    if (newest === undefined) return 0;
    const { feed, row } = newest;
    const before = dayBefore(newest, instant);
    return before === undefined ? 0 : relativeChange(before, feed.value[row]);
  });
}

/** A daily price that is supposed to have settled otherwise. */
export interface SettledOtherwise {
  /** As it had settled, and as it is supposed. */
  known: number;
  price: number;
  /** In place of what `changesKnownAt` gives. */
  change: number;
  /** Whether a change so large is not taken for a slip of the source. */
  isPlausible: boolean;
  /** Of all prices of the feed that were known. */
  least: number;
  most: number;
}

/** Another price than the one that is known: by so much, in its unit, or by so many percent. */
export type PriceShift = { add: number } | { percent: number };

/** The price under a shift. */
export function shiftedPrice(price: number, shift: PriceShift): number {
  return 'add' in shift ? price + shift.add : price * (1 + shift.percent / 100);
}

/** A daily price as known at an instant, epoch ms, had it settled otherwise; undefined where none was known. */
export function changeIfSettled(
  feeds: readonly Series[],
  instant: number,
  shift: PriceShift,
): SettledOtherwise | undefined {
  const newest = newestOf(feeds, instant);
  if (newest === undefined) return undefined;
  const { feed, row } = newest;
  const known = feed.value[row];
  const price = shiftedPrice(known, shift);
  const before = dayBefore(newest, instant) ?? known;
  const values = feed.value.filter((_, i) => feed.availableAt[i] <= instant);
  return {
    known,
    price,
    change: relativeChange(before, price),
    isPlausible: before > 0 && price / before - 1 <= MOST_RISE && price / before - 1 >= -MOST_FALL,
    least: values.reduce((least, value) => Math.min(least, value), known),
    most: values.reduce((most, value) => Math.max(most, value), known),
  };
}

/** The price of an earlier day that was the newest a day before an instant; undefined where there is none, or none has come since. */
function dayBefore({ feed, row }: { feed: Series; row: number }, instant: number): number | undefined {
  const before = newestKnown(feed, instant - DAY_MS);
  return before >= 0 && feed.start[before] !== feed.start[row] ? feed.value[before] : undefined;
}

/** A daily price as it had last settled at each instant, epoch ms, of the feed that knew the latest day; NaN where nothing was known. */
export function costKnownAt(feeds: readonly Series[], instants: number[]): Float64Array {
  return Float64Array.from(instants, (instant) => {
    const newest = newestOf(feeds, instant);
    return newest === undefined ? Number.NaN : newest.feed.value[newest.row];
  });
}

/** By which part a cost has risen; 0 where it was not above 0. At most a doubling or a halving: beyond it is a slip of the source. */
export function relativeChange(before: number, now: number): number {
  return before > 0 ? Math.max(-MOST_FALL, Math.min(MOST_RISE, now / before - 1)) : 0;
}

/** The row of the latest period of which a value was known at `instant`; -1 where there was none. */
function newestKnown({ availableAt }: Series, instant: number): number {
  return availableAt.findLastIndex((availableSince) => availableSince <= instant);
}

/** The feed with the latest day known at `instant`, the first of equals, and its row of that day; undefined where none has any. */
function newestOf(feeds: readonly Series[], instant: number): { feed: Series; row: number } | undefined {
  let newest: { feed: Series; row: number } | undefined;
  for (const feed of feeds) {
    const row = newestKnown(feed, instant);
    if (row < 0) continue;
    if (newest === undefined || feed.start[row] > newest.feed.start[newest.row]) newest = { feed, row };
  }
  return newest;
}
