import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AUCTION_CALENDAR, coveredPeriods, type Auction } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { findProduct, parseOmieFileName } from '../connectors/omie/revisions.ts';
import type { Publication, PublishedDay } from '../connectors/source.ts';
import { type Reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import { findDayFault } from './quality-gates.ts';

const folder = new URL('../../../../../../shared/data/omie/', import.meta.url);
const skip = existsSync(folder) ? false : 'needs the real files in ../shared/data';

const MOST_HOURS = 25;

interface RealDay {
  file: string;
  day: string;
  product: Auction;
  resolution: 'PT1H' | 'PT15M';
  /** One list for each zone. */
  prices: { spain: number[]; portugal: number[] };
}

/** Straight from the files, without the parser; auctions without a result are left out. */
function realDays(name: string): RealDay[] {
  return readdirSync(new URL(name, folder)).flatMap((file) => {
    const parsed = parseOmieFileName(file);
    const product = parsed && findProduct(parsed);
    if (parsed === undefined || product === undefined) return [];
    const rows = readFileSync(new URL(`${name}/${file}`, folder), 'latin1')
      .split('\n')
      .map((line) => line.split(';'))
      .filter((fields) => fields.length >= 6);
    if (rows.length === 0) return [];
    const column = (at: number) => rows.map((fields) => Number(fields[at]));
    const resolution = rows.length > MOST_HOURS ? 'PT15M' : 'PT1H';
    return [
      { file, day: parsed.day, product, resolution, prices: { portugal: column(4), spain: column(5) } },
    ];
  });
}

/** The afternoon of an auction as if it were the third one, which covers it and of which no history is at hand. */
function afternoonOf(real: RealDay): RealDay {
  const { length } = coveredPeriods(AUCTION_CALENDAR.ida3, real.day, real.resolution);
  const later = (prices: number[]) => prices.slice(-length);
  return {
    ...real,
    product: 'ida3',
    prices: { spain: later(real.prices.spain), portugal: later(real.prices.portugal) },
  };
}

function faultOf({ day, product, resolution, prices }: RealDay): Reason | undefined {
  const starts = coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }) => start);
  const seriesOf = (key: string, values: number[]): Series => ({
    key,
    unit: 'EUR/MWh',
    resolution,
    start: Float64Array.from(starts),
    value: Float64Array.from(values),
    availableAt: new Float64Array(values.length),
  });
  const keys = [`price.${product}`, `price.${product}.pt`];
  const publication: Publication = {
    name: keys[0],
    units: Object.fromEntries(keys.map((key) => [key, 'EUR/MWh'])),
    product,
    expected: AUCTION_CALENDAR[product].resultsPublished,
    firstDay: '2018-01-01',
    daysPerRequest: 1,
  };
  const series = [seriesOf(keys[0], prices.spain), seriesOf(keys[1], prices.portugal)];
  const published: PublishedDay = { day, revision: 1, series };
  return findDayFault(publication, published, {
    recent: () => ({ means: [], lastDay: [] }),
    acceptsLevelShift: false,
  });
}

test('no real day of any auction, of Spain or Portugal, is held back', { skip }, () => {
  const dayAhead = realDays('raw');
  const intraday = realDays('raw-intraday');
  const afternoons = [...dayAhead, ...intraday].map(afternoonOf);
  const faults = [...dayAhead, ...intraday, ...afternoons].flatMap((real) => {
    const fault = faultOf(real);
    return fault === undefined ? [] : [`${real.file} as ${real.product}: ${sentenceOf([fault])}`];
  });
  assert.deepEqual(faults, []);
  const fewest = (days: RealDay[]) =>
    Math.min(...days.flatMap(({ prices }) => [new Set(prices.spain).size, new Set(prices.portugal).size]));
  assert.deepEqual(
    [dayAhead, intraday, afternoons].map((days) => [days.length, fewest(days)]),
    [
      [3011, 4],
      [520, 5],
      [3531, 4],
    ],
  );
});
