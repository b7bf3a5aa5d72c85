import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Market } from '@lonja/forecasting/market';

/**
 * A market that there is not: on the clock of New York, which changes on other days than Spain's and lies behind UTC, with two auctions whose
 * gates close at other times.
 */
export const MADE_UP: Omit<Market, 'isSimulated'> = {
  id: 'made',
  name: 'Madeup',
  country: 'US',
  biddingZone: '10YXX-MADEUP---X',
  timeZone: 'America/New_York',
  currency: 'EUR',
  auctions: [
    {
      auction: 'da',
      name: 'Day-ahead',
      gateClosure: { dayOffset: -1, time: '10:30' },
      resultsPublished: { dayOffset: -1, time: '13:30' },
      deliveryFromHour: 0,
      deliveryToHour: 24,
      scheduledRuns: [
        { dayOffset: -1, time: '06:00' },
        { dayOffset: -1, time: '10:10' },
      ],
      auctionedFrom: '2010-01-01',
      quarterHourlyFrom: null,
      horizonDays: 3,
      priceLimits: { min: -150, max: 2000 },
    },
    {
      auction: 'ida1',
      name: 'Evening auction',
      gateClosure: { dayOffset: -1, time: '17:00' },
      resultsPublished: { dayOffset: -1, time: '17:40' },
      deliveryFromHour: 0,
      deliveryToHour: 24,
      scheduledRuns: [{ dayOffset: -1, time: '16:30' }],
      auctionedFrom: '2025-01-01',
      quarterHourlyFrom: null,
      horizonDays: 1,
      priceLimits: { min: -150, max: 2000 },
      renewedAt: { dayOffset: -1, time: '16:00' },
    },
  ],
  holidays: [
    { name: "New Year's Day", date: '01-01' },
    { name: 'Good Friday', fromEaster: -2 },
    { name: 'Day of the market', day: '2026-02-16' },
  ],
  plants: { latitude: 35, longitude: -78 },
  places: [],
  plausible: { load: [100, 20_000], wind: [0, 8_000], solar: [0, 9_000] },
  neighbours: [],
  sources: [],
};

const HOUR_MS = 3_600_000;

/** Columns by UTC, which the market's own clock does not shape. */
const MAPPING = {
  source: 'exchange',
  time: { column: 'utc', zone: 'utc' },
  resolution: 'PT1H',
  series: [
    price('da'),
    price('ida1'),
    ...['load', 'wind', 'solar'].map((name) => ({
      column: name,
      key: `${name}.forecast`,
      unit: 'MW',
      availability: { rule: 'local-time', dayOffset: -1, time: '05:00' },
    })),
  ],
};

function price(auction: string) {
  return {
    column: auction,
    key: `price.${auction}`,
    unit: 'EUR/MWh',
    availability: { rule: 'auction', product: auction },
  };
}

/** Price and inputs of an hour; the price follows what wind and sun leave of the load. The same on every machine. */
export function madeUpHour(start: number) {
  const local = new Date(start - 5 * HOUR_MS);
  const hour = local.getUTCHours();
  const day = Math.floor(local.getTime() / (24 * HOUR_MS));
  const isWeekend = [0, 6].includes(local.getUTCDay());
  const load =
    6000 + 1500 * Math.sin(((hour - 9) / 24) * 2 * Math.PI) - (isWeekend ? 700 : 0) + 300 * news('load', day);
  const wind = 1500 + 1200 * news('wind', day) + 150 * news(`wind ${hour}`, day);
  const solar = 2500 * Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * (0.7 + 0.3 * news('sun', day));
  const da = 15 + (load - wind - solar) / 100 + 4 * news(`price ${hour}`, day);
  return { da, ida1: da + 3 * news('later', day) + news(`later ${hour}`, day), load, wind, solar };
}

/** A number from -1 to 1 that a name and a day always have. */
function news(name: string, day: number): number {
  const bytes = createHash('sha256').update(`${name} ${day}`).digest();
  return (bytes.readUInt32BE(0) / 0xff_ff_ff_ff) * 2 - 1;
}

/** Writes the definition, the mapping, and hours from `from` on: prices before `pricesTo`, inputs before `inputsTo`. */
export function writeMarketFiles(
  folder: string,
  { from, pricesTo, inputsTo }: { from: number; pricesTo: number; inputsTo: number },
): { markets: string; mapping: string; data: string } {
  const lines = ['utc,da,ida1,load,wind,solar'];
  for (let start = from; start < inputsTo; start += HOUR_MS) {
    const { da, ida1, load, wind, solar } = madeUpHour(start);
    const cells = [
      start < pricesTo ? da.toFixed(2) : '',
      start < pricesTo ? ida1.toFixed(2) : '',
      ...[load, wind, solar].map((value) => value.toFixed(1)),
    ];
    lines.push(`${new Date(start).toISOString().slice(0, 16)}Z,${cells.join(',')}`);
  }
  const files = {
    markets: path.join(folder, 'markets.json'),
    mapping: path.join(folder, 'mapping.json'),
    data: path.join(folder, 'hours.csv'),
  };
  writeFileSync(files.markets, JSON.stringify({ markets: [MADE_UP] }));
  writeFileSync(files.mapping, JSON.stringify(MAPPING));
  writeFileSync(files.data, `${lines.join('\n')}\n`);
  return files;
}
