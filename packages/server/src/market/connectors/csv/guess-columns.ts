import { readTimeText } from '@lonja/forecasting/market';
import { parseDecimal } from '../decimal.ts';
import { type CsvRow, csvRows } from './csv-table.ts';
import { findDateReader, splitInterval } from './csv-time.ts';
import { readPeriodLabel } from './period-column.ts';

/** A table as it seems to be. */
interface GuessedTable {
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

/** A series of a proposed mapping. */
type Proposal = Record<string, unknown>;

const AUCTIONS = /ida ?([123])|intra\w* ?\(?([123])?/i;
const FORECAST = /prev|forecast|fcst|_fc|day.?ahead|program|estimad/i;
const KINDS: readonly [name: RegExp, kind: string][] = [
  [/wind|e[oó]lic/i, 'wind'],
  [/solar|fotovol|photovol|\bpv\b/i, 'solar'],
  [/load|demand|carga/i, 'load'],
];
const CONSUMPTION = /consum/i;
const GAS = /mibgas|ttf|\bgas\b/i;
const PRICE = /pri[cz]e|precio|pre[cç]o|eur\s*\/\s*mwh|€|marginal/i;
const OTHER_COUNTRY =
  /(?:^|[\s_|(])(?:fr|de|it|be|nl|at|ch|gb|uk|franc\w+|german\w*|alemania|ital\w+)(?=$|[\s_)|])/i;
const UNIT = /[[(]\s*([^\])]+?)\s*[\])]|(?:^|[\s_])([kmg]wh?)$/i;
const SCALES = new Map([
  ['kw', 0.001],
  ['kwh', 0.001],
  ['mw', 1],
  ['mwh', 1],
  ['gw', 1000],
  ['gwh', 1000],
]);

/** Series of the columns by their names, of a single one also by what is said about the file, and what they leave open. */
export function guessSeries(
  names: readonly string[],
  about: string,
): { proposals: Proposal[]; undecided: string[] } {
  const undecided: string[] = [];
  const keys = new Set<string>();
  const proposals = names.map((column): Proposal => {
    const described = names.length === 1 ? `${column} ${about}` : column;
    const proposal = proposalOf(column, described, undecided);
    let key = String(proposal.key);
    for (let number = 2; keys.has(key); number++) {
      key = `other.${slugOf(column)}${number}`;
      undecided.push(`What "${column}" is beside another column of the same kind; kept as ${key}.`);
    }
    keys.add(key);
    return { ...proposal, key };
  });
  return { proposals, undecided };
}

function proposalOf(column: string, described: string, undecided: string[]): Proposal {
  const [, bracketed, behind] = UNIT.exec(column) ?? [];
  const unit = bracketed ?? behind;
  if (GAS.test(described)) {
    if (unit === undefined) undecided.push(`The unit of "${column}"; taken as EUR/MWh.`);
    return { column, key: 'gas.price', unit: 'EUR/MWh', availability: { rule: 'after-end', minutes: 0 } };
  }
  if (CONSUMPTION.test(described)) {
    if (unit === undefined) undecided.push(`The unit of "${column}".`);
    undecided.push(`When "${column}" was known; taken as two days after the period.`);
    const availability = { rule: 'after-end', minutes: 2880 };
    return { column, key: 'consumption.meter', unit: unit ?? 'unknown', availability };
  }
  const kind = KINDS.find(([name]) => name.test(described))?.[1];
  if (kind === undefined && PRICE.test(described)) return priceOf(column, described, undecided);
  if (kind === undefined) {
    const key = `other.${slugOf(column)}`;
    undecided.push(
      `What "${column}" is, its unit, and when it was known; kept as ${key}, an hour after the period.`,
    );
    return { column, key, unit: unit ?? 'unknown', availability: { rule: 'after-end', minutes: 60 } };
  }
  const scale = SCALES.get(unit?.toLowerCase() ?? '');
  if (scale === undefined) undecided.push(`The unit of "${column}"; taken as MW.`);
  const isForecast = FORECAST.test(column);
  undecided.push(
    isForecast
      ? `When "${column}" was known; taken as 10:00 on the day before. State it honestly, back-tests rely on it.`
      : `Whether "${column}" is what happened or a forecast; taken as what happened, known an hour after the period.`,
  );
  return {
    column,
    key: `${kind}.${isForecast ? 'forecast' : 'actual'}`,
    unit: 'MW',
    ...(scale !== undefined && scale !== 1 && { scale }),
    availability: isForecast
      ? { rule: 'local-time', dayOffset: -1, time: '10:00' }
      : { rule: 'after-end', minutes: 60 },
  };
}

function priceOf(column: string, described: string, undecided: string[]): Proposal {
  const [match, first, second] = AUCTIONS.exec(described) ?? [];
  const product = match === undefined ? 'da' : `ida${first ?? second ?? '1'}`;
  if (OTHER_COUNTRY.test(column)) {
    undecided.push(
      `Whether "${column}" is a price of another country; kept as such, known when Spain's results come out.`,
    );
    const availability = { rule: 'auction', product };
    return { column, key: `other.${slugOf(column)}`, unit: 'EUR/MWh', availability };
  }
  const isPortugal = /portug|_pt\b|\bpt\b/i.test(column);
  if (!/eur[\s_/]*mwh|€\s*\/\s*mwh/i.test(described))
    undecided.push(`The unit of "${column}"; taken as EUR/MWh.`);
  if (!/day.?ahead|diario|\bda\b|_da|da_|ida/i.test(described)) {
    undecided.push(
      `Which price "${column}" is; taken as price.${product}, known when the results of that auction come out.`,
    );
  }
  return {
    column,
    key: `price.${product}${isPortugal ? '.pt' : ''}`,
    unit: 'EUR/MWh',
    availability: { rule: 'auction', product },
  };
}

function slugOf(column: string): string {
  const slug = column
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  return slug === '' ? 'column' : slug.slice(0, 40);
}
