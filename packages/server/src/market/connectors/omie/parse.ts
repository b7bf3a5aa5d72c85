import { AUCTION_CALENDAR, type DeliveryDay, type Auction, coveredPeriods } from '@lonja/forecasting/market';
import { reason } from '../../../ground/reasons/reasons.ts';
import { parseDecimal } from '../decimal.ts';
import { FileFault, excerpt } from '../payload-fault.ts';

/** Clearing prices of one auction and delivery day, EUR/MWh, in order of time. */
export interface OmiePrices {
  resolution: 'PT15M' | 'PT1H';
  /** Epoch ms. */
  start: Float64Array;
  portugal: Float64Array;
  spain: Float64Array;
}

interface Row {
  line: number;
  period: number;
  portugal: number;
  spain: number;
}

/** Blanks around fields are no damage, and neither is a last semicolon that is missing. */
const ROW = /^(\d{4});(\d{1,2});(\d{1,2});(\d{1,3});([^;]+);([^;]+);?$/;
/** As UTF-8, and as its bytes look in Latin-1. */
const BYTE_ORDER_MARK = /^(?:\uFEFF|\u00EF\u00BB\u00BF)/;
const END = new Set(['*', '*;']);

/**
 * Parses the text of a `marginalpdbc` or `marginalpibc` file. Period 1 starts at 00:00 Madrid and periods count real time:
 * a day has 23, 24 or 25 hours, or 92, 96 or 100 quarters; the count shows which. Undefined when the file is whole
 * but says that there are no prices. Anything else than every period of the auction, once, in order, is a FileFault. Prices are written
 * with a decimal dot, those of Spain in intraday files without a zero before it.
 */
export function parseOmiePrices(
  text: string,
  expected: { file: string; product: Auction; day: DeliveryDay },
): OmiePrices | undefined {
  const { file, product, day } = expected;
  const lines = text
    .replace(BYTE_ORDER_MARK, '')
    .split(/\r?\n/)
    .map((line) => line.trim().replaceAll(/\s*;\s*/g, ';'));
  const header = product === 'da' ? 'MARGINALPDBC;' : 'MARGINALPIBC;';
  if (!isHeader(lines[0], header, day)) {
    throw new FileFault(file, 1, reason('expected_name', { expected: header, found: excerpt(lines[0]) }));
  }
  const rows: Row[] = [];
  let line = 2;
  for (; !END.has(lines[line - 1]); line++) {
    if (line > lines.length || (line === lines.length && lines[line - 1] === '')) {
      throw new FileFault(file, lines.length, [reason('expected_end'), reason('cut_short')]);
    }
    rows.push(parseRow(lines[line - 1], { file, line, day, previous: rows.at(-1) }));
  }
  if (lines.slice(line).some((rest) => rest !== '')) {
    throw new FileFault(file, line + 1, reason('expected_nothing_after'));
  }
  return rows.length === 0 ? undefined : placeInTime(rows, { file, product, day, lastLine: line });
}

/** The name of the kind of file; older ones name their day beside it. */
function isHeader(line: string, header: string, day: DeliveryDay): boolean {
  const [name, ...rest] = line.toUpperCase().replace(/;+$/, '').split(';');
  const date = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
  return `${name};` === header && (rest.length === 0 || (rest.length === 1 && rest[0] === date));
}

function parseRow(
  text: string,
  { file, line, day, previous }: { file: string; line: number; day: DeliveryDay; previous: Row | undefined },
): Row {
  const fields = ROW.exec(text);
  if (fields === null) throw new FileFault(file, line, reason('expected_row', { found: excerpt(text) }));
  const [, year, month, dayOfMonth, period, portugal, spain] = fields;
  const rowDay = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  if (rowDay !== day) throw new FileFault(file, line, reason('expected_day', { day, found: rowDay }));
  if (previous !== undefined && Number(period) !== previous.period + 1) {
    const order = { period: previous.period + 1, found: Number(period) };
    throw new FileFault(file, line, reason('expected_period', order));
  }
  const prices = [portugal, spain].map((price) => parseDecimal(price));
  const [ofPortugal, ofSpain] = prices;
  if (ofPortugal === undefined || ofSpain === undefined) {
    throw new FileFault(file, line, reason('expected_row', { found: excerpt(text) }));
  }
  return { line, period: Number(period), portugal: ofPortugal, spain: ofSpain };
}

function placeInTime(
  rows: Row[],
  { file, product, day, lastLine }: { file: string; product: Auction; day: DeliveryDay; lastLine: number },
): OmiePrices {
  const hours = coveredPeriods(AUCTION_CALENDAR[product], day, 'PT1H');
  const quarters = coveredPeriods(AUCTION_CALENDAR[product], day, 'PT15M');
  const periods = [hours, quarters].find(({ length }) => length === rows.length);
  if (periods === undefined) {
    const counts = { hours: hours.length, quarters: quarters.length, day, found: rows.length };
    throw new FileFault(file, lastLine, reason('expected_periods', counts));
  }
  const [{ line, period }] = rows;
  if (period !== periods[0].index + 1) {
    const order = { period: periods[0].index + 1, found: period };
    throw new FileFault(file, line, reason('expected_first_period', order));
  }
  return {
    resolution: periods === hours ? 'PT1H' : 'PT15M',
    start: Float64Array.from(periods, ({ start }) => start),
    portugal: Float64Array.from(rows, (row) => row.portugal),
    spain: Float64Array.from(rows, (row) => row.spain),
  };
}
