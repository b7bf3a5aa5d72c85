import { addDays, AUCTION_CALENDAR, dayStart, deliveryDayOf, instantFor } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { rowsWhere } from '../../market/ingest/day-parts.ts';

/** Series are read once for many forecasts. */
const known = new WeakMap<Series, Series>();

/**
 * Of each period what was known when the day-ahead auction of its day closed: a forecast of wind that comes in the evening is no input of
 * that day's bids, so nothing may learn from it as if it were.
 */
export function knownBeforeGate(series: readonly Series[]): Series[] {
  return series.map((one) => {
    const before = known.get(one) ?? beforeGate(one);
    known.set(one, before);
    return before;
  });
}

function beforeGate(series: Series): Series {
  let until = Number.NEGATIVE_INFINITY;
  let gate = Number.NEGATIVE_INFINITY;
  return rowsWhere(series, (start, i) => {
    if (start >= until) {
      const day = deliveryDayOf(start);
      until = dayStart(addDays(day, 1));
      gate = instantFor(day, AUCTION_CALENDAR.da.gateClosure);
    }
    return series.availableAt[i] <= gate;
  });
}
