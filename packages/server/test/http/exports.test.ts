import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { addDays, deliveryPeriods } from '@lonja/forecasting/market';
import { parquetReadObjects } from 'hyparquet';
import { ExportManifest } from '../../src/forecasts/exports/schemas.ts';
import { ForecastSeries } from '../../src/forecasts/series/schemas.ts';
import { Accuracy } from '../../src/forecasts/accuracy/record.ts';
import { Fundamentals } from '../../src/forecasts/fundamentals/record.ts';
import { PricePage } from '../../src/market/prices/record.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { publishTestRun, storeTestPower } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const SPRING = '2026-03-29';
const AUTUMN = '2025-10-26';
const api = await createTestApi('2026-04-02T12:00:00Z');
const folder = await mkdtemp(join(tmpdir(), 'lonja-exports-'));
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
after(async () => {
  duckdb.closeSync();
  await api.close();
  await rm(folder, { recursive: true });
});

let key = '';

/** Whole numbers on the first day, two decimals and signs on later ones. */
async function storePrices(
  day: string,
  { resolution, priceOf }: { resolution: 'PT15M' | 'PT1H'; priceOf: (index: number) => number },
  availableAt = `${addDays(day, -1)}T12:00:00Z`,
): Promise<void> {
  const periods = deliveryPeriods(day, resolution);
  await appendObservations(
    api.db,
    { series: 'price.da', source: 'csv', resolution, unit: 'EUR/MWh' },
    {
      start: Float64Array.from(periods, ({ start }) => start),
      value: Float64Array.from(periods, ({ index }) => priceOf(index)),
      availableAt: new Float64Array(periods.length).fill(Date.parse(availableAt)),
    },
  );
}

before(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  key = await api.createKey();
  await storePrices('2025-09-30', { resolution: 'PT1H', priceOf: (index) => index });
  await storePrices(AUTUMN, { resolution: 'PT15M', priceOf: (index) => 114.07 + index / 100 });
  await storePrices('2026-03-28', { resolution: 'PT15M', priceOf: (index) => -0.01 * index });
  await storePrices(SPRING, { resolution: 'PT15M', priceOf: (index) => index - 499.99 });
  await storePrices('2026-03-31', { resolution: 'PT15M', priceOf: () => 4000 });
  const publish = (day: string, rest: object = {}) =>
    publishTestRun(api.db, {
      issuedAt: `${addDays(day, -1)}T07:30:00Z`,
      publishedAt: `${addDays(day, -1)}T07:31:30Z`,
      firstDay: day,
      days: 1,
      level: 49.99,
      withQuarters: true,
      ...rest,
    });
  await publish(AUTUMN);
  await publish(SPRING, { withDistributions: true });
  for (const day of [AUTUMN, SPRING]) {
    await storeTestPower(api.db, {
      series: 'load.actual',
      day,
      availableAt: `${addDays(day, 1)}T06:00:00Z`,
      megawatts: (hour) => 20_000.04 + hour,
    });
    await storeTestPower(api.db, {
      series: 'wind.actual',
      day,
      availableAt: `${addDays(day, 1)}T08:00:00Z`,
      megawatts: () => 0,
    });
  }
});

async function answerOf(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const { port } = api.app.server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
}

async function fileOf(query: string): Promise<Uint8Array> {
  const answer = await answerOf(`/api/v1/exports/${query}`);
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
}

async function manifestOf(query: string): Promise<ExportManifest> {
  const answer = await answerOf(`/api/v1/exports/${query}`);
  const body: unknown = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return ExportManifest.parse(body);
}

let files = 0;
/** Rows of DuckDB with instants as epoch ms and everything else as its text. */
async function byDuckdb(bytes: Uint8Array, kind: 'parquet' | 'csv.gz'): Promise<Record<string, unknown>[]> {
  const path = join(folder, `${files++}.${kind}`);
  await writeFile(path, bytes);
  // Types of CSV are the reader's to say.
  const from = kind === 'parquet' ? `read_parquet('${path}')` : `read_csv('${path}', all_varchar = true)`;
  const described = await duckdb.runAndReadAll(`describe select * from ${from}`);
  const columns = described.getRowObjectsJS().map(({ column_name: name, column_type: type }) => {
    const quoted = JSON.stringify(name);
    return type === 'TIMESTAMP WITH TIME ZONE'
      ? `epoch_ms(${quoted})::double as ${quoted}`
      : `${quoted}::varchar as ${quoted}`;
  });
  const rows = await duckdb.runAndReadAll(`select ${columns.join(', ')} from ${from}`);
  return rows.getRowObjectsJS();
}

