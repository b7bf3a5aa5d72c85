import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, usualSolarShare } from '@lonja/forecasting/market';
import { type ReplayServer, startReplayServer } from '../../../test/sources/replay-server.ts';
import { stepOfDay, startsOf } from './timed-values.ts';
import { parseEntsoeDocument } from './entsoe/parse.ts';
import { parseEsiosIndicator } from './esios/source.ts';
import { createOmieSource } from './omie/source.ts';
import { parseOpenMeteo } from './open-meteo/parse.ts';
import type { Source } from './source.ts';
import { createTransport } from './transport/transport.ts';

/** What the sources really answered, kept beside the project's folder and never in it. */
const data = new URL('../../../../../../shared/data/', import.meta.url);
const skip = existsSync(data) ? false : 'needs the real files in ../shared/data';
const read = (path: string) => readFileSync(new URL(path, data), 'utf8');

describe('OMIE as it was', { skip }, () => {
  let server: ReplayServer;
  let source: Source;
  before(async () => {
    server = await startReplayServer((url) => {
      const name = url.searchParams.get('filename') ?? '';
      const file = ['omie/raw/', 'samples/omie/'].find((folder) => existsSync(new URL(folder + name, data)));
      return file === undefined ? undefined : read(file + name);
    });
    const limits = { requestsPerMinute: 1e6, parallel: 4, timeoutMs: 30_000, attempts: 2 };
    const context = {
      fetch: globalThis.fetch,
      now: () => 0,
      sleep: async () => {},
      random: () => 0,
      version: 'test',
    };
    source = createOmieSource({ transport: createTransport('omie', limits, context), baseUrl: server.url });
  });
  after(() => server.close());

  const fetchDays = (from: string, to = from) => source.fetch(source.publications[0], { from, to });

  test('days of 23, 24 and 25 hours come whole, in hours before October 2025 and in quarters since', async () => {
    for (const [day, resolution] of [
      ['2018-10-28', 'PT1H'],
      ['2024-06-14', 'PT1H'],
      ['2025-03-30', 'PT1H'],
      ['2025-09-30', 'PT1H'],
      ['2025-10-01', 'PT15M'],
      ['2025-10-26', 'PT15M'],
      ['2026-03-29', 'PT15M'],
    ] as const) {
      const [{ series }] = await fetchDays(day);
      assert.deepEqual(
        series.map((part) => [part.key, part.resolution]),
        [
          ['price.da', resolution],
          ['price.da.pt', resolution],
        ],
      );
      assert.deepEqual([...series[0].start], [...startsOf(source.publications[0], day, resolution)], day);
    }
  });

  test('days that exist as a second revision only are found', async () => {
    const revisions = await Promise.all(['2023-05-28', '2025-11-27'].map((day) => fetchDays(day)));
    assert.deepEqual(
      revisions.map(([{ revision }]) => revision),
      [2, 2],
    );
  });

  test('a month of files is a month of days, and an auction without prices is a day without series', async () => {
    assert.equal((await fetchDays('2026-01-01', '2026-01-31')).length, 31);
    const ida1 = source.publications.find(({ name }) => name === 'price.ida1');
    assert.ok(ida1);
    const empty = { day: '2026-10-01', revision: 1, series: [], warnings: [] };
    assert.deepEqual(await source.fetch(ida1, { from: '2026-10-01', to: '2026-10-01' }), [empty]);
  });
});

test('the live client takes every real intraday file, those without prices too', { skip }, async () => {
  const folder = new URL('omie/raw-intraday/', data);
  const names = new Set(readdirSync(folder));
  const fetch = async (request: string | URL | Request) => {
    const name = new URL(request instanceof Request ? request.url : request).searchParams.get('filename');
    return name !== null && names.has(name)
      ? new Response(readFileSync(new URL(name, folder)))
      : new Response('', { status: 404 });
  };
  const limits = { requestsPerMinute: 1e9, parallel: 4, timeoutMs: 30_000, attempts: 1 };
  const context = { fetch, now: () => 0, sleep: async () => {}, random: () => 0, version: 'test' };
  const source = createOmieSource({
    transport: createTransport('omie', limits, context),
    baseUrl: 'https://omie.test',
  });
  const count = { priced: 0, withoutResult: 0 };
  for (const [product, from] of [
    ['ida1', '2025-01-01'],
    ['ida2', '2026-01-01'],
  ] as const) {
    const publication = source.publications.find(({ name }) => name === `price.${product}`);
    assert.ok(publication);
    for (const { day, series, warnings } of await source.fetch(publication, { from, to: '2026-03-31' })) {
      assert.deepEqual(warnings, [], day);
      if (series.length === 0) count.withoutResult++;
      else count.priced++;
      for (const { resolution, start, value } of series) {
        assert.equal(resolution, day < '2025-03-19' ? 'PT1H' : 'PT15M', day);
        assert.deepEqual(new Set(start), startsOf(publication, day, resolution), day);
        assert.ok(value.every(Number.isFinite), day);
      }
    }
  }
  assert.equal(count.priced + count.withoutResult, names.size);
  assert.equal(count.withoutResult, 24);
});

