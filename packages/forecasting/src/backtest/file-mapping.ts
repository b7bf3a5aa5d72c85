import {
  type Fields,
  list,
  number,
  object,
  oneOf,
  optional,
  type Read,
  RecipeError,
  text,
  truth,
  whole,
} from '../models/read-plain.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import type { CsvTable } from './csv-table.ts';
import { parseDateFormat } from './date-order.ts';
import { FILE_RESOLUTIONS, type FileResolution } from './file-steps.ts';
import type { PeriodNumbers } from './period-columns.ts';

/** Rows count only where the column has one of the values. */
interface Condition {
  column: string;
  equals: string[];
}

/** A column of a file that becomes a price or an input. */
interface MappedColumn {
  column: string;
  /** Further columns whose values are added. */
  add?: string[] | undefined;
  /** A price begins with `price.`. */
  key: string;
  unit?: string | undefined;
  scale?: number | undefined;
  availability?: { rule: string; column?: string | undefined } | undefined;
  where?: Condition | Condition[] | undefined;
}

interface MappedTime {
  column: string;
  format?: string | undefined;
  clock?: string | undefined;
  period?: string | undefined;
  quarter?: string | undefined;
  first?: number | undefined;
  rows?: string | undefined;
  counts?: 'real' | 'clock' | undefined;
  zone?: string | undefined;
  stamp?: 'start' | 'end' | undefined;
  repeatedHour?: string | undefined;
  skippedHour?: string | undefined;
}

/**
 * What the columns of a file are: the document that `lonja import csv --mapping` takes, in which a zone may be any, units are free and a
 * resolution may be half hours or absent.
 */
export interface FileMapping {
  source?: string | undefined;
  delimiter?: string | undefined;
  decimal?: '.' | ',' | undefined;
  thousands?: boolean | undefined;
  empty?: string[] | undefined;
  above?: string[] | undefined;
  time: MappedTime;
  resolution?: FileResolution | undefined;
  series: MappedColumn[];
}

/** How the times of a mapped table are written. */
export interface MappedTimes extends PeriodNumbers {
  first: number | undefined;
  /** Which of day, month and year stands first in dates. */
  dates: 'day' | 'month' | 'year' | undefined;
  stamp: 'start' | 'end' | undefined;
  /** Whether the first two columns are the date and the period or the time of day. */
  isSplit: boolean;
}

const PRICE = 'price.';
const MOST_SERIES = 50;

const anything: Read<unknown> = (value) => value;
const texts = list(text, 1);
const condition = object<Condition>({ column: text, equals: list((value, path) => anyText(value, path)) });
const conditions: Read<Condition | Condition[]> = (value, path) =>
  Array.isArray(value) ? list(condition, 1)(value, path) : condition(value, path);
const availability: Read<{ rule: string; column?: string | undefined }> = (value, path) => {
  const { rule, column } = object<{
    rule: string;
    column: unknown;
    product: unknown;
    dayOffset: unknown;
    time: unknown;
    minutes: unknown;
  }>({
    rule: oneOf(['auction', 'local-time', 'after-end', 'column']),
    column: anything,
    product: anything,
    dayOffset: anything,
    time: anything,
    minutes: anything,
  })(value, path);
  return rule === 'column' ? { rule, column: text(column, `${path}.column`) } : { rule };
};
const time: Fields<MappedTime> = {
  column: text,
  format: optional(text),
  clock: optional(text),
  period: optional(text),
  quarter: optional(text),
  first: optional(whole(0, 1)),
  rows: optional(text),
  counts: optional(oneOf(['real', 'clock'])),
  zone: optional(text),
  stamp: optional(oneOf(['start', 'end'])),
  repeatedHour: optional(text),
  skippedHour: optional(text),
};
const series = object<MappedColumn & { from: unknown }>({
  column: text,
  add: optional(texts),
  key: text,
  unit: optional(text),
  scale: optional(number({})),
  availability: optional(availability),
  where: optional(conditions),
  from: anything,
});
const document = object<FileMapping>({
  source: optional(text),
  delimiter: optional(oneOf([',', ';', '\t'])),
  decimal: optional(oneOf(['.', ','])),
  thousands: optional(truth),
  empty: optional(list((value, path) => anyText(value, path))),
  above: optional(texts),
  time: object(time),
  resolution: optional(oneOf(FILE_RESOLUTIONS)),
  series: (value, path) => list(series, 1)(value, path),
});

