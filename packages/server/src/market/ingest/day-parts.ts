import {
  type DeliveryDay,
  deliveryDayOf,
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayStart,
  deliveryPeriods,
  AUCTIONS,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { priceKey } from '@lonja/forecasting/intraday';
import { valueCheck } from '../../ground/database/value-check.ts';

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

/** A day of which a series has values that can be. */
interface HeldDay {
  day: DeliveryDay;
  /** Periods with a value, and those of a whole day. */
  periods: number;
  of: number;
  /** When the last of the values was known. */
  knownAt: number;
}

/** The days of which a series, in order of time, has every period with a value that can be, and when the last of these was known. */
export function wholeDaysOf(series: Series): { day: DeliveryDay; knownAt: number }[] {
  return heldDaysOf(series)
    .filter(({ periods, of }) => periods === of)
    .map(({ day, knownAt }) => ({ day, knownAt }));
}

/** The days of which a series, in order of time, has any period with a value that can be. */
export function heldDaysOf(series: Series): HeldDay[] {
  const { key, start, value, availableAt } = series;
  const faultOf = valueCheck(key);
  const days: (HeldDay & { endsAt: number })[] = [];
  let counted = Number.NaN;
  for (let i = 0; i < start.length; i++) {
    // Revisions of a period follow each other: it counts once.
    if (start[i] === counted || faultOf(value[i]) !== undefined) continue;
    counted = start[i];
    let last = days.at(-1);
    if (last === undefined || start[i] >= last.endsAt) {
      const day = deliveryDayOf(start[i]);
      const endsAt = dayStart(addDays(day, 1));
      last = { day, endsAt, periods: 0, of: periodsOf(series, day), knownAt: -Infinity };
      days.push(last);
    }
    last.periods++;
    last.knownAt = Math.max(last.knownAt, availableAt[i]);
  }
  return days.map(({ day, periods, of, knownAt }) => ({ day, periods, of, knownAt }));
}

function periodsOf({ key, resolution }: Series, day: DeliveryDay): number {
  if (resolution === 'P1D') return 1;
  const product = AUCTIONS.find((one) => `${key}.`.startsWith(`${priceKey(one)}.`));
  const periods =
    product === undefined
      ? deliveryPeriods(day, resolution)
      : coveredPeriods(AUCTION_CALENDAR[product], day, resolution);
  return periods.length;
}
