import type { ExogenousColumn, Panel } from '../data/panel.ts';
import { costSignal, laterAuctionSignal, relativeChange } from '../data/price-signals.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { parseCsv } from './csv-table.ts';
import { type LocalHour, parseLocalHour, requireConsecutive, requireWholeDays } from './local-hours.ts';
import type { ObservedPeriod } from './observed-period.ts';

/** The layout is hourly: one slot of the panel for each hour of the local clock. */
const HOURS_PER_DAY = 24;

/** Beyond this no price, load or power is meant, and sums of squares would lose their figures. */
const LARGEST = 1e12;

/** Begins the name of a column that holds prices of the same hours in a later auction; a cell may be empty. */
const LATER = 'later:';

/** Begins the name of a column that holds the cost of what sets prices, as was known before the day's auction. */
const COST = 'cost:';

/** Name of a column that is 1 in the hours of a public holiday and 0 in others. */
const HOLIDAY = 'holiday';

const DECIMAL_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** A file as a model sees it, and as it is scored on. */
export interface EpfData {
  panel: Panel;
  /** One for each row of the file that has a price, in its order: the hours that a forecast is scored on. */
  periods: ObservedPeriod[];
}

/**
 * Reads the layout of the EPF benchmark data: a header, then for each hour its local start, the price, and exogenous
 * forecasts known for that day before its auction. Columns named `later:NAME` and `cost:NAME` become price signals of the panel,
 * one named `holiday` its holidays. Local starts are `YYYY-MM-DD HH:MM[:SS]` with a blank or `T`. Without UTC
 * offsets every day has 24 hours. With them (`+01:00`, `Z`) a day may have 23 or 25: on the panel's grid the hour that is
 * missing is the mean of its neighbours and the hour that occurs twice is the mean of the two, while `periods` keeps what
 * the file says. Whole days at the end may have no prices yet: these are NaN in the panel. Throws BacktestInputError that
 * names the line. O(rows x columns).
 */
export function parseEpfCsv(text: string): EpfData {
  const { header, rows } = parseCsv(text);
  const names = columnNames(header);
  if (rows.length === 0) throw new BacktestInputError('The file has a header but no rows.');
  const hours = rows.map(({ cells, line }) => parseLocalHour(cells[0], line));
  requireConsecutive(hours);
  requireWholeDays(hours);

  const priced = countPriced(rows, hours);
  const columns = names.map((name, column) =>
    Float64Array.from(rows, ({ cells, line }, i) => {
      const mayBeEmpty = column === 0 ? i >= priced : name.startsWith(LATER);
      return mayBeEmpty && cells[column + 1] === ''
        ? Number.NaN
        : parseNumber(cells[column + 1], { name, line });
    }),
  );
  const days = [...new Set(hours.map((hour) => hour.day))];
  const rowOfDay = new Map(days.map((day, row) => [day, row]));
  const slotOfRow = hours.map((hour) => (rowOfDay.get(hour.day) ?? 0) * HOURS_PER_DAY + hour.hour);
  const [{ values: price }, ...others] = columns.map((values, i) => ({
    name: names[i],
    values: levelToGrid(values, slotOfRow, days.length),
  }));
  const isSignal = ({ name }: ExogenousColumn) => name.startsWith(LATER) || name.startsWith(COST);
  const panel: Panel = {
    days,
    slotsPerDay: HOURS_PER_DAY,
    price,
    exogenous: others.filter((column) => !isSignal(column) && column.name !== HOLIDAY),
  };
  const signals = others.filter(isSignal).map((column) => signalOf(panel, column));
  const holiday = others.find(({ name }) => name === HOLIDAY);
  return {
    panel: {
      ...panel,
      ...(signals.length > 0 && { signals }),
      ...(holiday !== undefined && { holidays: holidaysOf(days, holiday) }),
    },
    periods: hours
      .slice(0, priced)
      .map((hour, i) => toPeriod(hour, { slot: slotOfRow[i], price: columns[0][i] })),
  };
}

/** Rows before the days at the end that are still to be forecast: whole days without any price. */
function countPriced(rows: { cells: string[] }[], hours: LocalHour[]): number {
  const lastPriced = rows.findLastIndex(({ cells }) => cells[1] !== '');
  const next = hours.findIndex(({ day }, i) => i > lastPriced && day !== hours[Math.max(0, lastPriced)].day);
  return lastPriced < 0 || next < 0 ? rows.length : next;
}

function signalOf(panel: Panel, { name, values }: ExogenousColumn): ExogenousColumn {
  if (name.startsWith(LATER)) return { name, values: laterAuctionSignal(panel, values) };
  const costs = dailyValues(panel.days, { name, values });
  const changes = Float64Array.from(costs, (cost, row) =>
    row === 0 ? 0 : relativeChange(costs[row - 1], cost),
  );
  return { name, values: costSignal(panel, changes) };
}

function holidaysOf(days: string[], { name, values }: ExogenousColumn): Set<string> {
  const flags = dailyValues(days, { name, values });
  const wrong = flags.findIndex((flag) => flag !== 0 && flag !== 1);
  if (wrong === -1) return new Set(days.filter((_, row) => flags[row] === 1));
  throw new BacktestInputError(
    `Column "${name}" is ${flags[wrong]} on ${days[wrong]}; 1 is a holiday and 0 is none.`,
  );
}

/** The one value that the column has on each day. */
function dailyValues(days: string[], { name, values }: ExogenousColumn): number[] {
  return days.map((day, row) => {
    const [first, ...others] = values.subarray(row * HOURS_PER_DAY, (row + 1) * HOURS_PER_DAY);
    if (others.every((other) => other === first)) return first;
    throw new BacktestInputError(`Column "${name}" has more than one value on ${day}; a day has one.`);
  });
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
