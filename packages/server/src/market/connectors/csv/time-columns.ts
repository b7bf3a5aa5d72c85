import { type Reason, type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import type { CsvRow } from './csv-table.ts';
import { type KnownTime, readTime, readInterval, splitInterval, expectedDate } from './csv-time.ts';
import { type Resolution, addDays, dayStart, deliveryDayOf, periodMs } from '@lonja/forecasting/market';
import { FileFault, excerpt } from '../payload-fault.ts';
import { type CsvMapping, datesOf } from './mapping.ts';

/** Length of the periods of a day. */
export type Step = 'PT15M' | 'PT1H';

/** Where a row is in time. */
export interface RowTime extends KnownTime {
  row: CsvRow;
  /** The length of the period, where the row itself says it. */
  step?: Step | undefined;
}

/** Reads from the rows of a file when their periods are. */
export interface StartReader {
  /** Throws FileFault. */
  read(row: CsvRow): void;
  /**
   * The instants that the rows name, in their order: the start of each period, or the end where the mapping says so. Throws FileFault
   * where the file as a whole contradicts the mapping.
   */
  finish(): RowTime[];
}

const EXPECTED_BORDERS = { start: 'expected_start_of_period', end: 'expected_end_of_period' } as const;

/** Reads times or intervals from one column, or from one of dates and one of times of day. */
export function createTimeReader(mapping: CsvMapping, header: string[], file: string): StartReader {
  const { time, resolution } = mapping;
  const { zone, stamp } = time;
  const columns = time.clock === undefined ? [time.column] : [time.column, time.clock];
  const places = columns.map((column) => header.indexOf(column));
  const named =
    time.clock === undefined
      ? reason('of_column', { column: time.column })
      : reason('of_two_columns', { column: time.column, other: time.clock });
  const dates = datesOf(time);
  const times: RowTime[] = [];
  let previous = Number.NaN;

  function timeOf(text: string): (KnownTime & { step?: Step | undefined }) | { expectation: Reasons } {
    const day = resolution === 'P1D' ? dates.read(text) : undefined;
    if (day !== undefined) return { instant: dayStart(day), isRepeated: false, isSkipped: false };
    const interval = splitInterval(text, zone);
    if (interval !== undefined) {
      if (stamp === 'start') return readInterval(interval, { zone, dates, resolution });
      return {
        expectation: [
          reason('expected_end_of_interval', { found: excerpt(text) }),
          reason('leave_out_stamp'),
        ],
      };
    }
    const known = readTime(text, { zone, dates, isStart: stamp === 'start' });
    return resolution === 'P1D' && 'expectation' in known
      ? { expectation: [expectedDate(dates, text)] }
      : known;
  }

  return {
    read(row) {
      const fault = (...expectation: Reason[]) => new FileFault(file, row.line, [named, ...expectation]);
      const text = places.map((place) => row.cells[place].trim()).join(' ');
      const known = timeOf(text);
      if ('expectation' in known) throw fault(...known.expectation);
      if (!bordersPeriod(known.instant, resolution)) {
        const isQuarter = resolution === 'PT1H' && bordersPeriod(known.instant, 'PT15M');
        throw fault(
          reason(EXPECTED_BORDERS[stamp], { resolution, found: excerpt(text) }),
          ...(isQuarter ? [reason('set_quarter_hours')] : []),
        );
      }
      if (
        stamp === 'end' &&
        zone === 'madrid' &&
        isMidnightOfDayBefore(known.instant, previous, resolution)
      ) {
        throw fault(reason('expected_midnight', { found: excerpt(text) }));
      }
      previous = known.instant;
      times.push({ row, ...known });
    },
    finish: () => times,
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
  const isLast = ['PT15M', 'PT1H'] as const;
  return (
    instant === dayStart(day) &&
    isLast.some((step) => previous + periodMs(step) === dayStart(addDays(day, 1)))
  );
}
