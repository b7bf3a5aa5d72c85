import {
  addDays,
  type DeliveryDay,
  deliveryPeriods,
  instantOf,
  isDeliveryDay,
} from '@lonja/forecasting/market';
import { setImmediate as others } from 'node:timers/promises';
import { type Reason, reason } from '../../../ground/reasons/reasons.ts';
import { parseDecimal } from '../decimal.ts';
import { FileFault, excerpt } from '../payload-fault.ts';
import type { Series } from '@lonja/forecasting/data';

/** MW more or less than what cleared of which a file's curves are kept. */
export const CURVE_STEPS_MW = [-2000, -1000, -500, 500, 1000, 2000] as const;

/** What the curves of a delivery day say around what cleared, in order of time. Of Spain: the common curve, or its own where both zones split. */
export interface OmieCurves {
  resolution: 'PT15M' | 'PT1H';
  /** Since when the file is there, epoch ms. */
  issuedAt: number;
  /** Epoch ms. */
  start: Float64Array;
  /** Sold in the auction, MW. */
  clearedMw: Float64Array;
  /**
   * The price at which so many MW more had cleared, EUR/MWh, as `CURVE_STEPS_MW`: where what is offered for sale at a price or less exceeds what
   * is asked for at it or more by as much more than at the cleared price. Where no offer reaches so far, the last price of the curves.
   */
  prices: Float64Array[];
}

/** A file of 100 quarters has half a million steps, 30 MB. */
const MOST_LINES = 2_000_000;
/** Between so many lines the process does other work. */
const LINES_AT_ONCE = 5000;
const MOST_CHARACTERS = 128 * 1024 * 1024;
const TITLE = /^OMIE\b/;
const ISSUED = /Fecha Emisi.{1,2}n *: *(\d{2})\/(\d{2})\/(\d{4})(?: *- *((?:[01]\d|2[0-3]):[0-5]\d))?/;
/** Names of columns without accents, which come damaged where a file was read in another encoding. */
const HOURLY = ['hora', 'fecha', 'pais', 'unidad', 'tipo oferta', 'energ', 'precio', 'ofertada'];
const QUARTERLY = [
  'periodo',
  'fecha',
  'pais',
  'unidad',
  'tipo oferta',
  'potencia',
  'precio',
  'ofertada',
  'tipolog',
];
const QUARTER = /^H(\d{1,2})Q([1-4])$/;
const HOUR = /^\d{1,2}$/;
const COUNTRIES = new Set(['MI', 'ES', 'PT']);

/** Steps of one period and country. */
interface Steps {
  sales: [price: number, mw: number][];
  purchases: [price: number, mw: number][];
  soldMw: number;
  /** The highest accepted sale offer, and what of it did. */
  clearedAt: number;
  lastSoldMw: number;
}

/**
 * Parses the text (Latin-1) of a `curva_pbc` file, the aggregate curves of the day-ahead auction: a title line with the instant of issue, an empty line,
 * the names of the columns, then a line for each step of a curve, and a line of semicolons at the end. Each step is there as it was offered (O), and what
 * cleared of it again (C); V sells, C buys. Numbers have a decimal comma and thousands points. Country MI is both zones together; a period in
 * which they split has ES and PT instead. Days before 2025-10-01 have hours (`Hora` 1 to 25, eight columns), later ones quarters (`Periodo`
 * H1Q1 to H25Q4, nine columns with the kind of offer). Anything else is a FileFault with its line.
 *
 * The layout is what public programs read, no file of OMIE's own being at hand: the reader of `curva_pbc` in forks of the Python package OMIEData,
 * that of mibel_simulator (the same layout with units), and parsers of studies of the quarter-hour reform, which name 5.1.3.1 of OMIE's file model.
 */
