import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  addDays,
  AUCTION_CALENDAR,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  FIRST_INTRADAY_AUCTION_DAY,
  HOUR_MS,
  instantFor,
  INTRADAY_AUCTIONS,
  type Product,
  type RelativeTime,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { priceKey } from '@lonja/forecasting/intraday';
import {
  hasPrices,
  omieSeries,
  type PricedAuction,
  readOmieFolder,
} from '../../packages/server/src/market/imports/read-omie-folder.ts';
import { readGas } from './spanish-signals.ts';

/** The Spanish market as the service would have it in its store. */
export interface SpanishMarket {
  /** Every value with the instant from which it was known, by series key; of several feeds the preferred one first. */
  inputs: Map<string, Series[]>;
  /** Delivery days of each intraday auction that the files hold, those without a result too, in order. */
  auctionDays: Map<Product, DeliveryDay[]>;
  /** First 12 digits of the SHA-256 of what was read. */
  fingerprint: string;
}

const OMIE_FOLDERS = ['omie/raw', 'omie/raw-intraday'];
const PANELS = /^panel_hourly.*\.csv\.gz$/;
const GAS_FILES = /^mibgas_d1.*\.csv$/;
/** When the operator's forecasts of a day are out, and how long after its hour a measurement is. */
const FORECASTS_OUT: RelativeTime = { dayOffset: -1, time: '10:00' };
const MEASURED_AFTER_MS = 2 * HOUR_MS;

/**
 * Reads OMIE's price files below `omie/`, and from `spain/` the hourly panels (forecasts and measurements of load, wind and sun; prices
 * where there is no OMIE file), MIBGAS and, before its first trading day, gas at the TTF. Later days may lie beside in files of their own:
 * all files of these names are read.
 */
export async function readSpanishMarket(folder: string, from: DeliveryDay): Promise<SpanishMarket> {
  const digest = createHash('sha256');
  const read = await Promise.all(OMIE_FOLDERS.map((name) => readOmieFolder(path.join(folder, name))));
  const refused = read.flatMap((files) => files.refused);
  if (refused.length > 0) throw new Error(`${refused[0].file}: ${refused[0].message}`);
  const auctions = read.flatMap((files) => files.auctions);
  const priced = auctions.filter(hasPrices).filter(({ day }) => day >= from);
  for (const { file, prices } of priced) digest.update(file).update(prices.spain);
  const spain = path.join(folder, 'spain');
  const names = (await readdir(spain)).sort();
  const texts = async (pattern: RegExp) => {
    const files = names.filter((name) => pattern.test(name));
    if (files.length === 0) throw new Error(`The folder ${spain} holds no file like ${pattern.source}.`);
    return Promise.all(
      files.map(async (name) => {
        const bytes = await readFile(path.join(spain, name));
        digest.update(name).update(bytes);
        return (name.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
      }),
    );
  };
  const panels = (await texts(PANELS)).flatMap((text) => panelSeries(text, from, priced));
  const mibgas = (await texts(GAS_FILES)).map(readMibgas);
  const [fuels] = await texts(/^fuels_daily_normalised\.csv$/);
  const ttf = before(readGas(fuels), Math.min(...mibgas.map(({ availableAt }) => availableAt[0])));
  const series = [...omieSeries(priced, { knownEmpty: [], now: 0 }), ...panels, ...mibgas, ttf];
  return {
    inputs: Map.groupBy(series, ({ key }) => key),
    auctionDays: new Map(
      INTRADAY_AUCTIONS.map((product) => [
        product,
        auctions.filter((auction) => auction.product === product).map(({ day }) => day),
      ]),
    ),
    fingerprint: digest.digest('hex').slice(0, 12),
  };
}

/** The columns of an hourly panel, each value known when such a value is usually published. */
function panelSeries(text: string, from: DeliveryDay, priced: PricedAuction[]): Series[] {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, '').split(','));
  const place = (name: string) => header.indexOf(name);
  const wanted = lines.filter((cells) => cells[place('local_start')] >= from);
  const filed = new Set(priced.map(({ product, day }) => `${product} ${day}`));
  const column = (
    name: string,
    key: string,
    knownAt: (start: number) => number,
    isWanted: (day: DeliveryDay) => boolean = () => true,
  ): Series => {
    const known = wanted.filter(
      (cells) => cells[place(name)] !== '' && isWanted(cells[place('local_start')].slice(0, 10)),
    );
    const start = Float64Array.from(known, (cells) => Date.parse(cells[place('utc_start')]));
    const value = Float64Array.from(known, (cells) => Number(cells[place(name)]));
    return { key, unit: '', resolution: 'PT1H', start, value, availableAt: start.map(knownAt) };
  };
  const onDay = (relative: RelativeTime) => (start: number) => instantFor(deliveryDayOf(start), relative);
  const prices = (product: Product, since: DeliveryDay) =>
    column(
      `${product}_price_es`,
      priceKey(product),
      onDay(AUCTION_CALENDAR[product].resultsPublished),
      (day) => day >= since && !filed.has(`${product} ${day}`),
    );
  const measured = (start: number) => start + MEASURED_AFTER_MS;
  return [
    prices('da', from),
    prices('ida1', FIRST_INTRADAY_AUCTION_DAY),
    ...['load', 'wind', 'solar'].map((name) =>
      column(`${name}_fc_d1`, `${name}.forecast`, onDay(FORECASTS_OUT)),
    ),
    column('load_act', 'load.actual', measured),
    column('wind_act_551', 'wind.actual', measured),
    column('solar_act', 'solar.actual', measured),
  ];
}

/** Settlements of gas for the next day at MIBGAS, each known from the midnight after its trading day on. */
function readMibgas(text: string): Series {
  const [, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return {
    key: 'gas.price',
    unit: 'EUR/MWh',
    resolution: 'P1D',
    start: Float64Array.from(lines, ([, delivery]) => dayStart(delivery)),
    value: Float64Array.from(lines, ([, , price]) => Number(price)),
    availableAt: Float64Array.from(lines, ([trading]) => dayStart(addDays(trading, 1))),
  };
}

/** What was known of a series before an instant. */
function before(series: Series, instant: number): Series {
  const length = series.availableAt.findIndex((knownAt) => knownAt >= instant);
  const cut = (values: Float64Array) => (length < 0 ? values : values.slice(0, length));
  return {
    ...series,
    start: cut(series.start),
    value: cut(series.value),
    availableAt: cut(series.availableAt),
  };
}
