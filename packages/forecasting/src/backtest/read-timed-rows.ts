import type { DeliveryDay } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { HOLIDAY, ISSUED, LATER } from './column-names.ts';
import { isNumber, numberReader } from './csv-numbers.ts';
import { type CsvTable, parseCsv } from './csv-table.ts';
import { type DateOrder, findDateOrder, parseDateFormat } from './date-order.ts';
import { inOrderOn, onClockOf, unusualSteps } from './file-clock.ts';
import {
  columnsOfMapping,
  type FileMapping,
  hasVintagesIn,
  mappedTable,
  type MappedTimes,
  pricesOfMapping,
  timesOfMapping,
} from './file-mapping.ts';
import {
  dayOf,
  type FileResolution,
  findSteps,
  meansOf,
  msOfResolution,
  type StepOf,
  wantedSteps,
} from './file-steps.ts';
import { instantOf, laterBy, type LocalTime, parseLocalTime, type TimedRow } from './local-times.ts';
import { hasPeriodColumns, withLocalTimes } from './period-columns.ts';
import { type IssuedValues, knownAtGate, USUAL_GATE_MS } from './vintages.ts';
import { createZoneClock } from './zone-clock.ts';

/** An interval as portals write it: `start - end`. */
const INTERVAL = /^(\S.*?)\s+-\s+(\S.*)$/;

/** How the rows of a file are read. */
export interface RowOptions {
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
  /** When auctions are due, in hours before the midnight that begins their day: of a column `issued` only values from before count. 12 when left out. */
  gateHours?: number | undefined;
}

/** Rows of a file on the market's clock. */
export interface TimedRows {
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
export function readTimedRows(text: string, options: RowOptions): TimedRows {
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
function tableOf(text: string, { mapping, price, inputs }: RowOptions): CsvTable {
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
