import { IBERIA, dayStart, deliveryPeriods } from '@lonja/forecasting/market';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  entsoeAcknowledgement,
  entsoeReply,
  esiosReply,
  openMeteoReply,
} from '../../../test/sources/payloads.ts';
import { parseEntsoeDocument } from './entsoe/parse.ts';
import { parseEsiosIndicator } from './esios/source.ts';
import { parseOpenMeteo } from './open-meteo/parse.ts';
import { parseRedata } from './redata/parse.ts';

const AUTUMN = '2025-10-26';
const SPAN = { from: AUTUMN, to: AUTUMN };
const ZONE = '10YES-REE------0';

test('ESIOS: the asked zone is picked, and both hours 2 of an autumn day are there', () => {
  const text = esiosReply(SPAN, { indicator: 600, geoIds: [1, 3, 2], resolution: 'PT1H' });
  const { values, step } = parseEsiosIndicator(text, {
    indicator: 600,
    geoId: 3,
    key: 'price.da',
    what: 'ESIOS',
  });
  assert.equal(step, 'by day');
  assert.deepEqual(
    [...values.keys()],
    deliveryPeriods(AUTUMN, 'PT1H').map(({ start }) => start),
  );
  assert.throws(
    () => parseEsiosIndicator(text, { indicator: 600, geoId: 9, key: 'price.da', what: 'ESIOS' }),
    /none of zone 9/,
  );
  assert.throws(
    () => parseEsiosIndicator(text, { indicator: 612, geoId: 3, key: 'price.ida1', what: 'ESIOS' }),
    /indicator 600/,
  );
});

test('ENTSO-E: values that a curve of type A03 leaves out are those before them, of type A01 they are missing', () => {
  const series = (curveType: 'A01' | 'A03') =>
    entsoeReply(SPAN, {
      kind: 'Publication',
      series: [{ inDomain: ZONE, outDomain: ZONE, curveType: 'A03', coarse: true }],
    }).replace('<curveType>A03', `<curveType>${curveType}`);
  const [filled] = parseEntsoeDocument(series('A03'), 'prices');
  const [gaps] = parseEntsoeDocument(series('A01'), 'prices');
  assert.equal(filled.values.size, 25);
  assert.ok(gaps.values.size < 25);
  for (const [start, value] of gaps.values) assert.equal(filled.values.get(start), value);
});

test('ENTSO-E: one reply may mix hours and quarters, whatever the version of its namespace', () => {
  for (const version of ['7:0', '7:3', '9:1']) {
    const text = entsoeReply(SPAN, {
      kind: 'Publication',
      version,
      series: [
        { inDomain: ZONE, outDomain: ZONE, resolution: 'PT60M' },
        { inDomain: ZONE, outDomain: ZONE, resolution: 'PT15M' },
      ],
    });
    assert.deepEqual(
      parseEntsoeDocument(text, 'prices').map(({ values }) => values.size),
      [25, 100],
    );
  }
});

test('ENTSO-E: prices of intraday contracts and of a second auction are left out', () => {
  const text = entsoeReply(SPAN, { kind: 'Publication', series: [{ inDomain: ZONE, outDomain: ZONE }] });
  const intraday = text.replace(
    '<curveType>',
    '<contract_MarketAgreement.type>A07</contract_MarketAgreement.type><curveType>',
  );
  assert.deepEqual(parseEntsoeDocument(intraday, 'prices'), []);
});

test('ENTSO-E: of an intraday auction the series of its contract and sequence are read, of IDA3 the second half of the day', () => {
  const from = dayStart(AUTUMN) + 13 * 3_600_000;
  const reply = entsoeReply(SPAN, {
    kind: 'Publication',
    series: ['1', '2', '3'].map((sequence) => ({
      inDomain: ZONE,
      outDomain: ZONE,
      auction: { contract: 'A07', sequence },
      resolution: 'PT15M' as const,
      curveType: 'A03' as const,
      meanOf: (start: number) => (sequence === '3' && start < from ? undefined : 40 + Number(sequence)),
    })),
  });
  const [third, ...others] = parseEntsoeDocument(reply, 'prices', { contract: 'A07', sequence: '3' });
  assert.deepEqual(others, []);
  assert.deepEqual([...new Set(third.values.values())], [43]);
  assert.deepEqual([Math.min(...third.values.keys()), third.values.size], [from, 48]);
  assert.deepEqual(parseEntsoeDocument(reply, 'prices'), []);
});

