import { readTimeText } from '@lonja/forecasting/market';
import { parseDecimal } from '../decimal.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { findDateReader } from './date-format.ts';
import { splitInterval } from './interval.ts';
import { readPeriodLabel } from './period-label.ts';

/** A table as it seems to be. */
export interface GuessedTable {
  delimiter: ',' | ';' | '\t';
  columns: GuessedColumn[];
  /** What stands above the column names. */
  title: string;
}

export interface GuessedColumn {
  name: string;
  /** Its first cells that are not empty. */
  cells: string[];
  /** How its dates are written, where it holds dates; both where day and month cannot be told apart. */
  formats: string[];
  /** Whether a time of day follows the dates. */
  hasClock: boolean;
  /** What its times say of their offset. */
  offsets: 'none' | 'utc' | 'names' | 'offsets';
  /** Times of day alone. */
  isClock: boolean;
  /** Whole numbers, and the range that they lie in. */
  range: [lowest: number, highest: number] | undefined;
  /** The notation of its numbers, where it holds numbers. */
  notation: { decimal: '.' | ','; thousands: boolean } | undefined;
  /** A cell that is one number under a decimal comma and another under a point, where no cell tells which. */
  ambiguous: string | undefined;
  /** The number of the period that its name says, of a table with a row a day. */
  label: string | undefined;
}

const DELIMITERS = [',', ';', '\t'] as const;
const FORMATS = [
  'yyyy-mm-dd',
  'dd/mm/yyyy',
  'mm/dd/yyyy',
  'dd-mm-yyyy',
  'dd.mm.yyyy',
  'yyyy/mm/dd',
  'yyyymmdd',
];
const NOTATIONS = [
  { decimal: '.', thousands: false },
  { decimal: ',', thousands: false },
  { decimal: ',', thousands: true },
  { decimal: '.', thousands: true },
] as const;
export const UNKNOWN_TEXTS = ['n/e', 'N/A', 'NA', 'NaN', 'null', '-'];
const MOST_ROWS = 5000;
const MOST_ABOVE = 60;
const MOST_WORDS = 3;
/** Titles and sums beside the table are cells of another kind. */
const SHARE = 0.95;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?(?:\s*[-\u2013]\s*\d{1,2}:\d{2}(?::\d{2})?)?$/;

/** Finds the delimiter and the row of column names: the first row that is as wide as most rows and has a row of data below it. */
export function guessTable(text: string, file: string): GuessedTable | undefined {
  const tables = DELIMITERS.map((delimiter) => {
    const rows = [...csvRows(text, delimiter, file)].slice(0, MOST_ROWS);
    const widths = Map.groupBy(rows, ({ cells }) => cells.length);
    const [width, most] = [...widths].reduce((a, b) => (b[1].length > a[1].length ? b : a), [0, []]);
    return { delimiter, rows, width, count: most.length };
  });
  const best = tables
    .filter(({ width }) => width > 1)
    .toSorted((a, b) => b.count - a.count || b.width - a.width)
    .at(0);
  if (best === undefined) return undefined;
  const { delimiter, rows, width } = best;
  const at = rows
    .slice(0, MOST_ABOVE)
    .findIndex(({ cells }, i) => cells.length === width && isNames(cells) && rows.slice(i + 1).some(isData));
  if (at === -1) return undefined;
  const data = rows.slice(at + 1).filter(({ cells }) => cells.length === width);
  const title = rows
    .slice(0, at)
    .map(({ cells }) => cells.join(' ').trim())
    .join(' ');
  return { delimiter, title, columns: rows[at].cells.map((name, i) => columnOf(name.trim(), data, i)) };
}

function isNames(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 1 && filled.some((cell) => /\p{L}/u.test(cell)) && !cells.some(isTime);
}

function isData({ cells }: CsvRow): boolean {
  return cells.some(isTime);
}

function isTime(cell: string): boolean {
  return FORMATS.some((format) => readsDate(cell.trim(), format) !== undefined);
}

/** The date, and the text behind it; of an interval its start. */
function readsDate(text: string, format: string): { rest: string; start: string } | undefined {
  const reader = findDateReader(format);
  const start = splitInterval(text, 'madrid')?.[0] ?? text;
  const [, date, rest] = /^([\d/.-]+)(?:[T\s]\s*(\d.*))?$/i.exec(start) ?? [];
  return date !== undefined && reader?.read(date) !== undefined ? { rest: rest ?? '', start } : undefined;
}

function columnOf(name: string, data: readonly CsvRow[], place: number): GuessedColumn {
  const cells = withoutWords(
    data
      .map(({ cells: row }) => row[place].trim())
      .filter((cell) => cell !== '' && !UNKNOWN_TEXTS.includes(cell)),
  );
  const most = (fits: (cell: string) => boolean) =>
    cells.length > 0 && cells.filter(fits).length >= SHARE * cells.length;
  const formats = FORMATS.filter((format) => most((cell) => readsDate(cell, format) !== undefined));
  const [format = ''] = formats;
  const dates = cells.flatMap((cell) => readsDate(cell, format) ?? []);
  const hasClock = dates.some(({ rest }) => rest !== '');
  const notation = NOTATIONS.find(
    ({ decimal, thousands }) =>
      cells.length > 0 &&
      cells.every((cell) => parseDecimal(cell, { sign: decimal, grouped: thousands }) !== undefined),
  );
  const signed = cells.filter((cell) => /[.,]/.test(cell));
  const whole = most((cell) => /^[HQ]?\d{1,3}$/i.test(cell));
  const numbers = whole ? cells.map((cell) => Number(cell.replace(/^\D/, ''))).filter(Number.isFinite) : [];
  return {
    name,
    cells,
    formats,
    hasClock,
    offsets: offsetsOf(
      dates.map(({ start }) => start),
      format,
    ),
    isClock: formats.length === 0 && most((cell) => CLOCK.test(cell)),
    range: whole
      ? [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))]
      : undefined,
    notation,
    ambiguous: signed.every((cell) => THOUSANDS.test(cell)) ? signed[0] : undefined,
    label: labelPattern(name),
  };
}

/** Units and sums beside the table are words in a column of dates or numbers. */
function withoutWords(cells: string[]): string[] {
  const others = cells.filter((cell) => !/^\p{L}/u.test(cell));
  const words = cells.length - others.length;
  return words <= MOST_WORDS && words < others.length ? others : cells;
}

function offsetsOf(times: readonly string[], format: string): GuessedColumn['offsets'] {
  const reader = findDateReader(format);
  const read = times.map((text) => ({ text, time: readTimeText(text, (date) => reader?.read(date)) }));
  const marked = read.filter(({ time }) => time !== undefined && time.offsetMs !== null);
  if (marked.length === 0) return 'none';
  if (marked.every(({ time }) => time?.offsetMs === 0)) return 'utc';
  return marked.every(({ text }) => /CES?T\)?$/i.test(text)) ? 'names' : 'offsets';
}

/** The name of a column of a row of a day, with a `*` in place of the number or the time. */
function labelPattern(name: string): string | undefined {
  const [, before, label] = /^(.*?)(\d{1,3} ?[ab]?|\d{1,2}:\d{2} ?[ab]?|\d{1,2}Q[1-4])$/i.exec(name) ?? [];
  if (label === undefined || readPeriodLabel(label, { resolution: 'PT15M', clock: 'start' }) === undefined)
    return undefined;
  return `${before}*`;
}
