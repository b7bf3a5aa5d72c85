import { AUCTION_CALENDAR, type DeliveryDay, type Product, coveredPeriods } from '@lonja/forecasting';
import { FileFault } from '../file-fault.ts';
import { excerpt } from '../payload-fault.ts';

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

const ROW = /^(\d{4});(\d{1,2});(\d{1,2});(\d{1,3});(-?\d+(?:\.\d+)?);(-?\d+(?:\.\d+)?);$/;
const ROW_FORM = '"year;month;day;period;price of Portugal;price of Spain;"';

/**
 * Parses the text of a `marginalpdbc` or `marginalpibc` file. Period 1 starts at 00:00 Madrid and periods count real time:
 * a day has 23, 24 or 25 hours, or 92, 96 or 100 quarters; how many there are tells which. Undefined when the file is whole
 * but says that there are no prices. Anything else than every period of the auction, once, in order, is a FileFault.
 */
export function parseOmiePrices(
  text: string,
  expected: { file: string; product: Product; day: DeliveryDay },
): OmiePrices | undefined {
  const { file, product, day } = expected;
  const lines = text.split(/\r?\n/);
  const header = product === 'da' ? 'MARGINALPDBC;' : 'MARGINALPIBC;';
  if (lines[0] !== header) throw new FileFault(file, 1, `expected "${header}", found ${excerpt(lines[0])}`);
  const rows: Row[] = [];
  let line = 2;
  for (; lines[line - 1] !== '*'; line++) {
    if (line > lines.length || (line === lines.length && lines[line - 1] === '')) {
      throw new FileFault(file, lines.length, 'expected "*" at the end; the file is cut short');
    }
    rows.push(parseRow(lines[line - 1], { file, line, day, previous: rows.at(-1) }));
  }
  if (lines.slice(line).some((rest) => rest.trim() !== '')) {
    throw new FileFault(file, line + 1, 'expected nothing after "*"');
  }
  return rows.length === 0 ? undefined : placeInTime(rows, { file, product, day, lastLine: line });
}

function parseRow(
  text: string,
  { file, line, day, previous }: { file: string; line: number; day: DeliveryDay; previous: Row | undefined },
): Row {
  const fields = ROW.exec(text);
  if (fields === null) throw new FileFault(file, line, `expected ${ROW_FORM}, found ${excerpt(text)}`);
  const [, year, month, dayOfMonth, period, portugal, spain] = fields;
  const rowDay = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  if (rowDay !== day)
    throw new FileFault(file, line, `expected the day ${day} of the file's name, found ${rowDay}`);
  if (previous !== undefined && Number(period) !== previous.period + 1) {
    throw new FileFault(file, line, `expected period ${previous.period + 1}, found ${Number(period)}`);
  }
  return { line, period: Number(period), portugal: Number(portugal), spain: Number(spain) };
}

function placeInTime(
  rows: Row[],
  { file, product, day, lastLine }: { file: string; product: Product; day: DeliveryDay; lastLine: number },
): OmiePrices {
  const hours = coveredPeriods(AUCTION_CALENDAR[product], day, 'PT1H');
  const quarters = coveredPeriods(AUCTION_CALENDAR[product], day, 'PT15M');
  const periods = [hours, quarters].find(({ length }) => length === rows.length);
  if (periods === undefined) {
    throw new FileFault(
      file,
      lastLine,
      `expected ${hours.length} hours or ${quarters.length} quarter hours for ${day}, found ${rows.length} periods`,
    );
  }
  const [{ line, period }] = rows;
  if (period !== periods[0].index + 1) {
    throw new FileFault(file, line, `expected period ${periods[0].index + 1} first, found ${period}`);
  }
  return {
    resolution: periods === hours ? 'PT1H' : 'PT15M',
    start: Float64Array.from(periods, ({ start }) => start),
    portugal: Float64Array.from(rows, (row) => row.portugal),
    spain: Float64Array.from(rows, (row) => row.spain),
  };
}
