import { groupBy } from '../data/group-by.ts';
import { type DeliveryDay, deliveryDayOf } from '../market/delivery-day.ts';
import { meanOf } from './price-summary.ts';

/** A period that two forecasts or two states of knowledge have, by start, epoch ms; `from` is the first of them. */
export interface ChangedPeriod<Value> {
  start: number;
  from: Value;
  to: Value;
}

/** The periods that both have, in the order of the second. */
export function commonPeriods<Point extends { start: number }>(
  from: readonly Point[],
  to: readonly Point[],
): ChangedPeriod<Point>[] {
  const earlier = new Map(from.map((point) => [point.start, point]));
  return to.flatMap((point) => {
    const other = earlier.get(point.start);
    return other === undefined ? [] : [{ start: point.start, from: other, to: point }];
  });
}

/** The second point forecast less the first. Price unit. */
export function changeOf({ from, to }: Pick<ChangedPeriod<{ value: number }>, 'from' | 'to'>): number {
  return to.value - from.value;
}

/** The second price less the first as both are shown: `round` gives a price its decimals, and so the difference. */
export function shownChange(from: number, to: number, round: (price: number) => number): number {
  return round(round(to) - round(from));
}

/** The largest size of a change as it is shown, over the points of common periods; undefined where there are none or nothing differs. */
export function largestChange(
  periods: readonly ChangedPeriod<{ value: number }>[],
  round: (price: number) => number,
): number | undefined {
  const largest = periods.reduce(
    (most, { from, to }) => Math.max(most, Math.abs(shownChange(from.value, to.value, round))),
    0,
  );
  return largest === 0 ? undefined : largest;
}

/** The mean of changes and the mean of their sizes; NaN for no changes. */
export function meanChange(changes: readonly number[]): { mean: number; meanAbsolute: number } {
  return { mean: meanOf(changes), meanAbsolute: meanOf(changes.map(Math.abs)) };
}

/** Means of a value that was known twice, and where it changed most. Its unit. */
export interface ValueChange {
  from: number;
  to: number;
  mean: number;
  meanAbsolute: number;
  /** The first of the periods with the largest change. */
  largest: ChangedPeriod<number>;
}

/** How a value changed over periods; undefined without one. */
export function valueChange(periods: readonly ChangedPeriod<number>[]): ValueChange | undefined {
  const [largest] = periods.toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
  if (largest === undefined) return undefined;
  return {
    from: meanOf(periods.map(({ from }) => from)),
    to: meanOf(periods.map(({ to }) => to)),
    ...meanChange(periods.map(({ from, to }) => to - from)),
    largest,
  };
}

/** The mean point forecast of each delivery day by two forecasts, in the order of the periods, and the second less the first. Price unit. */
export function meansOfChangedDays(
  periods: readonly ChangedPeriod<{ value: number }>[],
): { day: DeliveryDay; from: number; to: number; change: number }[] {
  return [...groupBy(periods, ({ start }) => deliveryDayOf(start))].map(([day, ofDay]) => {
    const from = meanOf(ofDay.map((period) => period.from.value));
    const to = meanOf(ofDay.map((period) => period.to.value));
    return { day, from, to, change: to - from };
  });
}

/**
 * How much more each group of inputs adds to a forecast in a slot than it added before, and what of the change of the point no group holds:
 * limits, the steps of quarter hours. Groups by name with a value for each slot; one that is not there adds 0. Price unit.
 */
export function changedContributions(
  before: ReadonlyMap<string, ArrayLike<number>>,
  after: ReadonlyMap<string, ArrayLike<number>>,
  { slot, from, to }: { slot: number; from: number; to: number },
): { groups: { group: string; value: number }[]; rest: number } {
  const groups = [...new Set([...before.keys(), ...after.keys()])].map((group) => ({
    group,
    value: (after.get(group)?.[slot] ?? 0) - (before.get(group)?.[slot] ?? 0),
  }));
  return { groups, rest: to - from - groups.reduce((sum, { value }) => sum + value, 0) };
}
