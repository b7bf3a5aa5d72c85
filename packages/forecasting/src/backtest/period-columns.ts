import { groupBy } from '../data/group-by.ts';
import { deliveryPeriods } from '../market/delivery-day.ts';
import { formatMadrid } from '../market/madrid-time.ts';
import { readIsoOrDayFirst } from '../market/time-text.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import type { CsvTable } from './csv-table.ts';

type Row = CsvTable['rows'][number];

const DATE_NAME = /^(fecha|date|d[ií]a|day)$/i;
const PERIOD_NAME = /^(hora|hour|per[ií]odo|period)$/i;
const CLOCK = /^\d{1,2}:\d{2}/;
const NUMBER = /^H?(\d{1,3})$/i;
const MOST_HOURS = 25;

/**
 * Tables whose first two columns are the date and the time of day, or the date and the number of the period (`Fecha;Hora`), with one
 * column of local starts in their place; others as they are. Numbers count real time from 1 on, to 23, 24 or 25 hours or 92, 96 or
 * 100 quarter hours, on the clock of Spain and its neighbours, so their starts have offsets. Throws BacktestInputError.
 */
export function withLocalTimes(table: CsvTable): CsvTable {
  const [date = '', period = '', ...names] = table.header;
  if (!DATE_NAME.test(date) || !PERIOD_NAME.test(period)) return table;
  const header = ['time', ...names];
  const isClock = table.rows.every(({ cells }) => CLOCK.test(cells[1]));
  const rows = isClock
    ? table.rows.map(({ cells: [day, clock, ...values], line }) => ({
        cells: [`${day} ${clock}`, ...values],
        line,
      }))
    : [...groupBy(table.rows, ({ cells }) => cells[0]).values()].flatMap(numberedDay);
  return { ...table, header, rows };
}

function numberedDay(rows: Row[]): Row[] {
  const day = dayOf(rows[0]);
  const numbers = rows.map(numberOf);
  const resolution = Math.max(...numbers) > MOST_HOURS ? 'PT15M' : 'PT1H';
  const starts = deliveryPeriods(day, resolution).map(({ start }) => start);
  return rows.map(({ cells, line }, i) => {
    const start = starts.at(numbers[i] - 1);
    if (numbers[i] < 1 || start === undefined) {
      throw new BacktestInputError(
        `Line ${line}: ${day} has the periods 1 to ${starts.length}, and not ${numbers[i]}.`,
      );
    }
    return { cells: [formatMadrid(start).replace('T', ' '), ...cells.slice(2)], line };
  });
}

function dayOf({ cells: [text], line }: Row): string {
  const day = readIsoOrDayFirst(text);
  if (day !== undefined) return day;
  throw new BacktestInputError(`Line ${line}: "${text}" is not a date YYYY-MM-DD or DD/MM/YYYY.`);
}

function numberOf({ cells: [, text], line }: Row): number {
  const number = NUMBER.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  throw new BacktestInputError(`Line ${line}: "${text}" is not the number of a period, 1 to 25 or 1 to 100.`);
}
