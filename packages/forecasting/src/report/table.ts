import { groupBy } from '../data/group-by.ts';
import type { ReportInput, ReportPeriod, Rival } from './report-input.ts';

/** Periods and rivals of them, always cut together. */
export interface ReportTable {
  periods: readonly ReportPeriod[];
  rivals: readonly Rival[];
}

/** The periods of the shortest lead time: one forecast for each period, days in order. */
export function shortestLead({ periods, rivals = [] }: ReportInput): ReportTable {
  const shortest = periods.reduce((least, { leadDay = 1 }) => Math.min(least, leadDay), Infinity);
  const table = pick(
    { periods, rivals },
    periods.flatMap(({ leadDay = 1 }, i) => (leadDay === shortest ? [i] : [])),
  );
  table.periods.forEach((period, i) => {
    if (i > 0 && dayOf(period) < dayOf(table.periods[i - 1]))
      throw new RangeError(`${period.time} comes after ${table.periods[i - 1].time}: days must be in order.`);
  });
  return table;
}

/** Cuts a table into the groups that `keyOf` names, in order of first appearance. */
export function groupTable(
  table: ReportTable,
  keyOf: (period: ReportPeriod, index: number) => string,
): Map<string, ReportTable> {
  const keys = table.periods.map(keyOf);
  const indices = groupBy(keys.keys(), (i) => keys[i]);
  return new Map([...indices].map(([key, members]) => [key, pick(table, members)]));
}

export function dayOf({ time }: ReportPeriod): string {
  return time.slice(0, 10);
}

/** `HH:MM` of the local start: the two hours 2 of a 25-hour day share one slot. */
export function slotOf({ time }: ReportPeriod): string {
  return time.slice(11, 16);
}

function pick({ periods, rivals }: ReportTable, indices: number[]): ReportTable {
  return {
    periods: indices.map((i) => periods[i]),
    rivals: rivals.map(({ name, values }) => ({
      name,
      values: Float64Array.from(indices, (i) => values[i]),
    })),
  };
}