async function typesByDuckdb(bytes: Uint8Array): Promise<Record<string, string>> {
  const path = join(folder, `${files++}.parquet`);
  await writeFile(path, bytes);
  const described = await duckdb.runAndReadAll(`describe select * from read_parquet('${path}')`);
  return Object.fromEntries(
    described.getRowObjectsJS().map(({ column_name, column_type }) => [column_name, column_type]),
  );
}

const byHyparquet = async (bytes: Uint8Array): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: new Uint8Array(bytes).buffer });

async function pricesOfApi(day: string, resolution: string): Promise<PricePage['items']> {
  const query = `date_from=${day}&date_to=${day}&resolution=${resolution}&page_size=1000`;
  return PricePage.parse((await api.get(`/market/prices?${query}`, key)).body).items;
}

suite('files of prices', () => {
  for (const [day, hours] of [
    [SPRING, 23],
    [AUTUMN, 25],
  ] as const) {
    for (const resolution of ['PT1H', 'PT15M'] as const) {
      test(`two engines read the instants and decimals of the API on ${day} in ${resolution}`, async () => {
        const ms = resolution === 'PT1H' ? 3_600_000 : 900_000;
        const expected = (await pricesOfApi(day, resolution)).map(({ start, price }) => [
          Date.parse(start),
          Date.parse(start) + ms,
          price.toFixed(2),
        ]);
        assert.equal(expected.length, resolution === 'PT1H' ? hours : 4 * hours);
        const query = `prices?date_from=${day}&date_to=${day}&resolution=${resolution}`;
        const parquet = await fileOf(`${query}&format=parquet`);
        const duck = await byDuckdb(parquet, 'parquet');
        assert.deepEqual(
          duck.map((row) => [row['delivery_start'], row['delivery_end'], row['price']]),
          expected,
        );
        assert.ok(duck.every((row) => row['delivery_day'] === day && row['simulated'] === 'false'));
        const availableAt = Date.parse(`${addDays(day, -1)}T12:00:00Z`);
        assert.ok(duck.every((row) => row['available_at'] === availableAt));
        const hyparquet = await byHyparquet(parquet);
        assert.deepEqual(
          hyparquet.map(({ delivery_start: start, delivery_end: end, price }) => [
            (start as Date).getTime(),
            (end as Date).getTime(),
            (price as number).toFixed(2),
          ]),
          expected,
        );
        const csv = await byDuckdb(await fileOf(`${query}&format=csv.gz`), 'csv.gz');
        assert.deepEqual(
          csv.map((row) => [
            Date.parse(String(row['delivery_start'])),
            Date.parse(String(row['delivery_end'])),
            Number(row['price']).toFixed(2),
          ]),
          expected,
        );
      });
    }
  }

  test('the types of columns are declared, whatever the first day looks like', async () => {
    const whole = await fileOf('prices?date_from=2025-09-30&date_to=2025-09-30&format=parquet');
    const none = await fileOf('prices?date_from=2024-01-01&date_to=2024-01-02&format=parquet');
    const types = {
      delivery_day: 'DATE',
      delivery_start: 'TIMESTAMP WITH TIME ZONE',
      delivery_end: 'TIMESTAMP WITH TIME ZONE',
      available_at: 'TIMESTAMP WITH TIME ZONE',
      price: 'DECIMAL(9,2)',
      simulated: 'BOOLEAN',
    };
    assert.deepEqual(await typesByDuckdb(whole), types);
    assert.deepEqual(await typesByDuckdb(none), types);
    assert.deepEqual(await byDuckdb(none, 'parquet'), []);
    assert.equal(
      gunzipSync(await fileOf('prices?date_from=2024-01-01&date_to=2024-01-02&format=csv.gz')).toString(),
      'delivery_day,delivery_start,delivery_end,available_at,price,simulated\r\n',
    );
    const later = await byDuckdb(
      await fileOf('prices?date_from=2025-09-30&date_to=2025-10-26&resolution=PT15M&format=parquet'),
      'parquet',
    );
    assert.deepEqual([later.length, later[4]?.['price'], later[97]?.['price']], [196, '1.00', '114.08']);
  });

  test('a file is compressed itself, not its transfer, and says its name', async () => {
    const path = '/api/v1/exports/prices?date_from=2026-03-28&date_to=2026-03-29';
    for (const [format, type] of [
      ['parquet', 'application/vnd.apache.parquet'],
      ['csv.gz', 'application/gzip'],
    ]) {
      const answer = await answerOf(`${path}&format=${format}`, { 'accept-encoding': 'gzip, br' });
      await answer.arrayBuffer();
      assert.equal(answer.headers.get('content-encoding'), null);
      assert.equal(answer.headers.get('content-type'), type);
      assert.equal(
        answer.headers.get('content-disposition'),
        `attachment; filename="lonja-prices-da-PT1H-2026-03-28-2026-03-29.${format}"`,
      );
    }
  });
});

