import { groupBy } from '../data/group-by.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { HOUR_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import type { CsvTable } from './csv-table.ts';
import type { DateOrder } from './date-order.ts';
import { clockText, wallTimeOf } from './local-times.ts';
import { createZoneClock, offsetText, startsOfDay, type ZoneClock } from './zone-clock.ts';

type Row = CsvTable['rows'][number];

const DATE_NAME = /^(fecha|date|d[ií]a|day|data|datum|delivery ?date|settlement ?date|受渡日)$/i;
const PERIOD_NAME =
  /^(hora|hour|per[ií]odo|period|settlement ?period|hour ?ending|delivery ?hour|stunde|時刻コード)$/i;
const CLOCK = /^\d{1,2}:\d{2}/;
const NUMBER = /^[HP]?(\d{1,3})$/i;
const [MOST_HOURS, MOST_HALF_HOURS] = [25, 50];
/** Numbered periods are those of Spain and its neighbours where no zone is named. */
const USUAL_ZONE = 'Europe/Madrid';

/** How the periods of a day are numbered. */
export interface PeriodNumbers {
  /** Zone of the clock whose days are counted. */
  zone?: string | undefined;
  /** The number of a day's first period. */
  first?: number | undefined;
  /** Whether numbers are hours of the clock, always to 24, in place of real time. */
  byClock?: boolean | undefined;
}

/** Whether the first two columns of a table are the date and the time of day or the number of the period. */
export function hasPeriodColumns({ header: [date = '', period = ''] }: CsvTable): boolean {
  return DATE_NAME.test(date) && PERIOD_NAME.test(period);
}

/**
 * A table whose first two columns are the date and the time of day, or the date and the number of the period (`Fecha;Hora`), with one column of
 * local starts in their place. Numbers count real time from 1 on, to 23, 24 or 25 hours, 46, 48 or 50 half hours or 92, 96 or 100 quarter
 * hours, on the clock of the zone, so their starts have offsets. Throws BacktestInputError.
 */
export function withLocalTimes(table: CsvTable, dates: DateOrder, numbers: PeriodNumbers = {}): CsvTable {
  const header = ['time', ...table.header.slice(2)];
  const isClock = table.rows.every(({ cells }) => CLOCK.test(cells[1]));
  if (isClock) {
    const rows = table.rows.map(({ cells: [day, clock, ...values], line }) => ({
      cells: [`${day} ${clock}`, ...values],
      line,
    }));
    return { ...table, header, rows };
  }
  const { zone = USUAL_ZONE, first = 1, byClock = false } = numbers;
  const clock = createZoneClock(zone);
  const days = [...groupBy(table.rows, ({ cells }) => cells[0]).values()];
  const rows = days.flatMap((ofDay) => {
    const day = dayOf(ofDay[0], dates);
    const step = stepOf(Math.max(...ofDay.map(numberOf)) - first + 1);
    if (step === 30 * MINUTE_MS && numbers.zone === undefined) {
      throw new BacktestInputError(
        `Line ${ofDay[0].line}: ${day} has half hours by their numbers; name the zone of their clock, such as Asia/Tokyo or Europe/London.`,
      );
    }
    const starts = byClock ? clockHours(day, step) : startTexts(clock, day, step);
    return ofDay.map((row) => {
      const place = numberOf(row) - first;
      const start = place < 0 ? undefined : starts.at(place);
      if (start !== undefined) return { cells: [start, ...row.cells.slice(2)], line: row.line };
      throw new BacktestInputError(
        `Line ${row.line}: ${day} has the periods ${first} to ${starts.length - 1 + first}, and not ${place + first}.`,
      );
    });
  });
  return { ...table, header, rows };
}

function stepOf(most: number): number {
  if (most <= MOST_HOURS) return HOUR_MS;
  return (most <= MOST_HALF_HOURS ? 30 : 15) * MINUTE_MS;
}

function startTexts(clock: ZoneClock, day: DeliveryDay, step: number): string[] {
  return startsOfDay(clock, day, step).map((start) => {
    const offset = clock.offsetAt(start);
    const wall = wallTimeOf(start + offset);
    return `${wall.day} ${clockText(wall)}:00${offsetText(offset)}`;
  });
}

function clockHours(day: DeliveryDay, step: number): string[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Array.from(
    { length: (24 * HOUR_MS) / step },
    (_, i) => `${day} ${clockText(wallTimeOf(midnight + i * step))}`,
  );
}

function dayOf({ cells: [text], line }: Row, dates: DateOrder): DeliveryDay {
  const day = dates.read(text);
  if (day !== undefined) return day;
  const hint = dates.isUnclear(text) ? '; say whether the day or the month stands first' : '';
  throw new BacktestInputError(`Line ${line}: "${text}" is not a date YYYY-MM-DD or DD/MM/YYYY${hint}.`);
}

function numberOf({ cells: [, text], line }: Row): number {
  const number = NUMBER.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  throw new BacktestInputError(
    `Line ${line}: "${text}" is not the number of a period, 1 to 25, 1 to 50 or 1 to 100.`,
  );
}