test('ENTSO-E: "no data" is an empty answer, a bad request under the same code is not', () => {
  assert.deepEqual(parseEntsoeDocument(entsoeAcknowledgement('No matching data found'), 'x'), []);
  assert.throws(
    () =>
      parseEntsoeDocument(entsoeAcknowledgement('The number of instances exceeds the allowed maximum'), 'x'),
    /exceeds the allowed maximum/,
  );
  assert.throws(() => parseEntsoeDocument('<html><body>Unauthorized</body></html>', 'x'), /market document/);
});

test('ENTSO-E: another unit than asked for is refused', () => {
  const text = entsoeReply(SPAN, { kind: 'GL', series: [{ inDomain: ZONE }] });
  assert.throws(() => parseEntsoeDocument(text.replace('MAW', 'KWT'), 'load'), /expected EUR\/MWH or MAW/);
});

test('ENTSO-E: a document type definition brings no entities in', () => {
  const text = entsoeReply(SPAN, { kind: 'GL', series: [{ inDomain: ZONE }] });
  const bomb = text.replace('<GL_MarketDocument', '<!DOCTYPE a [<!ENTITY b "12345">]><GL_MarketDocument');
  assert.throws(
    () => parseEntsoeDocument(bomb.replace(/<quantity>[^<]*</, '<quantity>&b;<'), 'load'),
    /cannot be read/,
  );
});

test('Open-Meteo: an hour that one place lacks is missing', () => {
  const replies: { hourly: { temperature_2m: (number | null)[] } }[] = JSON.parse(
    openMeteoReply(SPAN, IBERIA[0].places.length),
  );
  replies[3].hourly.temperature_2m[5] = null;
  const [temperature, wind] = parseOpenMeteo(JSON.stringify(replies), IBERIA[0].places, 'weather');
  assert.equal(temperature.values.has(Date.parse(`${AUTUMN}T05:00:00Z`)), false);
  assert.equal(wind.values.has(Date.parse(`${AUTUMN}T05:00:00Z`)), true);
  assert.throws(
    () => parseOpenMeteo(openMeteoReply(SPAN, 2), IBERIA[0].places, 'weather'),
    /expected 10 places/,
  );
});

test('the weights of the places add up to one', () => {
  for (const share of ['load', 'wind', 'solar'] as const) {
    const sum = IBERIA[0].places.reduce((total, place) => total + place[share], 0);
    assert.ok(Math.abs(sum - 1) < 1e-9, share);
  }
});

test('REData: the neighbours of a widget of borders have their lines, and errors are not taken for no data', () => {
  const text = JSON.stringify({
    included: [
      {
        type: 'Francia',
        attributes: { title: 'Francia' },
        content: [
          {
            type: 'saldo',
            attributes: {
              values: [{ value: 12.5, percentage: 1, datetime: '2025-10-26T00:00:00.000+02:00' }],
            },
          },
        ],
      },
    ],
  });
  assert.deepEqual(parseRedata(text, 'borders'), [
    { type: 'Francia/saldo', values: new Map([[dayStart(AUTUMN), 12.5]]) },
  ]);
  const errors = (detail: string) => JSON.stringify({ errors: [{ code: 502, status: '502', detail }] });
  assert.deepEqual(parseRedata(errors('There are no data for the selected filters.'), 'borders'), []);
  assert.throws(
    () => parseRedata(errors('Internal error.'), 'borders'),
    /borders: refused with "Internal error\."/,
  );
});

test('REData: a line that is sent twice counts once, and one that contradicts itself is refused', () => {
  const line = (value: number) => ({
    type: 'Eólica',
    attributes: { values: [{ value, percentage: 1, datetime: '2025-10-26T00:00:00.000+02:00' }] },
  });
  const reply = (...lines: unknown[]) => JSON.stringify({ included: lines });
  assert.deepEqual(parseRedata(reply(line(7), line(7)), 'wind'), [
    { type: 'Eólica', values: new Map([[dayStart(AUTUMN), 7]]) },
  ]);
  assert.throws(
    () => parseRedata(reply(line(7), line(8)), 'wind'),
    /wind: Eólica has two values at 2025-10-26T00:00:00\.000\+02:00, 7 and 8$/,
  );
});
