import type { ExogenousColumn, Panel } from '../data/panel.ts';
import { costSignal, laterAuctionSignal, relativeChange } from '../data/price-signals.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { isNumber, numberReader } from './csv-numbers.ts';
import { parseCsv } from './csv-table.ts';
import { type FilledGaps, type TimedRow, fillColumn, withMissingRows } from './fill-gaps.ts';
import { findFixedOffset, findLevelledDay, type FixedOffset, onClockOf } from './file-clock.ts';
import {
  type LocalTime,
  parseLocalTime,
  quarterHourDays,
  requireConsecutive,
  requireReadableSteps,
  requireWholeDays,
  withinWholeDays,
} from './local-times.ts';
import type { LocalPeriod, ObservedPeriod } from './observed-period.ts';
import { withLocalTimes } from './period-columns.ts';

/** Slots of the panel: one for each hour of the local clock, in which a file of quarter hours has its means. */
const HOURS_PER_DAY = 24;

/** Begins the name of a column that holds prices of the same hours in a later auction; a cell may be empty. */
const LATER = 'later:';

/** Begins the name of a column that holds the cost of what sets prices, as was known before the day's auction. */
const COST = 'cost:';

/** Name of a column that is 1 in the hours of a public holiday and 0 in others. */
const HOLIDAY = 'holiday';

/** A file as a model sees it, and as it is scored on. */
export interface EpfData {
  panel: Panel;
  /** One for each row of the file that has a price, in its order: the periods that a forecast is scored on. */
  periods: ObservedPeriod[];
  /** The periods of the days at the end that have no prices yet: those to forecast. */
  open: LocalPeriod[];
  /** Where days are not those of the auction, so that forecasts of a day know some of its prices; undefined where they are. */
  fixedOffset: FixedOffset | undefined;
  /** A day without offsets that has an hour which clocks in Europe leave out: levelled out, or a day of UTC. Undefined where there is none. */
  levelledDay: DeliveryDay | undefined;
  /** What the file lacks and was filled, by column; such prices are not among `periods`. */
  filled: FilledGaps[];
}

/** How much of a file may be missing. */
export interface EpfOptions {
  /** Gaps of at most so many hours within a day are filled (see `fillColumn`); 0, when left out: none may be missing. */
  longestGapHours?: number | undefined;
  /** Time zone of the market's days, such as `Europe/Madrid`: times with an offset are moved to its clock, and days at the ends that are not whole then are left out. */
  zone?: string | undefined;
}

/**
 * Reads the layout of the EPF benchmark data: a header, then for each hour or quarter hour its local start, the price, and
 * exogenous forecasts known for that day before its auction. Columns named `later:NAME` and `cost:NAME` become price signals of the
 * panel, one named `holiday` its holidays. Local starts are `YYYY-MM-DD HH:MM[:SS]` with a blank or `T`. Without UTC
 * offsets every day has 24 hours. With them (`+01:00`, `Z`) a day may have 23 or 25: on the panel's grid the hour that is
 * missing is the mean of its neighbours and the hour that occurs twice is the mean of the two, while `periods` keeps what
 * the file says. With an offset that never changes, days are those of that offset (`fixedOffset`), unless `zone` names the
 * market's own. The panel has the means of quarter hours; a file may go from hours to quarter hours with a day. Whole days at the
 * end may have no prices yet, and inputs may lack whole ones of these days: NaN in the panel. Throws BacktestInputError that
 * names the line. O(rows x columns).
 */
