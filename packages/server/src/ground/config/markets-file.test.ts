import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { IBERIA } from '@lonja/forecasting/market';
import { readMarkets } from './markets-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'lonja-markets-file-'));
after(() => rmSync(folder, { recursive: true }));

const DAY_AHEAD = {
  auction: 'da',
  name: 'Day-ahead',
  gateClosure: { dayOffset: -1, time: '11:00' },
  resultsPublished: { dayOffset: -1, time: '12:00' },
  scheduledRuns: [{ dayOffset: -1, time: '10:30' }],
  priceLimits: { min: -500, max: 4000 },
};
const FINLAND = {
  id: 'fi',
  name: 'Finland',
  country: 'FI',
  biddingZone: '10YFI-1--------U',
  timeZone: 'Europe/Helsinki',
  currency: 'EUR',
  auctions: [DAY_AHEAD],
  plants: { latitude: 62, longitude: 25 },
};

function read(document: unknown): ReturnType<typeof readMarkets> {
  const file = path.join(folder, 'markets.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return readMarkets(file);
}

test('a short definition is completed, and markets of Iberia are named', () => {
  const [finland] = read({ markets: [FINLAND] });
  assert.deepEqual(finland.auctions[0].quarterHourlyFrom, null);
  assert.deepEqual(
    [finland.holidays, finland.places, finland.sources, finland.isSimulated],
    [[], [], [], false],
  );
  assert.deepEqual(read({ markets: ['es', 'pt'] }), IBERIA);
});

test('the file that is shipped is read', () => {
  const file = path.join(import.meta.dirname, '../../../../../deploy/markets/finland.json');
  assert.deepEqual(readMarkets(file)[0].sources, ['entsoe']);
});

test('every fault is listed with its field and what to write instead', () => {
  const bad = {
    ...FINLAND,
    id: 'all',
    timeZone: 'Asia/Kolkata',
    currency: 'GBP',
    colour: 'blue',
    auctions: [
      { ...DAY_AHEAD, auction: 'ida1', priceLimits: { min: 5, max: 1 } },
      { ...DAY_AHEAD, gateClosure: { dayOffset: -1, time: '25:00' } },
    ],
    places: [{ latitude: 60, longitude: 25, load: 0.5, wind: 1, solar: 1 }],
    sources: ['omie'],
  };
  const message = faultOf({ markets: [bad] });
  for (const part of [
    /markets\.0\.id: must not be all/,
    /markets\.0\.timeZone: must be whole hours from UTC/,
    /markets\.0\.currency: must be EUR/,
    /Unrecognized key: "colour"/,
    /markets\.0\.auctions\.1\.gateClosure\.time: must be a local time HH:MM/,
    /markets\.0\.places: must have shares of load that add up to 1, not 0\.5/,
    /markets\.0\.sources\.0: /,
    /docs\/markets\.md/,
  ]) {
    assert.match(message, part);
  }
  assert.match(faultOf({ markets: [{ ...FINLAND, timeZone: 'Mars/Olympus' }] }), /a zone of the tz database/);
  assert.match(
    faultOf({ markets: [{ ...FINLAND, auctions: [DAY_AHEAD, DAY_AHEAD] }] }),
    /must be da, then those after it/,
  );
  assert.match(
    faultOf({ markets: [{ ...FINLAND, auctions: [DAY_AHEAD, { ...DAY_AHEAD, auction: 'ida1' }] }] }),
    /auctions\.1\.renewedAt: must be given/,
  );
  assert.match(faultOf({ markets: [] }), /markets: /);
  assert.match(faultOf('{'), /is no JSON document/);
  assert.throws(() => readMarkets(path.join(folder, 'absent.json')), /absent\.json cannot be read/);
  assert.throws(() => readMarkets(folder), /cannot be read/);
});

function faultOf(document: unknown): string {
  try {
    read(document);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return assert.fail('The file was taken.');
}
