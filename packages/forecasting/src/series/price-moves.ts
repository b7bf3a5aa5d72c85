import { DAY_MS } from '../calendar/madrid-time.ts';
import type { Panel } from './panel.ts';
import type { Series } from './series.ts';

/**
 * For each day of a panel how much higher the day before cleared in a later auction than in the day-ahead auction, price unit; 0 where
 * either is not known. `later` are the prices of that auction on the panel's grid.
 */
export function laterAuctionMove({ price, slotsPerDay }: Panel, later: Float64Array): Float64Array {
  const move = new Float64Array(price.length);
  for (let i = slotsPerDay; i < move.length; i++) {
    const step = later[i - slotsPerDay] - price[i - slotsPerDay];
    if (Number.isFinite(step)) move[i] = step;
  }
  return move;
}

/**
 * For each day of a panel the step of the prices of the day before, had they followed a cost to the full; 0 where they are not known.
 * `changes` are the cost's relative changes, one a day (see `changesKnownAt`).
 */
export function costMove({ price, slotsPerDay }: Panel, changes: Float64Array): Float64Array {
  const move = new Float64Array(price.length);
  for (let i = slotsPerDay; i < move.length; i++) {
    const step = price[i - slotsPerDay] * changes[Math.floor(i / slotsPerDay)];
    if (Number.isFinite(step)) move[i] = step;
  }
  return move;
}

/**
 * By which part a daily price changed within the day before each instant, as was known then; 0 where nothing new came, as on a weekend,
 * and where nothing is known. The list is in order of preference; instants are epoch ms.
 */
export function changesKnownAt(preferred: readonly Series[], instants: number[]): Float64Array {
  return Float64Array.from(instants, (instant) => {
    const now = newestValue(preferred, instant);
    const before = newestValue(preferred, instant - DAY_MS);
    return now !== undefined && before !== undefined && before > 0 ? now / before - 1 : 0;
  });
}

/** Of the latest period of which a value was known at `instant`, by the first series that knew one. */
function newestValue(preferred: readonly Series[], instant: number): number | undefined {
  for (const { availableAt, value } of preferred) {
    const newest = availableAt.findLastIndex((availableSince) => availableSince <= instant);
    if (newest >= 0) return value[newest];
  }
  return undefined;
}
