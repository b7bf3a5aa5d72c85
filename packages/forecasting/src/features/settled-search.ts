import { dayNumber } from '../calendar/delivery-day.ts';
import type { Panel } from '../series/panel.ts';
import { MAX_LAG_DAYS } from './lear-features.ts';

/** Days between two searches: what they find changes slowly. */
const SEARCH_EVERY_DAYS = 28;

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
  return settled - ((dayNumber(panel.days[0]) + settled) % SEARCH_EVERY_DAYS);
}

/** A search that reads nothing of a panel but the given rows, done once for the same rows. */
export function rememberSearch<Result>(
  search: (panel: Panel, rows: Rows) => Result,
): (panel: Panel, rows: Rows) => Result {
  const kept: { key: SearchKey; result: Result }[] = [];
  return (panel, rows) => {
    const key = keyOf(panel, rows);
    const place = kept.findIndex((known) => isSame(known.key, key));
    const [known] = place === -1 ? [{ key, result: search(panel, rows) }] : kept.splice(place, 1);
    kept.unshift(known);
    kept.length = Math.min(kept.length, KEPT_RESULTS);
    return known.result;
  };
}

interface SearchKey {
  firstDay: number;
  names: string;
  values: Float64Array[];
}

function keyOf({ days, slotsPerDay, price, exogenous, moves = [] }: Panel, { from, until }: Rows): SearchKey {
  return {
    firstDay: dayNumber(days[0]) + from,
    names: JSON.stringify([exogenous, moves].map((columns) => columns.map(({ name }) => name))),
    values: [price, ...[...exogenous, ...moves].map(({ values }) => values)].map((values) =>
      values.slice(from * slotsPerDay, until * slotsPerDay),
    ),
  };
}

function isSame(one: SearchKey, other: SearchKey): boolean {
  return (
    one.firstDay === other.firstDay &&
    one.names === other.names &&
    one.values.every(
      (values, i) =>
        values.length === other.values[i].length &&
        values.every((value, at) => Object.is(value, other.values[i][at])),
    )
  );
}
