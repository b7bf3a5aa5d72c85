import { type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { heldDaysOf } from './whole-days.ts';

/** What a series has of a delivery day. */
export interface DayPart {
  day: DeliveryDay;
  isWhole: boolean;
  /** When the last of the values was known, epoch ms. */
  expectedAt: number;
  values: Series;
}

/** A series by delivery day, of each period the newest revision. */
export function dayPartsOf(series: Series): DayPart[] {
  const newest = rowsWhere(series, (start, i) => series.start[i + 1] !== start);
  const byDay = Map.groupBy(newest.start.keys(), (i) => deliveryDayOf(newest.start[i]));
  return heldDaysOf(newest).map(({ day, periods, of, knownAt }) => {
    const rows = byDay.get(day) ?? [];
    const [from, to] = [rows[0], rows[rows.length - 1] + 1];
    const cut = (column: Float64Array) => column.slice(from, to);
    return {
      day,
      isWhole: periods === of,
      expectedAt: knownAt,
      values: {
        ...newest,
        start: cut(newest.start),
        value: cut(newest.value),
        availableAt: cut(newest.availableAt),
      },
    };
  });
}

export function rowsWhere(series: Series, keeps: (start: number, i: number) => boolean): Series {
  const kept = (_: number, i: number) => keeps(series.start[i], i);
  return {
    ...series,
    start: series.start.filter(kept),
    value: series.value.filter(kept),
    availableAt: series.availableAt.filter(kept),
  };
}
