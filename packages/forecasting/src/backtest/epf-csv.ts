import type { ExogenousColumn, Panel } from '../data/panel.ts';
import { costSignal, laterAuctionSignal, relativeChange } from '../data/price-signals.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { COST, HOLIDAY, LATER } from './column-names.ts';
import { type FilledGaps, fillColumn, withMissingRows } from './fill-gaps.ts';
import { findFixedOffset, findLevelledDay, type FixedOffset } from './file-clock.ts';
import { type FileResolution, requireOnGrid } from './file-steps.ts';
import { clockText, type LocalTime, type TimedRow } from './local-times.ts';
import type { LocalPeriod, ObservedPeriod } from './observed-period.ts';
import { readTimedRows, type RowOptions } from './read-timed-rows.ts';
import { requireConsecutive, requireWholeDays, withinWholeDays } from './whole-days.ts';
import { offsetText } from './zone-clock.ts';

const HALF_HOUR_MS = HOUR_MS / 2;

/** Where more of a file's prices than this would be invented, its step or its gaps have been misread. */
const MOST_INVENTED = 0.2;

/** A date and a time of day whose date has the year first. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:/;

/** A file as a model sees it, and as it is scored on. */
export interface EpfData {
  panel: Panel;
  /** One for each row of the file that has a price, in its order: the periods that a forecast is scored on. */
  periods: ObservedPeriod[];
  /** The other periods of those days, whose prices the panel fills. */
  gaps: LocalPeriod[];
  /** The periods of the days at the end that have no prices yet: those to forecast. */
  open: LocalPeriod[];
  /** Where days are not those of the auction, so that forecasts of a day know some of its prices; undefined where they are. */
  fixedOffset: FixedOffset | undefined;
  /** A day without offsets that has an hour which clocks in Europe leave out: levelled out, or a day of UTC. Undefined where there is none. */
  levelledDay: DeliveryDay | undefined;
  /** What the file lacks and was filled, by column; such prices are not among `periods`. */
  filled: FilledGaps[];
  /** Inputs that are not known in some periods of days with prices, and in how many; models do without them there. */
  unknown: { column: string; periods: number }[];
  /** Zone of the clock of the market's days: the one that was named, or that of the mapping. */
  zone: string | undefined;
  /** Length of the shortest periods of the file, or of those whose means were taken, as an ISO 8601 duration. */
  resolution: FileResolution;
}

/** How a file is read. */
export interface EpfOptions extends RowOptions {
  /** Gaps of at most so many hours within a day are filled (see `fillColumn`); 0, when left out: no price may be missing. */
  longestGapHours?: number | undefined;
  /** Whether a day is a public holiday; of the column `holiday` when left out. */
  isHoliday?: ((day: DeliveryDay) => boolean) | undefined;
}

/**
 * Reads a market's file. Its usual layout is that of the EPF benchmark data: a header, then for each hour, half hour or quarter hour its local
 * start, the price, and exogenous forecasts known for that day before its auction; a `mapping` describes any other. Columns named `later:NAME`
 * and `cost:NAME` become price signals of the panel, one named `holiday` its holidays, and one named `issued` says when the inputs of a row were
 * issued: of the rows of a period only those of before the gate count, the last one for each input. Local starts are `YYYY-MM-DD HH:MM[:SS]`
 * with a blank or `T`; dates may have dots or slashes. Without UTC offsets every day has 24 hours. With them (`+01:00`, `Z`), and with a `zone`,
 * a day may have 23 or 25: on the panel's grid the hour that is missing is the mean of its neighbours and the hour that occurs twice is the mean
 * of the two, while `periods` keeps what the file says. With an offset that never changes, days are those of that offset (`fixedOffset`), unless
 * `zone` names the market's own. The panel has a slot for each half hour of a file of half hours, and the means of quarter hours; a file may go
 * from hours to quarter hours with a day. Whole days at the end may have no prices yet. Inputs that are missing are NaN in the panel (`unknown`).
 * Throws BacktestInputError that names the line. O(rows x columns).
 */