function anyText(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw new RecipeError(path, 'must be text');
}

/** Checks a mapping; throws BacktestInputError that names the place of the first fault. */
export function parseFileMapping(value: unknown): FileMapping {
  const mapping = readDocument(value);
  const { rows, format, clock, period, quarter } = mapping.time;
  const fault = (message: string) => new BacktestInputError(`The mapping cannot be used: ${message}.`);
  if (rows !== undefined && rows !== 'periods')
    throw fault(
      `"rows": "${rows}" is read by lonja import csv alone; import the file and name the series with --from-store`,
    );
  if (format !== undefined && parseDateFormat(format) === undefined)
    throw fault(`time.format must be one such as dd/mm/yyyy; got "${format}"`);
  if (clock !== undefined && period !== undefined)
    throw fault('time.clock and time.period exclude each other');
  if (quarter !== undefined && period === undefined) throw fault('time.quarter needs time.period, its hour');
  if (mapping.series.length > MOST_SERIES) throw fault(`it has more than ${MOST_SERIES} series`);
  const keys = mapping.series.map(({ key }) => key);
  const twice = keys.find((key, i) => keys.indexOf(key) < i);
  if (twice !== undefined) throw fault(`"${twice}" is given to two columns`);
  if (!keys.some((key) => key.startsWith(PRICE))) throw fault(`no key begins with "${PRICE}"`);
  const issued = new Set(
    mapping.series.flatMap((one) => (one.availability?.rule === 'column' ? [one.availability.column] : [])),
  );
  if (issued.size > 1) throw fault('values are issued at the times of one column');
  return mapping;
}

function readDocument(value: unknown): FileMapping {
  try {
    return document(value, '');
  } catch (error) {
    if (!(error instanceof RecipeError)) throw error;
    throw new BacktestInputError(
      `The mapping cannot be used: ${error.path === '' ? error.message.replace('The recipe', 'it') : error.message}.`,
    );
  }
}

/** The prices of a mapping, by their keys. */
export function pricesOfMapping({ series: all }: FileMapping): string[] {
  return all.map(({ key }) => key).filter((key) => key.startsWith(PRICE));
}

/** The columns that a file must have. */
export function columnsOfMapping({
  time: { column, clock, period, quarter },
  series: all,
}: FileMapping): string[] {
  const ofSeries = all.flatMap((one) => [
    one.column,
    ...conditionsOf(one).map((given) => given.column),
    ...(one.availability?.column === undefined ? [] : [one.availability.column]),
  ]);
  return [...new Set([column, clock, period, quarter, ...ofSeries])].filter((name) => name !== undefined);
}

/**
 * The table of one price of a mapping: its times, the price, and each input under its key, with decimal points and in the units of the mapping.
 * Rows that neither the price nor an input takes are left out.
 */
export function mappedTable(
  { header, rows }: CsvTable,
  mapping: FileMapping,
  { price }: { price: string },
): CsvTable {
  const placeOf = (name: string) => header.indexOf(name);
  const { column, clock, period, quarter } = mapping.time;
  const wanted = mapping.series
    .filter(({ key }) => key === price || !key.startsWith(PRICE))
    .sort((a, b) => Number(b.key === price) - Number(a.key === price));
  if (wanted[0]?.key !== price) throw new BacktestInputError(`The mapping has no price "${price}".`);
  const issued = wanted.find(({ availability: known }) => known?.rule === 'column')?.availability?.column;
  const readers = wanted.map((one) => cellReader(one, mapping, placeOf));
  const toText = new Set(mapping.empty ?? []);
  const mapped = rows.flatMap(({ cells, line }) => {
    const values = readers.map((read) => read(cells, line));
    if (values.every((value) => value === undefined)) return [];
    const place = cells[placeOf(column)];
    const times =
      clock !== undefined
        ? [place, cells[placeOf(clock)]]
        : period !== undefined
          ? [place, numberText(cells, { period, quarter, placeOf, mapping, line })]
          : [place];
    const issuedAt =
      issued === undefined ? [] : [cells[placeOf(issued)]].map((cell) => (toText.has(cell) ? '' : cell));
    return [{ cells: [...times, ...values.map((value) => value ?? ''), ...issuedAt], line }];
  });
  const isSplit = (clock ?? period) !== undefined;
  return {
    header: [
      ...(isSplit ? ['date', 'period'] : ['time']),
      ...wanted.map(({ key }) => key),
      ...(issued === undefined ? [] : ['issued']),
    ],
    rows: mapped,
    delimiter: ',',
  };
}