export async function parseOmieCurves(
  text: string,
  { file, day }: { file: string; day: DeliveryDay },
): Promise<OmieCurves> {
  if (text.length > MOST_CHARACTERS)
    throw new FileFault(file, 1, reason('most_characters', { most: MOST_CHARACTERS, found: text.length }));
  let line = 0;
  let at = 0;
  const next = (): string | undefined => {
    if (at > text.length) return undefined;
    const end = text.indexOf('\n', at);
    const found = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length + 1 : end + 1;
    line++;
    if (line > MOST_LINES) throw new FileFault(file, line, reason('most_lines', { most: MOST_LINES }));
    return found;
  };
  const issuedAt = readTitle(next() ?? '', { file, day });
  let header = next();
  while (header === '') header = next();
  const isQuarterly = readHeader(header ?? '', { file, line });
  const columns = isQuarterly ? QUARTERLY.length : HOURLY.length;
  const countries = new Map<string, Map<number, Steps>>();
  const date = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
  let hasEnded = false;
  for (let row = next(); row !== undefined; row = next()) {
    if (line % LINES_AT_ONCE === 0) await others();
    if (row === '') continue;
    if (hasEnded) throw new FileFault(file, line, reason('expected_nothing_more'));
    if (/^;+$/.test(row) || row === '*') {
      hasEnded = true;
      continue;
    }
    const fields = row.split(';').map((field) => field.trim());
    if (fields.at(-1) === '') fields.pop();
    const found = excerpt(row);
    const fault = (wrong: Reason) => new FileFault(file, line, wrong);
    if (fields.length < HOURLY.length || fields.length > columns)
      throw fault(reason('expected_columns', { columns, found }));
    const [name, of, country, , side, mw, price, state] = fields;
    const period = periodOf(name, isQuarterly);
    if (period === undefined)
      throw fault(reason(isQuarterly ? 'expected_quarter_name' : 'expected_hour', { found }));
    if (of !== date) throw fault(reason('expected_day', { day: date, found }));
    if (!COUNTRIES.has(country)) throw fault(reason('expected_country', { found }));
    const [power, eur] = [mw, price].map((number) => parseDecimal(number, { sign: ',', grouped: true }));
    if (power === undefined || power < 0 || eur === undefined)
      throw fault(reason('expected_power_and_price', { found }));
    if ((side !== 'V' && side !== 'C') || (state !== 'O' && state !== 'C'))
      throw fault(reason('expected_side_and_state', { found }));
    if (country === 'PT') continue;
    const steps = stepsOf(countries, country, period);
    if (state === 'O') (side === 'V' ? steps.sales : steps.purchases).push([eur, power]);
    else if (side === 'V') {
      steps.soldMw += power;
      if (eur > steps.clearedAt) steps.lastSoldMw = 0;
      steps.clearedAt = Math.max(steps.clearedAt, eur);
      if (eur === steps.clearedAt) steps.lastSoldMw += power;
    }
  }
  if (!hasEnded) throw new FileFault(file, line, [reason('expected_semicolons'), reason('cut_short')]);
  const resolution = isQuarterly ? 'PT15M' : 'PT1H';
  const periods = deliveryPeriods(day, resolution);
  const found = periods.map(
    ({ index }) => countries.get('ES')?.get(index) ?? countries.get('MI')?.get(index),
  );
  const beyond = [...countries.values()]
    .flatMap((ofCountry) => [...ofCountry.keys()])
    .find((i) => i >= periods.length);
  if (beyond !== undefined)
    throw new FileFault(
      file,
      line,
      reason('expected_last_period', { periods: periods.length, day, found: beyond + 1 }),
    );
  const curves = found.map((steps, i) => {
    if (steps === undefined || steps.sales.length === 0 || steps.purchases.length === 0 || steps.soldMw === 0)
      throw new FileFault(file, line, reason('expected_offers', { period: i + 1, periods: periods.length }));
    return { soldMw: steps.soldMw, prices: pricesAround(steps) };
  });
  return {
    resolution,
    issuedAt,
    start: Float64Array.from(periods, ({ start }) => start),
    clearedMw: Float64Array.from(curves, ({ soldMw }) => soldMw),
    prices: CURVE_STEPS_MW.map((_, k) => Float64Array.from(curves, ({ prices }) => prices[k])),
  };
}

