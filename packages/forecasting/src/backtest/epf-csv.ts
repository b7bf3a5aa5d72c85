import type { ExogenousColumn, Panel } from '../data/panel.ts';
import { costSignal, laterAuctionSignal, relativeChange } from '../data/price-signals.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { isNumber, numberReader } from './csv-numbers.ts';
import { type CsvTable, parseCsv } from './csv-table.ts';
import { type DateOrder, findDateOrder, parseDateFormat } from './date-order.ts';
import {
  columnsOfMapping,
  type FileMapping,
  hasVintagesIn,
  mappedTable,
  type MappedTimes,
  pricesOfMapping,
  timesOfMapping,
} from './file-mapping.ts';
import { type FilledGaps, fillColumn, withMissingRows } from './fill-gaps.ts';
import {
  findFixedOffset,
  findLevelledDay,
  type FixedOffset,
  inOrderOn,
  onClockOf,
  unusualSteps,
} from './file-clock.ts';
import {
  dayOf,
  type FileResolution,
  findSteps,
  meansOf,
  msOfResolution,
  requireOnGrid,
  type StepOf,
  wantedSteps,
} from './file-steps.ts';
import {
  clockText,
  instantOf,
  laterBy,
  type LocalTime,
  parseLocalTime,
  type TimedRow,
} from './local-times.ts';
import type { LocalPeriod, ObservedPeriod } from './observed-period.ts';
import { hasPeriodColumns, withLocalTimes } from './period-columns.ts';
import { type IssuedValues, knownAtGate, USUAL_GATE_MS } from './vintages.ts';
import { requireConsecutive, requireWholeDays, withinWholeDays } from './whole-days.ts';
import { createZoneClock, offsetText } from './zone-clock.ts';

const HALF_HOUR_MS = HOUR_MS / 2;

/** Begins the name of a column that holds prices of the same hours in a later auction; a cell may be empty. */
const LATER = 'later:';

/** Begins the name of a column that holds the cost of what sets prices, as was known before the day's auction. */
const COST = 'cost:';

/** Name of a column that is 1 in the hours of a public holiday and 0 in others. */
const HOLIDAY = 'holiday';

/** Name of a column that says when the other values of its row were issued. */
const ISSUED = 'issued';

/** Where more of a file's prices than this would be invented, its step or its gaps have been misread. */
const MOST_INVENTED = 0.2;

/** A date and a time of day whose date has the year first. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:/;

/** An interval as portals write it: `start - end`. */
const INTERVAL = /^(\S.*?)\s+-\s+(\S.*)$/;

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
  /** Inputs that are not known in some periods of days with prices, and in how many; models do without them there. */
  unknown: { column: string; periods: number }[];
  /** Zone of the clock of the market's days: the one that was named, or that of the mapping. */
  zone: string | undefined;
  /** Length of the shortest periods of the file, or of those whose means were taken, as an ISO 8601 duration. */
  resolution: FileResolution;
}

