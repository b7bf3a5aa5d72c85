import {
  type DeliveryDay,
  deliveryDayOf,
  deliveryPeriods,
  formatMadrid,
  HOUR_MS,
  isDeliveryDay,
} from '@lonja/forecasting/market';
import { readInstant } from '../../ground/http/read-instant.ts';
import { csvRows } from '../../market/connectors/csv/csv-table.ts';
import { FileFault } from '../../market/connectors/payload-fault.ts';

/** A day of a profile. */
export interface ProfileDay {
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
  /** One for each period. */
  mw: number[];
}

/** What is wrong with a file, and in which line, from 1. */
export interface LineFault {
  line: number;
  message: string;
}

/** What a file may hold. */
export interface ProfileLimits {
  from: DeliveryDay;
  to: DeliveryDay;
  mostDays: number;
  mostMw: number;
}

interface Row {
  line: number;
  day: DeliveryDay;
  /** Place among the periods of the day, from 1, or start, epoch ms. */
  period: number | undefined;
  start: number | undefined;
  mw: number;
}

/** So many faults are told at once. */
const MOST_FAULTS = 20;
/** As many hours as the longest day has. */
const MOST_HOURS = 25;
const MOST_QUARTERS = 100;
const POWER = /^-?\d{1,6}(\.\d{1,9})?$/;

/**
 * Days of a CSV file with the columns `mw` and either `date` and `period` (1 to 25, or 1 to 100) or `time`, an instant with its offset. The
 * resolution is that of its periods where none is given. Gives the days, or every fault that was found, the first ones of many.
 */
export function readProfileCsv(
  text: string,
  { resolution: given, ...limits }: ProfileLimits & { resolution: ProfileDay['resolution'] | undefined },
): ProfileDay[] | { faults: LineFault[] } {
  const faults: LineFault[] = [];
  const rows = readRows(text, faults);
  if (faults.length > 0) return { faults: faults.slice(0, MOST_FAULTS) };
  const resolution = given ?? resolutionOf(rows);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  if (byDay.size === 0) faults.push({ line: 1, message: 'The file has no rows.' });
  if (byDay.size > limits.mostDays)
    faults.push({
      line: rows[0].line,
      message: `The file has ${byDay.size} days; send at most ${limits.mostDays}.`,
    });
  const days = [...byDay].map(([day, ofDay]) => {
    const [{ line }] = ofDay;
    if (day < limits.from || day > limits.to) {
      faults.push({ line, message: `${day} is not between ${limits.from} and ${limits.to}.` });
      return { day, resolution, mw: [] };
    }
    return { day, resolution, mw: periodsOf(day, ofDay, { resolution, mostMw: limits.mostMw, faults }) };
  });
  if (faults.length > 0) return { faults: faults.sort((a, b) => a.line - b.line).slice(0, MOST_FAULTS) };
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}

function readRows(text: string, faults: LineFault[]): Row[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const separator = firstLine.includes(';') ? ';' : ',';
  try {
    const [head, ...rest] = csvRows(text, separator, 'csv');
    const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
    const [date, period, time, power] = ['date', 'period', 'time', 'mw'].map((name) => names.indexOf(name));
    const byPeriod = date >= 0 && period >= 0;
    if (power < 0 || (!byPeriod && time < 0)) {
      faults.push({ line: 1, message: 'The first line has to name mw, and either date and period or time.' });
      return [];
    }
    return rest
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
      .flatMap(({ cells, line }) => {
        const cell = (at: number) => (cells[at] ?? '').trim();
        const place = byPeriod ? placeOf(cell(date), cell(period)) : instantOf(cell(time));
        const number = separator === ';' ? cell(power).replace(',', '.') : cell(power);
        const message =
          typeof place === 'string'
            ? place
            : POWER.test(number)
              ? undefined
              : `"${cell(power).slice(0, 40)}" is no power in MW; leave no period empty.`;
        if (message === undefined && typeof place !== 'string')
          return [{ line, ...place, mw: Number(number) }];
        faults.push({ line, message: message ?? '' });
        return [];
      });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    faults.push({ line: error.line, message: error.expectation });
    return [];
  }
}

function placeOf(date: string, period: string): Pick<Row, 'day' | 'period' | 'start'> | string {
  if (!isDeliveryDay(date)) return `"${date.slice(0, 40)}" is no day such as 2026-03-31.`;
  const number = /^\d{1,3}$/.test(period) ? Number(period) : 0;
  if (number < 1 || number > MOST_QUARTERS)
    return `"${period.slice(0, 40)}" is no period from 1 to ${MOST_QUARTERS}.`;
  return { day: date, period: number, start: undefined };
}

function instantOf(time: string): Pick<Row, 'day' | 'period' | 'start'> | string {
  const start = readInstant(time);
  if (start === undefined)
    return `"${time.slice(0, 40)}" is no instant with an offset, such as 2026-03-31T10:00:00+02:00.`;
  return { day: deliveryDayOf(start), period: undefined, start };
}

/** Quarter hours where a number or an instant can be no hour. */
function resolutionOf(rows: readonly Row[]): ProfileDay['resolution'] {
  const isQuarter = ({ period = 1, start = 0 }: Row) => period > MOST_HOURS || start % HOUR_MS !== 0;
  return rows.some(isQuarter) ? 'PT15M' : 'PT1H';
}

function periodsOf(
  day: DeliveryDay,
  rows: readonly Row[],
  {
    resolution,
    mostMw,
    faults,
  }: { resolution: ProfileDay['resolution']; mostMw: number; faults: LineFault[] },
): number[] {
  const starts = deliveryPeriods(day, resolution).map(({ start }) => start);
  const what = resolution === 'PT1H' ? 'hours' : 'quarter hours';
  const found: (Row | undefined)[] = starts.map(() => undefined);
  for (const row of rows) {
    const { line, mw, period, start } = row;
    const at = period === undefined ? starts.indexOf(start ?? 0) : period - 1;
    const name = period === undefined ? formatMadrid(start ?? 0) : `${day} period ${period}`;
    const before = found[at];
    if (at < 0) faults.push({ line, message: `${name} is the start of none of the ${what} of the day.` });
    else if (at >= starts.length)
      faults.push({ line, message: `${name} does not exist: the day has ${starts.length} ${what}.` });
    else if (before !== undefined)
      faults.push({ line, message: `${name} is there twice; line ${before.line} has it too.` });
    else {
      found[at] = row;
      const fault = powerFault(mw, mostMw);
      if (fault !== undefined) faults.push({ line, message: fault });
    }
  }
  const hole = found.indexOf(undefined);
  if (hole >= 0) {
    const count = found.filter((row) => row === undefined).length;
    const more = count > 1 ? `, and ${count - 1} more` : '';
    const line = found[hole - 1]?.line ?? rows[0].line;
    const where = `period ${hole + 1}, ${formatMadrid(starts[hole])}`;
    faults.push({ line, message: `${day} lacks ${where}${more}; the day has ${starts.length} ${what}.` });
  }
  return found.map((row) => row?.mw ?? 0);
}

/** What is wrong with a power of a site. */
export function powerFault(mw: number, mostMw: number): string | undefined {
  if (mw < 0) return `${mw} MW is negative; send what the plant generates or the load takes.`;
  return mw > mostMw ? `${mw} MW is more than the ${mostMw} MW of the site.` : undefined;
}