export function parseEpfCsv(text: string, { longestGapHours = 0, zone }: EpfOptions = {}): EpfData {
  const table = withLocalTimes(parseCsv(text));
  const names = columnNames(table.header);
  if (table.rows.length === 0) throw new BacktestInputError('The file has a header but no rows.');
  const readNumber = numberReader(table);
  const hasDayFirst = table.delimiter !== ',';
  const written = table.rows.map(({ cells, line }) => parseLocalTime(cells[0], { line, hasDayFirst }));
  requireReadableSteps(written);
  const moved = zone === undefined ? written : onClockOf(zone, written);
  const onClock = moved.map((time, i) => ({ time, cells: table.rows[i].cells }));
  const given = zone === undefined ? onClock : withinWholeDays(onClock);
  if (given.length === 0) throw new BacktestInputError(`The file has no whole day of ${zone ?? ''}.`);
  const longestGapMs = longestGapHours * HOUR_MS;
  const givenTimes = given.map(({ time }) => time);
  const quarterDays = quarterHourDays(givenTimes);
  requireConsecutive(givenTimes, quarterDays, longestGapMs);
  const rows = withMissingRows(given, quarterDays);
  const times = rows.map(({ time }) => time);
  requireWholeDays(times, quarterDays);

  const priced = countPriced(rows);
  const read = names.map((name, column) => {
    const values = Float64Array.from(rows, ({ cells, time }) => {
      const cell = cells[column + 1];
      return cell === '' ? Number.NaN : readNumber(cell, { name, line: time.line });
    });
    if (name.startsWith(LATER)) return { values, filled: { column: name, times: [] } };
    const needed = neededRows({ name, column, values, times, priced });
    const part = fillColumn(values.subarray(0, needed), {
      times: times.slice(0, needed),
      name,
      quarterDays,
      longestGapMs,
    });
    const full = values.slice();
    full.set(part.values);
    return { values: full, filled: part.filled };
  });
  const days = [...new Set(times.map(({ day }) => day))];
  const rowOfDay = new Map(days.map((day, row) => [day, row]));
  const slotOfRow = times.map((time) => (rowOfDay.get(time.day) ?? 0) * HOURS_PER_DAY + time.hour);
  const [{ values: price }, ...others] = read.map(({ values }, i) => ({
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
  const periodOf = (time: LocalTime, i: number): LocalPeriod => ({
    time: time.text,
    row: Math.floor(slotOfRow[i] / HOURS_PER_DAY),
    slot: time.hour,
    ...(quarterDays.has(time.day) && { quarter: time.minute / 15 }),
  });
  const all = times.map(periodOf);
  return {
    panel: {
      ...panel,
      ...(signals.length > 0 && { signals }),
      ...(holiday !== undefined && { holidays: holidaysOf(days, holiday) }),
    },
    periods: all
      .slice(0, priced)
      .flatMap((period, i) => (rows[i].cells[1] === '' ? [] : [{ ...period, price: read[0].values[i] }])),
    open: all.slice(priced),
    fixedOffset: zone === undefined ? findFixedOffset(written) : undefined,
    levelledDay: zone === undefined ? findLevelledDay(written) : undefined,
    filled: read.map(({ filled }) => filled).filter((gaps) => gaps.times.length > 0),
  };
}

/** Rows of a column that must be known: for prices up to the days to forecast, for inputs without those of these days that lack them whole. */
function neededRows({
  name,
  column,
  values,
  times,
  priced,
}: {
  name: string;
  column: number;
  values: Float64Array;
  times: readonly LocalTime[];
  priced: number;
}): number {
  if (column === 0) return priced;
  if (name.startsWith(COST) || name === HOLIDAY) return times.length;
  const lastKnown = values.findLastIndex((value) => !Number.isNaN(value));
  const next = times.findIndex(({ day }, i) => i >= priced && i > lastKnown && day !== times[lastKnown]?.day);
  return next < 0 ? times.length : next;
}

/** Rows before the days at the end that are still to be forecast: whole days without any price. */
function countPriced(rows: readonly TimedRow[]): number {
  const lastPriced = rows.findLastIndex(({ cells }) => cells[1] !== '');
  const lastDay = rows[Math.max(0, lastPriced)].time.day;
  const next = rows.findIndex(({ time }, i) => i > lastPriced && time.day !== lastDay);
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
  if (names.some((name) => isNumber(name))) {
    throw new BacktestInputError('The first line holds data; it must name the columns.');
  }
  names.forEach((name, i) => {
    if (name === '') throw new BacktestInputError(`Column ${i + 2} has no name in the first line.`);
    if (names.indexOf(name) < i) throw new BacktestInputError(`Two columns are named "${name}".`);
  });
  return names;
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
