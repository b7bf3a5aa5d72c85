import { type Resolution, addDays, dayStart, deliveryDayOf, periodMs } from '@lonja/forecasting/market';
import { FileFault } from '../file-fault.ts';
import { excerpt } from '../payload-fault.ts';
import { readTime } from './csv-time.ts';
import { type CsvMapping, datesOf } from './mapping.ts';
import type { StartReader } from './start-reader.ts';

/** Reads times from one column, or from one of dates and one of times of day. */
export function createTimeReader(mapping: CsvMapping, header: string[], file: string): StartReader {
  const { time, resolution } = mapping;
  const { zone, stamp } = time;
  const columns = time.clock === undefined ? [time.column] : [time.column, time.clock];
  const places = columns.map((column) => header.indexOf(column));
  const named = columns.map((column) => `"${column}"`).join(' and ');
  const dates = datesOf(time);
  let previous = Number.NaN;
  return {
    read({ cells, line }) {
      const fault = (expectation: string) => new FileFault(file, line, `column ${named}: ${expectation}`);
      const text = places.map((place) => cells[place].trim()).join(' ');
      const day = resolution === 'P1D' ? dates.read(text) : undefined;
      if (day !== undefined) return { instant: dayStart(day), isRepeated: false, isSkipped: false };
      const known = readTime(text, { zone, dates, isStart: stamp === 'start' });
      if ('expectation' in known) throw fault(known.expectation);
      if (!bordersPeriod(known.instant, resolution)) {
        throw fault(`expected the ${stamp} of a period of ${resolution}, found ${excerpt(text)}`);
      }
      if (
        stamp === 'end' &&
        zone === 'madrid' &&
        isMidnightOfDayBefore(known.instant, previous, resolution)
      ) {
        throw fault(
          `expected "24:00", or midnight of the next day, after the hours of a day, found ${excerpt(text)}`,
        );
      }
      previous = known.instant;
      return known;
    },
    finish() {},
  };
}

function bordersPeriod(instant: number, resolution: Resolution): boolean {
  if (resolution === 'P1D') return dayStart(deliveryDayOf(instant)) === instant;
  return instant % periodMs(resolution) === 0;
}

/** Spreadsheets show the end of a day as 0:00 of the same day, which is the day's beginning: 24 hours before what is meant. */
function isMidnightOfDayBefore(instant: number, previous: number, resolution: Resolution): boolean {
  if (resolution === 'P1D' || Number.isNaN(previous)) return false;
  const day = deliveryDayOf(previous);
  return instant === dayStart(day) && previous + periodMs(resolution) === dayStart(addDays(day, 1));
}