suite('the manifest', () => {
  const SPAN = 'prices?date_from=2025-09-01&date_to=2026-04-01&resolution=PT15M';

  test('each calendar year is a file with its rows, bytes and hash', async () => {
    const manifest = await manifestOf(SPAN);
    assert.deepEqual(
      manifest.parts.map((part) => [part.date_from, part.date_to, part.rows]),
      [
        ['2025-09-01', '2025-12-31', 96 + 100],
        ['2026-01-01', '2026-04-01', 96 + 92 + 96],
      ],
    );
    assert.deepEqual(
      [manifest.rows, manifest.as_of, manifest.simulated],
      [480, '2026-04-02T12:00:00Z', false],
    );
    for (const part of manifest.parts) {
      assert.deepEqual(
        part.files.map(({ format }) => format),
        ['parquet', 'csv.gz'],
      );
      for (const file of part.files) {
        const bytes = new Uint8Array(await (await answerOf(file.url)).arrayBuffer());
        assert.equal(bytes.length, file.bytes);
        assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256);
        assert.equal((await byDuckdb(bytes, file.format)).length, part.rows);
      }
    }
    // The file of the whole span has the rows of its years.
    assert.equal((await byDuckdb(await fileOf(`${SPAN}&format=parquet`), 'parquet')).length, 480);
  });

  test('a manifest of one form; a process that did not make it gives the same files', async () => {
    const { parts } = await manifestOf(`${SPAN}&files=csv.gz`);
    const other = await api.addProcess();
    for (const { files } of parts) {
      assert.deepEqual(
        files.map(({ format }) => format),
        ['csv.gz'],
      );
      const [{ url, sha256 }] = files;
      const { rawPayload } = await other.inject({ url, headers: { authorization: `Bearer ${key}` } });
      assert.equal(createHash('sha256').update(rawPayload).digest('hex'), sha256);
    }
  });

  test('a correction changes the hash of its year alone, and what was known before can be had again', async () => {
    const earlier = await manifestOf(`${SPAN}&as_of=2026-04-02T12:00:00Z`);
    await storePrices('2026-03-28', { resolution: 'PT15M', priceOf: () => 7 }, '2026-04-02T12:30:00Z');
    api.clock.set(Date.parse('2026-04-02T13:00:00Z'));
    const later = await manifestOf(SPAN);
    const hashes = ({ parts }: ExportManifest) =>
      parts.map(({ files: made }) => made.map(({ sha256 }) => sha256));
    assert.deepEqual(hashes(later)[0], hashes(earlier)[0]);
    assert.notDeepEqual(hashes(later)[1], hashes(earlier)[1]);
    assert.deepEqual(hashes(await manifestOf(`${SPAN}&as_of=${earlier.as_of}`)), hashes(earlier));
    assert.equal((await manifestOf(`${SPAN}&as_of=0000-01-01T00:15:00Z`)).rows, 0);
    const rows = await byDuckdb(
      await fileOf('prices?date_from=2026-03-28&date_to=2026-03-28&resolution=PT15M&format=parquet'),
      'parquet',
    );
    assert.deepEqual(
      [...new Set(rows.map((row) => `${String(row['price'])} ${String(row['available_at'])}`))],
      [`7.00 ${Date.parse('2026-04-02T12:30:00Z')}`],
    );
  });
});

