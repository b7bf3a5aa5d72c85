import { dayNumber } from '../calendar/delivery-day.ts';
import type { Panel } from '../series/panel.ts';

/** A copy of some days of a panel: prices, then each exogenous input. */
export interface SeenData {
  /** Day number. */
  from: number;
  slotsPerDay: number;
  values: Float64Array[];
}

/** Rows `from` .. `to - 1`. */
export function seenData({ days, slotsPerDay, price, exogenous }: Panel, from: number, to: number): SeenData {
  return {
    from: dayNumber(days[0]) + from,
    slotsPerDay,
    values: [price, ...exogenous.map(({ values }) => values)].map((values) =>
      values.slice(from * slotsPerDay, to * slotsPerDay),
    ),
  };
}

/** The first day number from which on two copies that begin on the same day are not the same; a gap equals a gap. */
export function agreesUntil(one: SeenData, other: SeenData): number {
  const firsts = one.values.map((values, i) => firstDifference(values, other.values[i]));
  return one.from + Math.floor(Math.min(...firsts) / one.slotsPerDay);
}

function firstDifference(one: Float64Array, other: Float64Array): number {
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) {
    const [a, b] = [one[i], other[i]];
    if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return i;
  }
  return shared;
}
