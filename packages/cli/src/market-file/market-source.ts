import { InvalidArgumentError } from 'commander';
import { FILE_RESOLUTIONS, type FileResolution } from '@lonja/forecasting/backtest';
import { readClock } from '@lonja/forecasting/market';
import { choice, option, parseNumber } from '../command/inputs.ts';
import { UsageError } from '../errors.ts';
import { parseTexts } from '../option-values.ts';

/** Where a market is read from: a file, or the service's store. */
export interface MarketSource {
  data?: string | undefined;
  fromStore?: string | undefined;
  /** Time zone of the market's days. */
  zone?: string | undefined;
  /** Whether times of the file are starts or ends of periods. */
  time?: 'starting' | 'ending' | undefined;
  /** How dates are written. */
  dates?: string | undefined;
  resolution?: FileResolution | undefined;
  /** File of a mapping. */
  mapping?: string | undefined;
  /** Columns or keys of prices: one market each. */
  price?: string[] | undefined;
  inputs?: string[] | undefined;
  floor?: number | undefined;
  cap?: number | undefined;
  /** Country, or a part of it, whose public holidays are known. */
  holidays?: string | undefined;
  /** Hours before the day that is auctioned. */
  gate?: number | undefined;
}

const HOUR_MS = 3_600_000;
const LONGEST_STEP_HOURS = 24;

/** Inputs of the commands that read a market. */
export const MARKET_INPUTS = {
  data: option(
    'file',
    'CSV or CSV.GZ of hours, half hours or quarter hours: local start, price, forecasts of other quantities',
  ),
  zone: option(
    'zone',
    "time zone of the market's days (default: as the file has them): times with an offset from UTC are moved to its clock, those without one are on it",
  ),
  time: choice('stamp', 'whether times stand where periods start (the default) or end', [
    'starting',
    'ending',
  ]),
  dates: option('format', 'how dates are written where the file does not tell: dd/mm/yyyy or mm/dd/yyyy'),
  resolution: choice(
    'period',
    'length of the periods to forecast (default: those of the file); of shorter ones the means are taken',
    FILE_RESOLUTIONS,
  ),
  mapping: option('file', 'JSON that says what the columns of another layout are, as for "lonja import csv"'),
  price: option(
    'columns',
    'columns of prices, or keys of the mapping, separated by commas: a market each; other columns are inputs only where --inputs names them',
    parseTexts,
  ),
  inputs: option(
    'columns',
    'columns that are inputs, separated by commas (default: all but the price)',
    parseTexts,
  ),
  floor: option(
    'price',
    'the lowest price that the market allows: no forecast, bound or path is below it',
    parseNumber,
  ),
  cap: option('price', 'the highest price that it allows', parseNumber),
  holidays: option(
    'country',
    'public holidays of a country or a part of it, such as ES, GB-ENG or AU-VIC, which models take for Sundays (default: the column "holiday")',
  ),
  gate: option(
    'time',
    'local time on the day before by which bids are due (default: 12:00): of a column "issued" only values from before it count',
    parseGate,
  ),
  fromStore: option(
    'series',
    "in place of a file: prices in the service's database, a product such as es-da or a series such as price.da.pt",
  ),
};

const OF_FILES = ['time', 'dates', 'resolution', 'mapping', 'price', 'inputs', 'holidays', 'gate'] as const;

/** One of a file and a series, and what is of files with a file alone. Throws UsageError. */
export function requireOneSource(source: MarketSource): void {
  const { data, fromStore, floor, cap } = source;
  if ((data === undefined) === (fromStore === undefined))
    throw new UsageError('Name the data by one of --data FILE and --from-store SERIES.');
  const ofFile = OF_FILES.find((name) => source[name] !== undefined);
  if (fromStore !== undefined && ofFile !== undefined)
    throw new UsageError(`--${ofFile} says how a file is read; with --from-store there is none.`);
  if (floor !== undefined && cap !== undefined && floor >= cap)
    throw new UsageError(`The floor ${floor} is not below the cap ${cap}.`);
}

/** Hours from a local time of the day before to its end. */
function parseGate(text: string): number {
  const clock = readClock(text);
  if (clock === undefined || clock.offsetMs !== null || !/^\d{1,2}:\d{2}$/.test(text))
    throw new InvalidArgumentError('It is not a local time HH:MM.');
  return LONGEST_STEP_HOURS - clock.sinceMidnight / HOUR_MS;
}