suite('files of the other tables', () => {
  test('forecasts are those of /forecasts/series, with their quantiles', async () => {
    for (const resolution of ['PT1H', 'PT15M']) {
      for (const day of [SPRING, AUTUMN]) {
        const span = `date_from=${addDays(day, -1)}&date_to=${day}&resolution=${resolution}&quantiles=2.5,25,75`;
        const answer = await api.get(`/forecasts/series?issued_before=12:00&${span}`, key);
        const { days } = ForecastSeries.parse(answer.body);
        const expected = days.flatMap(({ points, published_at, issued_at, forecast_id, model_version }) =>
          points.map(({ time, value, p10, p90, quantiles }) => [
            Date.parse(time),
            Date.parse(published_at),
            Date.parse(issued_at),
            ...[value, p10, p90, quantiles?.['2.5'], quantiles?.['25'], quantiles?.['75']].map((price) =>
              price?.toFixed(2),
            ),
            forecast_id,
            model_version,
          ]),
        );
        const rows = await byDuckdb(await fileOf(`forecasts?${span}&format=parquet`), 'parquet');
        const names = [
          'delivery_start',
          'available_at',
          'issued_at',
          'value',
          'p10',
          'p90',
          'q2_5',
          'q25',
          'q75',
        ];
        const read = rows.map((row) => [...names, 'forecast_id', 'model_version'].map((name) => row[name]));
        assert.ok(read.length >= 23);
        assert.deepEqual(read, expected);
      }
    }
  });

  test('what nobody publishes of the power system is null, and zero is zero', async () => {
    for (const [day, hours] of [
      [SPRING, 23],
      [AUTUMN, 25],
    ] as const) {
      const answer = await api.get(`/market/fundamentals?date=${day}`, key);
      const expected = Fundamentals.parse(answer.body).hours.map(({ start, total_load_mw: load }) => [
        Date.parse(start),
        load.toFixed(1),
      ]);
      const bytes = await fileOf(`fundamentals?date_from=${day}&date_to=${day}&format=parquet`);
      const rows = await byDuckdb(bytes, 'parquet');
      assert.equal(rows.length, hours);
      assert.deepEqual(
        rows.map((row) => [row['delivery_start'], row['total_load_mw']]),
        expected,
      );
      assert.ok(rows.every((row) => row['wind_mw'] === '0.0' && row['solar_mw'] === null));
      // Of the values of an hour the wind came last.
      const newest = Date.parse(`${addDays(day, 1)}T08:00:00Z`);
      assert.ok(rows.every((row) => row['available_at'] === newest));
      const others = await byHyparquet(bytes);
      assert.ok(others.every((row) => row['wind_mw'] === 0 && (row['solar_mw'] ?? null) === null));
      const csv = await fileOf(`fundamentals?date_from=${day}&date_to=${day}&format=csv.gz`);
      assert.doesNotMatch(gunzipSync(csv).toString(), /NaN|null|undefined/);
    }
  });

  test('the errors are those that /metrics/accuracy makes its figures of', async () => {
    const span = `date_from=${AUTUMN}&date_to=${addDays(AUTUMN, 1)}`;
    const { mae, n_observations } = Accuracy.parse((await api.get(`/metrics/accuracy?${span}`, key)).body);
    const rows = await byDuckdb(await fileOf(`accuracy?${span}&format=parquet`), 'parquet');
    const errors = rows.map((row) => Math.abs(Number(row['error'])));
    assert.deepEqual([rows.length, n_observations], [25, 25]);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    assert.ok(Math.abs(mean - mae) <= 0.02, `${mean} and ${mae}`);
    assert.ok(rows.every((row) => row['available_at'] === Date.parse('2025-10-25T12:00:00Z')));
  });
});

suite('refusals', () => {
  test('spans, forms and fields that cannot be exported', async () => {
    const refused = async (query: string, token = key) =>
      errorOf(await api.get(`/exports/${query}`, token)).join(' ');
    const span = 'date_from=2026-03-28&date_to=2026-03-29';
    assert.equal(await refused('prices?date_from=2010-01-01&date_to=2026-03-29'), '400 invalid_request');
    assert.equal(await refused(`prices?${span}&format=xlsx`), '422 validation_error');
    assert.equal(await refused(`fundamentals?${span}&product=da`), '400 unknown_parameter');
    assert.equal(await refused(`prices?${span}&market_id=fr`), '404 not_found');
    assert.equal(await refused(`prices?${span}&as_of=yesterday`), '400 invalid_request');
    const other = await api.createKey({ products: ['es-ida1'] });
    assert.equal(await refused(`prices?${span}&format=parquet`, other), '403 insufficient_scope');
  });
});