export function parseEpfCsv(text: string, options: EpfOptions = {}): EpfData {
  const { longestGapHours = 0 } = options;
  const longestGapMs = longestGapHours * HOUR_MS;
  const { rows: timed, names, stepOf, zone, written } = readTimedRows(text, options);
  const given = zone === undefined ? timed : withinWholeDays(timed, stepOf);
  if (given.length === 0) throw new BacktestInputError(`The file has no whole day of ${zone ?? ''}.`);
  const givenTimes = given.map(({ time }) => time);
  requireOnGrid(givenTimes, stepOf);
  requireConsecutive(givenTimes, stepOf, longestGapMs);
  const rows = withMissingRows(given, stepOf);
  const times = rows.map(({ time }) => time);
  requireWholeDays(times, stepOf);
  const steps = new Set(times.map(({ day }) => stepOf(day)));
  const slotMs = steps.has(HALF_HOUR_MS) ? HALF_HOUR_MS : HOUR_MS;
  const slotsPerDay = DAY_MS / slotMs;

  const priced = countPriced(rows);
  const read = names.map((name, column) => {
    const values = Float64Array.from(rows, (row) => row.values[column]);
    if (name.startsWith(LATER) || name.startsWith(COST) || name === HOLIDAY)
      return { values, filled: { column: name, times: [] } };
    const needed = column === 0 ? priced : times.length;
    const part = fillColumn(values.subarray(0, needed), {
      times: times.slice(0, needed),
      name,
      stepOf,
      longestGapMs,
      mayBeUnknown: column > 0,
    });
    const full = values.slice();
    full.set(part.values);
    return { values: full, filled: part.filled };
  });
  requireFewInvented(read[0].filled, priced);
  const days = [...new Set(times.map(({ day }) => day))];
  const rowOfDay = new Map(days.map((day, row) => [day, row]));
  const slotOf = ({ wallMs }: LocalTime) => Math.floor((wallMs % DAY_MS) / slotMs);
  const slotOfRow = times.map((time) => (rowOfDay.get(time.day) ?? 0) * slotsPerDay + slotOf(time));
  const [{ values: price }, ...others] = read.map(({ values }, i) => ({
    name: names[i],
    values: levelToGrid(values, slotOfRow, { days: days.length, slotsPerDay }),
  }));
  const isSignal = ({ name }: ExogenousColumn) => name.startsWith(LATER) || name.startsWith(COST);
  const panel: Panel = {
    days,
    slotsPerDay,
    price,
    exogenous: others.filter((column) => !isSignal(column) && column.name !== HOLIDAY),
  };
  const signals = others.filter(isSignal).map((column) => signalOf(panel, column));
  const holidays = findHolidays(panel, others, options);
  const quarterMs = HOUR_MS / 4;
  const periodOf = (time: LocalTime, i: number): LocalPeriod => ({
    time: isoText(time),
    row: Math.floor(slotOfRow[i] / slotsPerDay),
    slot: slotOf(time),
    ...(stepOf(time.day) === quarterMs && { quarter: time.minute / 15 }),
  });
  const all = times.map(periodOf);
  return {
    panel: {
      ...panel,
      ...(signals.length > 0 && { signals }),
      ...(holidays !== undefined && { holidays }),
    },
    periods: all
      .slice(0, priced)
      .flatMap((period, i) =>
        Number.isNaN(rows[i].values[0]) ? [] : [{ ...period, price: read[0].values[i] }],
      ),
    gaps: all.slice(0, priced).filter((_, i) => Number.isNaN(rows[i].values[0])),
    open: all.slice(priced),
    fixedOffset: zone === undefined ? findFixedOffset(written) : undefined,
    levelledDay: zone === undefined ? findLevelledDay(written) : undefined,
    filled: read.map(({ filled }) => filled).filter((gaps) => gaps.times.length > 0),
    unknown: read.flatMap(({ values }, column) => {
      const isInput = column > 0 && panel.exogenous.some(({ name }) => name === names[column]);
      const periods = values.subarray(0, priced).reduce((sum, value) => sum + Number(Number.isNaN(value)), 0);
      return isInput && periods > 0 ? [{ column: names[column], periods }] : [];
    }),
    zone,
    resolution: steps.has(quarterMs) ? 'PT15M' : slotMs === HALF_HOUR_MS ? 'PT30M' : 'PT1H',
  };
}

/** A time as the file has it, or with its date in the one form that sorts and that every reader knows. */
function isoText(time: LocalTime): string {
  if (ISO_TIME.test(time.text)) return time.text;
  return `${time.day} ${clockText(time)}${time.offsetMs === null ? '' : offsetText(time.offsetMs)}`;
}

