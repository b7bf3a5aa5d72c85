import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  type Auction,
  AUCTIONS,
  coveredPeriods,
} from '@lonja/forecasting/market';
import { omieText } from '../../omie-text.ts';
import { type Market, type OmieFile, pricesOfFile, toCents, wobble } from './market.ts';

const SESSIONS: Record<Auction, string> = { da: '', ida1: '01', ida2: '02', ida3: '03' };
const REVISIONS = [1, 2, 3];

/** Columns of the panel by the series that they hold. */
const COLUMNS: Readonly<Record<string, string>> = {
  'load.forecast': 'load_fc_d1',
  'wind.forecast': 'wind_fc_d1',
  'solar.forecast': 'solar_fc_d1',
  'load.actual': 'load_act',
  'wind.actual': 'wind_act_551',
  'solar.actual': 'solar_act',
};
/** Measurements end with 2025: what was forecast stands in for them, and they for forecasts that are missing, off by so much. */
const STAND_IN_ERROR = 0.04;

/**
 * The real files of a folder: OMIE's, and load, wind and solar power from the hourly panel. Auctions of which no file is there are made up near
 * the auction before them; what nothing real is known of comes from `other`.
 */
export function createRecordedMarket(folder: string, other: Market): Market {
  const recorded = createPanel(path.join(folder, 'spain/panel_hourly_2015_2026Q1.csv.gz'));
  const fileOf = (product: Auction, day: DeliveryDay): OmieFile | undefined => {
    const name = `${product === 'da' ? 'marginalpdbc' : 'marginalpibc'}_${day.replaceAll('-', '')}${SESSIONS[product]}`;
    const subfolder = product === 'da' ? 'omie/raw' : 'omie/raw-intraday';
    for (const revision of REVISIONS) {
      const file = path.join(folder, subfolder, `${name}.${revision}`);
      if (existsSync(file)) return { revision, text: readFileSync(file, 'latin1') };
    }
    return product === 'da' ? undefined : nearAuctionBefore(product, day, fileOf);
  };
  return {
    fileOf,
    hourOf(series, start) {
      const value = recorded(series, start);
      if (value !== undefined || COLUMNS[series] === undefined) return value ?? other.hourOf(series, start);
      const twin = series.endsWith('.actual') ? 'forecast' : 'actual';
      const near = recorded(`${series.split('.')[0]}.${twin}`, start);
      return near === undefined ? other.hourOf(series, start) : near * (1 + STAND_IN_ERROR * wobble(start));
    },
  };
}

/** A file of prices a few EUR/MWh from those of the last auction before that has any. */
function nearAuctionBefore(
  product: Auction,
  day: DeliveryDay,
  fileOf: (product: Auction, day: DeliveryDay) => OmieFile | undefined,
): OmieFile | undefined {
  const before = AUCTIONS.slice(0, AUCTIONS.indexOf(product))
    .toReversed()
    .flatMap((name) => {
      const file = fileOf(name, day);
      return file === undefined ? [] : [pricesOfFile(file.text, name, day)];
    })
    .find(({ prices }) => prices.size > 0);
  if (before === undefined) return undefined;
  const periods = coveredPeriods(AUCTION_CALENDAR[product], day, before.resolution);
  const prices = periods.map(({ start }) => toCents((before.prices.get(start) ?? 0) + 4 * wobble(start, 3)));
  const options = { header: 'MARGINALPIBC;', firstPeriod: periods[0].index + 1, bareDecimals: true };
  return { revision: 1, text: omieText(day, prices, options) };
}

type Panel = Map<string, Map<number, number>>;

/** Values of the panel by series and start. A month is read when somebody first asks for it. */
function createPanel(file: string): (series: string, start: number) => number | undefined {
  const months = new Map<string, Panel>();
  let lines: string[] | undefined;
  return (series, start) => {
    if (COLUMNS[series] === undefined) return undefined;
    const month = new Date(start).toISOString().slice(0, 7);
    let panel = months.get(month);
    if (panel === undefined) {
      lines ??= gunzipSync(readFileSync(file)).toString().split('\n');
      panel = readLines(
        lines[0],
        lines.filter((line) => line.startsWith(month)),
      );
      months.set(month, panel);
    }
    return panel.get(series)?.get(start);
  };
}

function readLines(header: string, lines: string[]): Panel {
  const names = header.split(',');
  const columns = Object.entries(COLUMNS).map(([series, name]) => ({
    at: names.indexOf(name),
    values: new Map<number, number>(),
    series,
  }));
  for (const line of lines) {
    // One column holds quoted text with commas.
    const fields = line.replace(/"[^"]*"/, '').split(',');
    const start = Date.parse(fields[0]);
    for (const { at, values } of columns) {
      if (fields[at] !== '') values.set(start, Number(fields[at]));
    }
  }
  return new Map(columns.map(({ series, values }) => [series, values]));
}