function readTitle(line: string, { file, day }: { file: string; day: DeliveryDay }): number {
  const issued = ISSUED.exec(line);
  if (!TITLE.test(line) || issued === null)
    throw new FileFault(file, 1, reason('expected_title', { found: excerpt(line) }));
  const [, dayOfMonth, month, year, time] = issued;
  const on = `${year}-${month}-${dayOfMonth}`;
  if (!isDeliveryDay(on) || on < addDays(day, -1))
    throw new FileFault(file, 1, reason('expected_issue', { day, found: excerpt(line) }));
  // Without a time, at the end of the day.
  return time === undefined ? instantOf(addDays(on, 1), '00:00') : instantOf(on, time);
}

/** Whether the rows are of quarters. */
function readHeader(text: string, { file, line }: { file: string; line: number }): boolean {
  const names = text
    .toLowerCase()
    .split(';')
    .map((name) => name.trim());
  const fits = (columns: string[]) => columns.every((column, i) => names.at(i)?.startsWith(column) ?? false);
  if (fits(QUARTERLY)) return true;
  if (fits(HOURLY)) return false;
  throw new FileFault(file, line, reason('expected_column_names', { found: excerpt(text) }));
}

/** Counted from 0. */
function periodOf(name: string, isQuarterly: boolean): number | undefined {
  if (!isQuarterly) return HOUR.test(name) && Number(name) > 0 ? Number(name) - 1 : undefined;
  const match = QUARTER.exec(name);
  if (match === null || Number(match[1]) === 0) return undefined;
  return (Number(match[1]) - 1) * 4 + Number(match[2]) - 1;
}

function stepsOf(countries: Map<string, Map<number, Steps>>, country: string, period: number): Steps {
  const periods = countries.get(country) ?? new Map<number, Steps>();
  countries.set(country, periods);
  const steps = periods.get(period) ?? {
    sales: [],
    purchases: [],
    soldMw: 0,
    clearedAt: Number.NEGATIVE_INFINITY,
    lastSoldMw: 0,
  };
  periods.set(period, steps);
  return steps;
}

/** Of each of `CURVE_STEPS_MW` the price at which so many MW more had cleared. */
function pricesAround({ sales, purchases, clearedAt, lastSoldMw }: Steps): number[] {
  // What is sold at a price or less, less what is bought at it or more, rises with each step of either side: a purchase falls away above its price.
  const rises = [...sales, ...purchases].sort(([a], [b]) => a - b);
  const least = -purchases.reduce((sum, [, mw]) => sum + mw, 0);
  const surplus = new Float64Array(rises.length);
  let sum = least;
  let below = least;
  rises.forEach(([price, mw], i) => {
    sum += mw;
    surplus[i] = sum;
    if (price < clearedAt) below = sum;
  });
  return CURVE_STEPS_MW.map((step) => {
    const wanted = below + lastSoldMw + step;
    const i = surplus.findIndex((mw) => mw >= wanted);
    return rises.at(i)?.[0] ?? clearedAt;
  });
}

/** The series of the curves' prices by the MW more that had cleared, and of what cleared. */
export const CURVE_KEYS = CURVE_STEPS_MW.map(
  (step) => `curve.${step < 0 ? 'less' : 'more'}${Math.abs(step)}`,
);
export const CLEARED_KEY = 'curve.cleared';
export const CURVE_UNITS: Readonly<Record<string, string>> = {
  [CLEARED_KEY]: 'MW',
  ...Object.fromEntries(CURVE_KEYS.map((key) => [key, 'EUR/MWh'])),
};

/** What is stored of a day's curves: a series of what cleared and one of each price. */
export function curveSeries({ resolution, issuedAt, start, clearedMw, prices }: OmieCurves): Series[] {
  const availableAt = new Float64Array(start.length).fill(issuedAt);
  return [CLEARED_KEY, ...CURVE_KEYS].map((key, k): Series => ({
    key,
    unit: CURVE_UNITS[key],
    resolution,
    start,
    value: k === 0 ? clearedMw : prices[k - 1],
    availableAt,
  }));
}