test('recorded files of ESIOS: zones are distinguished, and the autumn day has 25 hours', { skip }, () => {
  const spot = read('samples/esios/indicator-spot-01-10-2025.json');
  const { values } = parseEsiosIndicator(spot, { indicator: 600, geoId: 3, key: 'price.da', what: 'ESIOS' });
  assert.equal(stepOfDay(values.keys()), HOUR_MS / 4);
  assert.equal(values.get(Date.parse('2025-09-30T22:00:00Z')), 105.1);
  const tariff = read('samples/esios/PRICES_ESIOS_1001_2021_10_31.json');
  const peninsula = parseEsiosIndicator(tariff, { indicator: 1001, geoId: 8741, key: 'x', what: 'ESIOS' });
  assert.equal(peninsula.values.size, 25);
});

test('ENTSO-E as it was: hours and quarters in one reply, curves that repeat, and refusals', { skip }, () => {
  const prices = parseEntsoeDocument(read('samples/entsoe/ES_day_ahead_price.xml'), 'prices');
  assert.deepEqual(
    prices.map(({ step, values }) => [step, values.size * step]),
    [
      [HOUR_MS, DAY_MS],
      [HOUR_MS, DAY_MS],
      [HOUR_MS / 4, DAY_MS],
      [HOUR_MS / 4, DAY_MS],
    ],
  );
  const generation = parseEntsoeDocument(read('samples/entsoe/FI_production.xml'), 'generation');
  assert.ok(generation.some(({ psrType }) => psrType === 'B19'));
  assert.deepEqual(parseEntsoeDocument(read('samples/entsoe/krose_no_data.xml'), 'x'), []);
  for (const file of [
    'rabinage_bad-request-resp.xml',
    'krose_offset_response.xml',
    'rabinage_unauth-resp.xml',
  ]) {
    assert.throws(() => parseEntsoeDocument(read(`samples/entsoe/${file}`), file), /refused|market document/);
  }
});

test('Open-Meteo: the radiation of an hour follows the sun in the middle of the hour', { skip }, () => {
  const lisbon = { latitude: 38.7, longitude: -9.2 };
  const rows = read('samples/openmeteo/open-meteo-38.70N9.20W64m.csv').trim().split('\n').slice(4);
  const cells = rows.map((row) => row.split(','));
  const hourly = {
    time: cells.map(([time]) => Date.parse(`${time}:00Z`) / 1000),
    temperature_2m: cells.map(([, temperature]) => Number(temperature)),
    wind_speed_100m: cells.map(() => null),
    shortwave_radiation: cells.map((row) => Number(row[3])),
  };
  const hourly_units = { temperature_2m: '°C', wind_speed_100m: 'm/s', shortwave_radiation: 'W/m²' };
  const place = { ...lisbon, load: 1, wind: 1, solar: 1 };
  const [, , irradiance] = parseOpenMeteo(JSON.stringify({ hourly, hourly_units }), [place], 'weather');
  const starts = [...irradiance.values.keys()];
  const values = [...irradiance.values.values()];
  const likeTheSunAt = (hours: number) =>
    correlation(
      values,
      starts.map((start) => usualSolarShare(start + hours * HOUR_MS, lisbon)),
    );
  assert.equal(starts.length, 8784);
  assert.ok(likeTheSunAt(0.5) > 0.95);
  for (const hours of [-0.5, 0, 1, 1.5]) assert.ok(likeTheSunAt(hours) < likeTheSunAt(0.5), String(hours));
});

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((value, i) => (value - meanA) * (b[i] - meanB)));
  return (
    covariance /
    Math.sqrt(mean(a.map((value) => (value - meanA) ** 2)) * mean(b.map((value) => (value - meanB) ** 2)))
  );
}
