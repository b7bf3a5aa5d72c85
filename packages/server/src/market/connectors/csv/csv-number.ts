import { type DecimalSign, parseDecimal } from '../decimal.ts';
import { excerpt } from '../payload-fault.ts';

/**
 * The number in a cell, or what was expected instead. A number that only another notation would read is refused with what to set:
 * `1.234` under a decimal comma is 1234 to one writer and 1.234 to another, so it is never guessed.
 */
export function readNumber(
  cell: string,
  { decimal, thousands }: { decimal: DecimalSign; thousands: boolean },
): number | { expectation: string } {
  const value = parseDecimal(cell, { sign: decimal, grouped: thousands });
  if (value !== undefined) return value;
  const other = decimal === ',' ? '.' : ',';
  const grouped = parseDecimal(cell, { sign: decimal, grouped: true });
  const swapped = parseDecimal(cell, { sign: other, grouped: thousands });
  const hints = [
    ...(grouped === undefined ? [] : [`"thousands": true if it is ${grouped}`]),
    ...(swapped === undefined ? [] : [`"decimal": "${other}" if it is ${swapped}`]),
  ];
  if (hints.length === 0) return { expectation: `expected a number, found ${excerpt(cell)}` };
  return {
    expectation: `expected a number with the decimal sign "${decimal}", found ${excerpt(cell)}; in the mapping set ${hints.join(', or ')}`,
  };
}
