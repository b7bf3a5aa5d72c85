import { DAY_MS, addDays, dayStart, periodMs } from '@lonja/forecasting/market';
import { FileFault } from '../file-fault.ts';
import { excerpt } from '../payload-fault.ts';
import { type CsvMapping, datesOf } from './mapping.ts';
import { readPeriod } from './period-number.ts';
import type { StartReader } from './start-reader.ts';

const MIDNIGHT = /(?:T|\s+)0?0:00(?::00)?$/;

/** Reads a date from one column and the number of the period within the day from another. */
export function createPeriodReader(
  mapping: CsvMapping,
  columns: { period: string; resolution: 'PT15M' | 'PT1H' },
  { header, file }: { header: string[]; file: string },
): StartReader {
  const { time } = mapping;
  const { resolution } = columns;
  const dates = datesOf(time);
  const [datePlace, periodPlace] = [header.indexOf(time.column), header.indexOf(columns.period)];
  const counts = time.counts ?? 'real';
  /** The last period of each day of 25 hours, and the line that has it. */
  const longDays = new Map<string, { instant: number; line: number }>();
  return {
    read({ cells, line }) {
      const dateCell = cells[datePlace];
      const day = dates.read(dateCell.trim().replace(MIDNIGHT, ''));
      if (day === undefined) {
        const expectation = `expected a date such as ${dates.example}, found ${excerpt(dateCell)}`;
        throw new FileFault(file, line, `column "${time.column}": ${expectation}`);
      }
      const known = readPeriod(cells[periodPlace], { day, resolution, counts });
      if ('expectation' in known) {
        throw new FileFault(file, line, `column "${columns.period}": ${known.expectation}`);
      }
      if (counts === 'real' && lengthOf(day) > DAY_MS) {
        const last = longDays.get(day)?.instant ?? -Infinity;
        if (known.instant > last) longDays.set(day, { instant: known.instant, line });
      }
      return known;
    },
    finish() {
      for (const [day, { instant, line }] of longDays) {
        const length = periodMs(resolution);
        const found = (instant - dayStart(day)) / length + 1;
        if (found * length !== DAY_MS) continue;
        throw new FileFault(
          file,
          line,
          `column "${columns.period}": expected ${lengthOf(day) / length} periods of ${day}, found ${found}; ` +
            'set "counts": "clock" in the mapping if the file counts the hours of the clock',
        );
      }
    },
  };
}

function lengthOf(day: string): number {
  return dayStart(addDays(day, 1)) - dayStart(day);
}
