import type { Panel } from '../data/panel.ts';
import { MAX_LAG_DAYS } from '../features/feature-blocks.ts';
import { type DeliveryDay, addDays, dayNumber } from '../market/delivery-day.ts';
import { type FitCache, recentOf } from '../kernel/fit-cache.ts';

/** Rows of a panel, the last one not among them. */
export interface Rows {
  from: number;
  until: number;
}

/** A computation that reads nothing of a panel but some rows, and its options as plain JSON. */
export interface SettledWork<Result, Options> {
  /** Names the computation in the cache. */
  kind: string;
  /** Results that are kept, by default 16: one for each horizon and market that is forecast at the same time. */
  keeps?: number;
  compute: (panel: Panel, rows: Rows, options: Options, cache: FitCache) => Result;
}

const KEPT_RESULTS = 16;

/**
 * The row up to which a selection for row `target` may see the panel: more than a week back, at a multiple of `settledDays`, so that it
 * is made once in so many days only (what it finds changes slowly) and is the same for all days of a horizon.
 */
export function settledUntil(panel: Panel, target: number, settledDays: number): number {
  const settled = target - MAX_LAG_DAYS;
  return settled - ((dayNumber(panel.days[0]) + settled) % settledDays);
}

/** The first of the `settledDays` days that `day` is one of: where a history begins that stays the same as long as they do. */
export function settledSpanStart(day: DeliveryDay, settledDays: number): DeliveryDay {
  return addDays(day, -(dayNumber(day) % settledDays));
}

/** The result of the work, computed once for the same values in the rows and the same options. */
export function settledResult<Result, Options>(
  { kind, keeps = KEPT_RESULTS, compute }: SettledWork<Result, Options>,
  panel: Panel,
  rows: Rows,
  options: Options,
  cache: FitCache,
): Result {
  const kept = recentOf<{ key: ResultKey; result: Result }>(cache, kind);
  const names = namesOf(panel, rows, options);
  const place = kept.findIndex(({ key }) => isOf(key, panel, rows, names));
  const [known] =
    place === -1
      ? [{ key: keyOf(panel, rows, names), result: compute(panel, rows, options, cache) }]
      : kept.splice(place, 1);
  kept.unshift(known);
  kept.length = Math.min(kept.length, keeps);
  return known.result;
}

interface ResultKey {
  firstDay: number;
  names: string;
  values: Float64Array[];
}

/** What distinguishes results beside the values in the rows. */
function namesOf(panel: Panel, { from, until }: Rows, options: unknown): string {
  const { slotsPerDay, exogenous, signals = [], holidays } = panel;
  return JSON.stringify([
    slotsPerDay,
    holidays && panel.days.slice(from, until).filter((day) => holidays.has(day)),
    ...[exogenous, signals].map((columns) => columns.map(({ name }) => name)),
    options,
  ]);
}

function columnsOf({ price, exogenous, signals = [] }: Panel): Float64Array[] {
  return [price, ...[...exogenous, ...signals].map(({ values }) => values)];
}

function firstDayOf({ days }: Panel, { from }: Rows): number {
  return dayNumber(days[0]) + from;
}

function keyOf(panel: Panel, rows: Rows, names: string): ResultKey {
  return {
    firstDay: firstDayOf(panel, rows),
    names,
    values: columnsOf(panel).map((values) =>
      values.slice(rows.from * panel.slotsPerDay, rows.until * panel.slotsPerDay),
    ),
  };
}

function isOf(key: ResultKey, panel: Panel, rows: Rows, names: string): boolean {
  const { slotsPerDay } = panel;
  const count = (rows.until - rows.from) * slotsPerDay;
  return (
    key.firstDay === firstDayOf(panel, rows) &&
    key.names === names &&
    key.values[0].length === count &&
    columnsOf(panel).every((values, i) => areSame(key.values[i], values, rows.from * slotsPerDay))
  );
}

/** Whether the values are those from `from` on; unknown values are equal. A plain loop: this runs for every fit. */
function areSame(known: Float64Array, values: Float64Array, from: number): boolean {
  for (let i = 0; i < known.length; i++) if (!Object.is(known[i], values[from + i])) return false;
  return true;
}