function requireFewInvented({ column, times }: FilledGaps, priced: number): void {
  if (times.length <= MOST_INVENTED * priced) return;
  throw new BacktestInputError(
    `${times.length} of ${priced} values of "${column}" are missing, from ${times[0]} on; with so many of them invented no figure means anything. ` +
      'Give the missing rows, or name the resolution of which the file has all periods.',
  );
}

/** Rows before the days at the end that are still to be forecast: whole days without any price. */
function countPriced(rows: readonly TimedRow[]): number {
  const lastPriced = rows.findLastIndex(({ values: [price] }) => !Number.isNaN(price));
  const lastDay = rows[Math.max(0, lastPriced)].time.day;
  const next = rows.findIndex(({ time }, i) => i > lastPriced && time.day !== lastDay);
  return lastPriced < 0 || next < 0 ? rows.length : next;
}

function signalOf(panel: Panel, { name, values }: ExogenousColumn): ExogenousColumn {
  if (name.startsWith(LATER)) return { name, values: laterAuctionSignal(panel, values) };
  let last = Number.NaN;
  const changes = Float64Array.from(dailyValues(panel, { name, values }), (cost) => {
    // A day without a new settlement has the last one.
    const now = Number.isNaN(cost) ? last : cost;
    const change = Number.isNaN(last) ? 0 : relativeChange(last, now);
    last = now;
    return change;
  });
  if (Number.isNaN(last)) throw new BacktestInputError(`The column "${name}" is empty.`);
  return { name, values: costSignal(panel, changes) };
}

function findHolidays(
  panel: Panel,
  columns: ExogenousColumn[],
  { isHoliday }: EpfOptions,
): Set<DeliveryDay> | undefined {
  if (isHoliday !== undefined) return new Set(panel.days.filter(isHoliday));
  const column = columns.find(({ name }) => name === HOLIDAY);
  return column === undefined ? undefined : holidaysOf(panel, column);
}

function holidaysOf(panel: Panel, { name, values }: ExogenousColumn): Set<string> {
  const { days } = panel;
  const flags = dailyValues(panel, { name, values });
  const wrong = flags.findIndex((flag) => flag !== 0 && flag !== 1);
  if (wrong === -1) return new Set(days.filter((_, row) => flags[row] === 1));
  const found = Number.isNaN(flags[wrong]) ? 'empty' : flags[wrong];
  throw new BacktestInputError(
    `Column "${name}" is ${found} on ${days[wrong]}; 1 is a holiday and 0 is none.`,
  );
}

/** The one value that the column has on each day, NaN where it has none. */
function dailyValues({ days, slotsPerDay }: Panel, { name, values }: ExogenousColumn): number[] {
  return days.map((day, row) => {
    const ofDay = values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    const [first = Number.NaN, ...others] = ofDay.filter((value) => !Number.isNaN(value));
    if (others.every((other) => other === first)) return first;
    throw new BacktestInputError(`Column "${name}" has more than one value on ${day}; a day has one.`);
  });
}

function levelToGrid(
  values: Float64Array,
  slotOfRow: number[],
  { days, slotsPerDay }: { days: number; slotsPerDay: number },
): Float64Array {
  const sums = new Float64Array(days * slotsPerDay);
  const counts = new Float64Array(sums.length);
  const isThere = new Uint8Array(sums.length);
  values.forEach((value, i) => {
    isThere[slotOfRow[i]] = 1;
    if (Number.isNaN(value)) return;
    sums[slotOfRow[i]] += value;
    counts[slotOfRow[i]] += 1;
  });
  const grid = sums.map((sum, slot) => sum / counts[slot]);
  return grid.map((value, slot) =>
    isThere[slot] === 0 ? meanOfNeighbours(grid, slot, { isThere, slotsPerDay }) : value,
  );
}

/** Of the nearest slots of the same day that the clock has, so that no later day shows through. */
function meanOfNeighbours(
  grid: Float64Array,
  slot: number,
  { isThere, slotsPerDay }: { isThere: Uint8Array; slotsPerDay: number },
): number {
  const first = slot - (slot % slotsPerDay);
  let [before, after] = [slot - 1, slot + 1];
  while (before >= first && isThere[before] === 0) before--;
  while (after < first + slotsPerDay && isThere[after] === 0) after++;
  if (before < first) return grid[after];
  return after >= first + slotsPerDay ? grid[before] : (grid[before] + grid[after]) / 2;
}
