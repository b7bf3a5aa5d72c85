import type { Panel } from '../series/panel.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { parseCsv } from './csv-table.ts';
import { type LocalHour, parseLocalHour, requireConsecutive, requireWholeDays } from './local-hours.ts';
import type { ObservedPeriod } from './observed-period.ts';

/** The layout is hourly: one slot of the panel for each hour of the local clock. */
const HOURS_PER_DAY = 24;

/** Beyond this no price, load or power is meant, and sums of squares would lose their figures. */
const LARGEST = 1e12;

const DECIMAL_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export interface EpfData {
  panel: Panel;
  /** One for each row of the file, in its order: the hours that a forecast is scored on. */
  periods: ObservedPeriod[];
}

/**
 * Reads the layout of the EPF benchmark data: a header, then for each hour its local start, the price, and exogenous
 * forecasts known for that day before its auction. Local starts are `YYYY-MM-DD HH:MM[:SS]` with a blank or `T`. Without UTC
 * offsets every day has 24 hours. With them (`+01:00`, `Z`) a day may have 23 or 25: on the panel's grid the hour that is
 * missing is the mean of its neighbours and the hour that occurs twice is the mean of the two, while `periods` keeps what
 * the file says. Throws BacktestInputError that names the line. O(rows x columns).
 */
export function parseEpfCsv(text: string): EpfData {
  const { header, rows } = parseCsv(text);
  const names = columnNames(header);
  if (rows.length === 0) throw new BacktestInputError('The file has a header but no rows.');
  const hours = rows.map(({ cells, line }) => parseLocalHour(cells[0], line));
  requireConsecutive(hours);
  requireWholeDays(hours);

  const columns = names.map((name, column) =>
    Float64Array.from(rows, ({ cells, line }) => parseNumber(cells[column + 1], { name, line })),
  );
  const days = [...new Set(hours.map((hour) => hour.day))];
  const rowOfDay = new Map(days.map((day, row) => [day, row]));
  const slotOfRow = hours.map((hour) => (rowOfDay.get(hour.day) ?? 0) * HOURS_PER_DAY + hour.hour);
  const [price, ...exogenous] = columns.map((values) => levelToGrid(values, slotOfRow, days.length));
  return {
    panel: {
      days,
      slotsPerDay: HOURS_PER_DAY,
      price,
      exogenous: exogenous.map((values, i) => ({ name: names[i + 1], values })),
    },
    periods: hours.map((hour, i) => toPeriod(hour, { slot: slotOfRow[i], price: columns[0][i] })),
  };
}

function columnNames(header: string[]): string[] {
  const names = header.slice(1);
  if (names.length === 0) {
    throw new BacktestInputError(
      `The first line has ${header.length} column; the file needs the local hour, the price and any forecasts, separated by commas.`,
    );
  }
  if (names.some((name) => DECIMAL_NUMBER.test(name))) {
    throw new BacktestInputError('The first line holds data; it must name the columns.');
  }
  names.forEach((name, i) => {
    if (name === '') throw new BacktestInputError(`Column ${i + 2} has no name in the first line.`);
    if (names.indexOf(name) < i) throw new BacktestInputError(`Two columns are named "${name}".`);
  });
  return names;
}

function parseNumber(cell: string, { name, line }: { name: string; line: number }): number {
  if (cell === '') throw new BacktestInputError(`Line ${line}: column "${name}" is empty.`);
  const value = Number(cell);
  if (!DECIMAL_NUMBER.test(cell)) {
    throw new BacktestInputError(`Line ${line}: "${cell}" in column "${name}" is not a number.`);
  }
  if (Math.abs(value) > LARGEST) {
    throw new BacktestInputError(`Line ${line}: "${cell}" in column "${name}" is beyond ${LARGEST}.`);
  }
  return value;
}

function levelToGrid(values: Float64Array, slotOfRow: number[], days: number): Float64Array {
  const sums = new Float64Array(days * HOURS_PER_DAY);
  const counts = new Float64Array(days * HOURS_PER_DAY);
  values.forEach((value, i) => {
    sums[slotOfRow[i]] += value;
    counts[slotOfRow[i]] += 1;
  });
  const grid = sums.map((sum, slot) => sum / counts[slot]);
  return grid.map((value, slot) => (counts[slot] === 0 ? meanOfNeighbours(grid, slot) : value));
}

/** Neighbours of the same day only, so that no later day shows through. */
function meanOfNeighbours(grid: Float64Array, slot: number): number {
  const hour = slot % HOURS_PER_DAY;
  if (hour === 0) return grid[slot + 1];
  return hour === HOURS_PER_DAY - 1 ? grid[slot - 1] : (grid[slot - 1] + grid[slot + 1]) / 2;
}

function toPeriod(hour: LocalHour, { slot, price }: { slot: number; price: number }): ObservedPeriod {
  return { time: hour.text, row: Math.floor(slot / HOURS_PER_DAY), slot: hour.hour, price };
}