function numberText(
  cells: string[],
  {
    period,
    quarter,
    placeOf,
    mapping,
    line,
  }: {
    period: string;
    quarter: string | undefined;
    placeOf: (name: string) => number;
    mapping: FileMapping;
    line: number;
  },
): string {
  const cell = cells[placeOf(period)];
  if (quarter === undefined) return cell;
  const { first = 1 } = mapping.time;
  const [hour, part] = [Number(cell), Number(cells[placeOf(quarter)])];
  if (Number.isInteger(hour) && Number.isInteger(part)) return String((hour - first) * 4 + part - 1 + first);
  throw new BacktestInputError(`Line ${line}: "${cell}" and its quarter are not the numbers of a period.`);
}

export function timesOfMapping({ time: of }: FileMapping): MappedTimes {
  const zone =
    of.zone === 'madrid'
      ? 'Europe/Madrid'
      : of.zone === 'utc'
        ? 'UTC'
        : of.zone === 'offset'
          ? undefined
          : of.zone;
  return {
    zone,
    first: of.first,
    byClock: of.counts === 'clock',
    dates: of.format === undefined ? undefined : parseDateFormat(of.format.toLowerCase()),
    stamp: of.stamp,
    isSplit: (of.clock ?? of.period) !== undefined,
  };
}

/** Whether a column of a mapped table has vintages, by its key. */
export function hasVintagesIn({ series: all }: FileMapping, key: string): boolean {
  return all.some((one) => one.key === key && one.availability?.rule === 'column');
}

/** Reads the value of a series in a row as a number with a decimal point; undefined where the row is not of the series. */
function cellReader(
  one: MappedColumn,
  { decimal = '.', thousands = false, empty = [] }: FileMapping,
  placeOf: (name: string) => number,
): (cells: string[], line: number) => string | undefined {
  const rules = conditionsOf(one).map(({ column, equals }) => ({
    place: placeOf(column),
    equals: new Set(equals),
  }));
  const places = [one.column, ...(one.add ?? [])].map(placeOf).filter((place) => place >= 0);
  const unknown = new Set(['', ...empty]);
  const { scale = 1 } = one;
  const plain = (cell: string, line: number): string => {
    const [group, sign] = decimal === ',' ? ['.', ','] : [',', '.'];
    if (!thousands && cell.includes(group)) {
      throw new BacktestInputError(
        `Line ${line}: "${cell}" in column "${one.column}" has a "${group}" where the mapping has "${sign}" as decimal sign; ` +
          'set "thousands": true where it stands between thousands.',
      );
    }
    const bare = thousands ? cell.replaceAll(group, '').replaceAll(/[\s\u00A0\u202F']/g, '') : cell;
    return bare.replace(sign, '.');
  };
  return (cells, line) => {
    if (!rules.every(({ place, equals }) => equals.has(cells[place]))) return undefined;
    const known = places.map((place) => cells[place]).filter((cell) => !unknown.has(cell));
    if (known.length === 0) return '';
    const numbers = known.map((cell) => plain(cell, line));
    if (numbers.length === 1 && scale === 1) return numbers[0];
    const sum = numbers.reduce((total, cell) => total + Number(cell), 0) * scale;
    if (!Number.isNaN(sum)) return String(sum);
    throw new BacktestInputError(
      `Line ${line}: "${known.join(' ')}" in column "${one.column}" is not a number.`,
    );
  };
}

function conditionsOf({ where = [] }: MappedColumn): Condition[] {
  return Array.isArray(where) ? where : [where];
}
