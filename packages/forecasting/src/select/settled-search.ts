import { type DeliveryDay, addDays, dayNumber } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { MAX_LAG_DAYS } from '../features/feature-blocks.ts';

/** Days between two searches, and two readings of the days before them: what they find changes slowly. */
export const SETTLED_FOR_DAYS = 28;

/** Results that are kept of each kind of search: one for each horizon and market that is forecast at the same time. */
const KEPT_RESULTS = 16;

/** Rows of a panel, the last one not among them. */
export interface Rows {
  from: number;
  until: number;
}

/**
 * The row up to which a search on behalf of row `target` may see the panel: more than a week back, at a multiple of 28 days, so that it
 * is done every four weeks only and is the same for all days of a horizon.
 */
export function settledUntil(panel: Panel, target: number): number {
  const settled = target - MAX_LAG_DAYS;
  return settled - ((dayNumber(panel.days[0]) + settled) % SETTLED_FOR_DAYS);
}

/** The first day, up to 27 days before `day`, of the days that settle with it: what a panel begins with if it is to stand still as long as they do. */
export function settledSpanStart(day: DeliveryDay): DeliveryDay {
  return addDays(day, -(dayNumber(day) % SETTLED_FOR_DAYS));
}

/**
 * A search that reads nothing of a panel but the given rows, and what it is told beside them as plain JSON, done once for the same rows
 * and details. The last `most` results are kept.
 */
export function rememberSearch<Result, Details extends unknown[]>(
  search: (panel: Panel, rows: Rows, ...details: Details) => Result,
  most = KEPT_RESULTS,
): (panel: Panel, rows: Rows, ...details: Details) => Result {
  const kept: { key: SearchKey; result: Result }[] = [];
  return (panel, rows, ...details) => {
    const names = namesOf(panel, rows, details);
    const place = kept.findIndex(({ key }) => isOf(key, panel, rows, names));
    const [known] =
      place === -1
        ? [{ key: keyOf(panel, rows, names), result: search(panel, rows, ...details) }]
        : kept.splice(place, 1);
    kept.unshift(known);
    kept.length = Math.min(kept.length, most);
    return known.result;
  };
}

interface SearchKey {
  firstDay: number;
  names: string;
  values: Float64Array[];
}

/** What tells searches apart beside the rows' values. */
function namesOf(panel: Panel, { from, until }: Rows, details: unknown[]): string {
  const { slotsPerDay, exogenous, moves = [], holidays } = panel;
  return JSON.stringify([
    slotsPerDay,
    holidays && panel.days.slice(from, until).filter((day) => holidays.has(day)),
    ...[exogenous, moves].map((columns) => columns.map(({ name }) => name)),
    details,
  ]);
}

function columnsOf({ price, exogenous, moves = [] }: Panel): Float64Array[] {
  return [price, ...[...exogenous, ...moves].map(({ values }) => values)];
}

function firstDayOf({ days }: Panel, { from }: Rows): number {
  return dayNumber(days[0]) + from;
}

function keyOf(panel: Panel, rows: Rows, names: string): SearchKey {
  return {
    firstDay: firstDayOf(panel, rows),
    names,
    values: columnsOf(panel).map((values) =>
      values.slice(rows.from * panel.slotsPerDay, rows.until * panel.slotsPerDay),
    ),
  };
}

function isOf(key: SearchKey, panel: Panel, rows: Rows, names: string): boolean {
  const { slotsPerDay } = panel;
  const count = (rows.until - rows.from) * slotsPerDay;
  return (
    key.firstDay === firstDayOf(panel, rows) &&
    key.names === names &&
    key.values[0].length === count &&
    columnsOf(panel).every((values, i) => areSame(key.values[i], values, rows.from * slotsPerDay))
  );
}

/** Whether the values are those from `from` on; what is not known equals what is not known. A plain loop: this runs for every fit. */
function areSame(known: Float64Array, values: Float64Array, from: number): boolean {
  for (let i = 0; i < known.length; i++) if (!Object.is(known[i], values[from + i])) return false;
  return true;
}