/** How a file is read. */
export interface EpfOptions {
  /** Gaps of at most so many hours within a day are filled (see `fillColumn`); 0, when left out: no price may be missing. */
  longestGapHours?: number | undefined;
  /** Time zone of the market's days, such as `Europe/Madrid`: times with an offset are moved to its clock, and days at the ends that are not whole then are left out. */
  zone?: string | undefined;
  /** Whether times are those at which periods start (the default) or end. */
  stamp?: 'start' | 'end' | undefined;
  /** How dates are written, such as `dd/mm/yyyy`; found by the file where it tells. */
  dates?: string | undefined;
  /** Periods that are forecast; of shorter ones in the file the means are taken. Those of the file when left out. */
  resolution?: FileResolution | undefined;
  /** What the columns are (see `parseFileMapping`); the layout of the benchmark data when left out. */
  mapping?: FileMapping | undefined;
  /** The price to read: a column, whose file has no inputs then but those named, or a key of the mapping. */
  price?: string | undefined;
  /** The columns that are inputs; all others where no price is named, none where one is. */
  inputs?: readonly string[] | undefined;
  /** Whether a day is a public holiday; of the column `holiday` when left out. */
  isHoliday?: ((day: DeliveryDay) => boolean) | undefined;
  /** When auctions are due, in hours before the midnight that begins their day: of a column `issued` only values from before count. 12 when left out. */
  gateHours?: number | undefined;
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

interface TimedRows {
  rows: TimedRow[];
  /** Of the columns behind the time, the price first. */
  names: string[];
  stepOf: StepOf;
  /** Of the market's days, where it is known. */
  zone: string | undefined;
  /** Times before they are moved to the market's clock. */
  written: LocalTime[];
}

/** The rows of a file as starts of periods on the market's clock with their values, one row for each period. */
function readTimedRows(text: string, options: EpfOptions): TimedRows {
  const { mapping, dates: format, stamp = mapping?.time.stamp ?? 'start' } = options;
  const isEnd = stamp === 'end';
  const mapped = mapping && timesOfMapping(mapping);
  const table = tableOf(text, options);
  const issuedAt = table.header.indexOf(ISSUED);
  const dates = dateOrderOf(table, { format, mapped });
  const isSplit = mapped?.isSplit ?? hasPeriodColumns(table);
  const zone = options.zone ?? mapped?.zone;
  const local = isSplit ? withLocalTimes(table, dates, { ...mapped, zone: mapped?.zone ?? zone }) : table;
  const names = columnNames(local.header);
  if (local.rows.length === 0) throw new BacktestInputError('The file has a header but no rows.');
  const readNumber = numberReader(local);
  const shift = isSplit ? 1 : 0;
  const isIssued = (place: number) => issuedAt >= 0 && place === issuedAt - shift;
  const numbered = local.header
    .slice(1)
    .flatMap((name, i) => (isIssued(i + 1) ? [] : [{ name, place: i + 1 }]));
  const read = local.rows.map(({ cells, line }) => ({
    time: parseLocalTime(intervalEnd(cells[0], isEnd), { line, dates, isEnd }),
    issued:
      issuedAt < 0 || cells[issuedAt - shift] === ''
        ? null
        : parseLocalTime(cells[issuedAt - shift], { line, dates, isEnd: true }),
    values: numbered.map(({ name, place }) =>
      cells[place] === '' ? Number.NaN : readNumber(cells[place], { name, line }),
    ),
  }));
  const ordered = issuedAt < 0 ? inOrder(read) : read;
  const fileZone = mapped?.zone;
  const written = ordered.map(({ time }) => time);
  const steps = findSteps(written, isEnd);
  const starts = startsOf(written, { isEnd, steps, fileZone, zone, isOnce: issuedAt < 0 });
  const rows = ordered.map(({ values, issued }, i): IssuedValues => ({ time: starts[i], values, issued }));
  const columns = numbered.map(({ name }) => name);
  const known =
    issuedAt < 0
      ? rows
      : knownAtGate(withIssuedOn(rows, { fileZone, zone }), {
          names: columns,
          hasVintages: columns.map((name, i) =>
            mapping === undefined
              ? i > 0 && !name.startsWith(LATER) && name !== HOLIDAY
              : hasVintagesIn(mapping, name),
          ),
          gateMs: options.gateHours === undefined ? USUAL_GATE_MS : options.gateHours * HOUR_MS,
        });
  const ofDays = findSteps(known.map(({ time }) => time));
  const resolution = options.resolution ?? resolutionOf(mapping, ofDays);
  const stepOf = wantedSteps(known, ofDays, resolution);
  return {
    rows: resolution === undefined ? known : meansOf(known, ofDays, msOfResolution(resolution)),
    names: names.filter((name) => name !== ISSUED || issuedAt < 0),
    stepOf,
    zone,
    written,
  };
}

/** That of a mapping, unless some day of the file has longer periods: a file may go from hours to shorter ones. */
function resolutionOf(
  mapping: FileMapping | undefined,
  steps: ReadonlyMap<DeliveryDay, number>,
): FileResolution | undefined {
  const resolution = mapping?.resolution;
  if (resolution === undefined) return undefined;
  return Math.max(...steps.values()) > msOfResolution(resolution) ? undefined : resolution;
}

/** The table with the price behind the time and the inputs behind that. */
function tableOf(text: string, { mapping, price, inputs }: EpfOptions): CsvTable {
  if (mapping !== undefined) {
    const { delimiter } = mapping;
    const table = parseCsv(text, { columns: columnsOfMapping(mapping), delimiter });
    const prices = pricesOfMapping(mapping);
    if (price === undefined && prices.length > 1)
      throw new BacktestInputError(
        `The mapping has the prices ${prices.join(', ')}; name the one to forecast.`,
      );
    const mapped = mappedTable(table, mapping, { price: price ?? prices[0] });
    return inputs === undefined ? mapped : withColumns(mapped, { price: price ?? prices[0], inputs });
  }
  const table = parseCsv(text);
  if (price === undefined && inputs === undefined) return table;
  return withColumns(table, {
    price: price ?? table.header[hasPeriodColumns(table) ? 2 : 1],
    inputs: inputs ?? [],
  });
}

function withColumns(
  table: CsvTable,
  { price, inputs }: { price: string; inputs: readonly string[] },
): CsvTable {
  const first = hasPeriodColumns(table) ? 2 : 1;
  const wanted = [price, ...inputs.filter((name) => name !== price)];
  const missing = wanted.find((name) => table.header.indexOf(name) < first);
  if (missing !== undefined) {
    throw new BacktestInputError(
      `The file has no column "${missing}"; it has ${table.header
        .slice(first)
        .map((name) => `"${name}"`)
        .join(', ')}.`,
    );
  }
  const places = [
    ...Array.from({ length: first }, (_, i) => i),
    ...wanted.map((name) => table.header.indexOf(name)),
    ...(table.header.includes(ISSUED) ? [table.header.indexOf(ISSUED)] : []),
  ];
  return {
    ...table,
    header: places.map((place) => table.header[place]),
    rows: table.rows.map(({ cells, line }) => ({ cells: places.map((place) => cells[place]), line })),
  };
}

function dateOrderOf(
  { rows, delimiter }: CsvTable,
  { format, mapped }: { format: string | undefined; mapped: MappedTimes | undefined },
): DateOrder {
  const named = format === undefined ? mapped?.dates : parseDateFormat(format);
  if (format !== undefined && named === undefined)
    throw new BacktestInputError(`"${format}" is no way to write dates; name one such as dd/mm/yyyy.`);
  return findDateOrder(
    rows.map(({ cells }) => cells[0]),
    { first: named, usual: delimiter === ',' ? undefined : 'day' },
  );
}

/** Of an interval `start - end` the one that is asked for. */
function intervalEnd(cell: string, isEnd: boolean): string {
  const [, start = cell, end = cell] = INTERVAL.exec(cell) ?? [];
  return isEnd ? end : start;
}

/** Rows of a file that has the newest first. */
function inOrder<T extends { time: LocalTime }>(rows: T[]): T[] {
  const isReversed = rows.every(({ time }, i) => i === 0 || instantOf(time) < instantOf(rows[i - 1].time));
  return isReversed ? rows.toReversed() : rows;
}

interface Clocks {
  /** Of the times of the file, where they have no offset. */
  fileZone: string | undefined;
  /** Of the market's days. */
  zone: string | undefined;
  /** Whether each period has one row. */
  isOnce: boolean;
}

/**
 * Starts of periods on the market's clock. Of ends without an offset two readings are tried where a clock changes: an end as the name of the
 * hour before it on the clock, and an end as what the clock shows then; the one that leaves fewer holes is taken.
 */
function startsOf(
  times: LocalTime[],
  { isEnd, steps, ...clocks }: Clocks & { isEnd: boolean; steps: ReadonlyMap<DeliveryDay, number> },
): LocalTime[] {
  if (!isEnd) return onClocks(times, clocks);
  const earlier = (all: LocalTime[]) =>
    all.map((time) => laterBy(time, -(steps.get(dayOf(time, true)) ?? HOUR_MS)));
  const zone = clocks.fileZone ?? clocks.zone;
  const named = earlier(times);
  if (zone === undefined || times.some(({ offsetMs }) => offsetMs !== null)) return onClocks(named, clocks);
  const { instantsOf } = createZoneClock(zone);
  const areThere = (all: LocalTime[]) => all.every(({ wallMs }) => instantsOf(wallMs).length > 0);
  if (!areThere(times)) return onClocks(named, clocks);
  const shown = onClocks(earlier(onClocks(times, clocks)), clocks);
  if (!areThere(named)) return shown;
  const ofNames = onClocks(named, clocks);
  return unusualSteps(ofNames) <= unusualSteps(shown) ? ofNames : shown;
}

/** Times on the market's clock: by their offset, or by the clock that the file is written in. */
function onClocks(times: LocalTime[], { fileZone, zone, isOnce }: Clocks): LocalTime[] {
  if (zone === undefined) return times;
  const clock = createZoneClock(zone);
  if (fileZone === undefined || fileZone === zone) return onClockOf(clock, times, isOnce);
  return onClockOf(clock, inOrderOn(createZoneClock(fileZone), times));
}

/** When values were issued, on the market's clock. */
function withIssuedOn(
  rows: IssuedValues[],
  { fileZone, zone }: { fileZone: string | undefined; zone: string | undefined },
): IssuedValues[] {
  const clock = zone === undefined ? undefined : createZoneClock(zone);
  const fileClock = fileZone === undefined || fileZone === zone ? undefined : createZoneClock(fileZone);
  return rows.map((row) => {
    const { issued, time } = row;
    if (issued === null) return row;
    const instant = issued.offsetMs === null ? fileClock?.instantsOf(issued.wallMs)[0] : instantOf(issued);
    if (instant === undefined) return row;
    if (clock !== undefined)
      return { ...row, issued: { ...issued, wallMs: instant + clock.offsetAt(instant) } };
    if (time.offsetMs !== null) return { ...row, issued: { ...issued, wallMs: instant + time.offsetMs } };
    throw new BacktestInputError(
      `Line ${time.line}: "${issued.text}" has an offset and "${time.text}" has none; name the zone of the market's days.`,
    );
  });
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
