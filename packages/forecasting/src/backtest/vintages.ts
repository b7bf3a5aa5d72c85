import { groupBy } from '../data/group-by.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { instantOf, type LocalTime, type TimedRow } from './local-times.ts';

/** A row with the time at which its forecasts were issued, null where there is none. */
export interface IssuedValues extends TimedRow {
  issued: LocalTime | null;
}

/** Ms from the midnight that begins a day back to the gate of its auction: noon of the day before. */
export const USUAL_GATE_MS = DAY_MS / 2;

/**
 * One row for each period, with what was known at the gate of its day: of columns with vintages the value that was issued last before it, NaN
 * where none was; of the others, such as the price, the last one there is. Rows come out in order of time.
 */
export function knownAtGate(
  rows: readonly IssuedValues[],
  {
    names,
    hasVintages,
    gateMs,
  }: { names: readonly string[]; hasVintages: readonly boolean[]; gateMs: number },
): TimedRow[] {
  for (const { issued, values, time } of rows) {
    const column = hasVintages.findIndex((has, i) => has && !Number.isNaN(values[i]));
    if (issued !== null || column < 0) continue;
    throw new BacktestInputError(
      `Line ${time.line}: "${names[column]}" has a value, and nothing says when it was issued.`,
    );
  }
  const periods = [...groupBy(rows, ({ time }) => instantOf(time)).values()];
  return periods
    .map((ofPeriod): TimedRow => {
      const inOrder = ofPeriod.toSorted((a, b) => wallOf(a.issued) - wallOf(b.issued));
      const [{ time }] = ofPeriod;
      const gate = gateOf(time.day, gateMs);
      const values = names.map((_, column) => {
        const known = inOrder.filter(
          ({ issued, values: all }) =>
            !Number.isNaN(all[column]) && (!hasVintages[column] || wallOf(issued) < gate),
        );
        return known.at(-1)?.values[column] ?? Number.NaN;
      });
      return { time, values };
    })
    .sort((a, b) => instantOf(a.time) - instantOf(b.time));
}

/** When the auction of a day is due, on the market's clock. */
function gateOf(day: DeliveryDay, gateMs: number): number {
  return Date.parse(`${day}T00:00:00Z`) - gateMs;
}

function wallOf(time: LocalTime | null): number {
  return time === null ? -Infinity : time.wallMs;
}
