import type { DeliveryDay } from '../market/delivery-day.ts';
import { readIsoDay } from '../market/time-text.ts';

/** Reads a date; undefined for text that is none. */
export type ReadDay = (text: string) => DeliveryDay | undefined;

/** How dates of a file are written. */
export interface DateOrder {
  read: ReadDay;
  /** Whether a text may have the day or the month first, and nothing tells which. */
  isUnclear(text: string): boolean;
}

const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;
const FORMAT = /^(?:(yyyy)[-/.]?mm[-/.]?dd|(dd)[-/.]mm[-/.]yyyy|(mm)[-/.]dd[-/.]yyyy)$/i;

/** `dd/mm/yyyy`, `mm/dd/yyyy` or `yyyy-mm-dd`, with `-`, `/` or `.`; undefined for any other. */
export function parseDateFormat(format: string): 'day' | 'month' | 'year' | undefined {
  const [, year, day, month] = FORMAT.exec(format) ?? [];
  if (year !== undefined) return 'year';
  if (day !== undefined) return 'day';
  return month === undefined ? undefined : 'month';
}

/**
 * How the dates that begin `texts` are written: the year first, with `-`, `/`, `.` or nothing between; the day first with dots; with other signs
 * whichever of day and month is named by `first`, or is above 12 in some date, or `usual` where none is.
 */
export function findDateOrder(
  texts: readonly string[],
  { first, usual }: { first?: 'day' | 'month' | 'year' | undefined; usual?: 'day' | undefined } = {},
): DateOrder {
  const order = first ?? orderIn(texts) ?? usual;
  return {
    read(text) {
      const [, year, , month, day] = YEAR_FIRST.exec(text) ?? [];
      if (year !== undefined && isWhole(text, YEAR_FIRST)) return dayOf(year, month, day);
      const [, one, sign, two, lastYear] = YEAR_LAST.exec(text) ?? [];
      if (lastYear === undefined || !isWhole(text, YEAR_LAST)) return undefined;
      const ofText = sign === '.' && first === undefined ? 'day' : order;
      if (ofText === 'day') return dayOf(lastYear, two, one);
      return ofText === 'month' ? dayOf(lastYear, one, two) : undefined;
    },
    isUnclear(text) {
      const sign = YEAR_LAST.exec(text)?.[2];
      return order === undefined && sign !== undefined && sign !== '.';
    },
  };
}

function isWhole(text: string, pattern: RegExp): boolean {
  return pattern.exec(text)?.[0].length === text.length;
}

function orderIn(texts: readonly string[]): 'day' | 'month' | undefined {
  let [isDay, isMonth] = [false, false];
  for (const text of texts) {
    const [, one, sign, two] = YEAR_LAST.exec(text) ?? [];
    if (sign === undefined || sign === '.') continue;
    isDay ||= Number(one) > 12;
    isMonth ||= Number(two) > 12;
  }
  if (isDay === isMonth) return undefined;
  return isDay ? 'day' : 'month';
}

function dayOf(year: string, month: string, day: string): DeliveryDay | undefined {
  return readIsoDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
