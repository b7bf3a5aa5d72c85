import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { testProduct, testSummary } from '../../market/test-summary.ts';
import { newestRun, offerFile, offerSheet, offerState, offerText, sideOf } from './offer-sheet.ts';
import { loadTexts } from '../../i18n/texts.ts';

await Promise.all([
  loadTexts('en', 'shell'),
  loadTexts('en', 'parts'),
  loadTexts('en', 'offers'),
  loadTexts('es', 'shell'),
  loadTexts('es', 'parts'),
  loadTexts('es', 'offers'),
]);

type Point = ProductSummary['days'][number]['points'][number];

const QUARTER_MS = 900_000;

/** A day of the summary: its bounds in UTC. */
const DAYS = {
  '2026-03-29': { starts_at: '2026-03-28T23:00:00Z', ends_at: '2026-03-29T22:00:00Z', hours: 23 },
  '2026-10-25': { starts_at: '2026-10-24T22:00:00Z', ends_at: '2026-10-25T23:00:00Z', hours: 25 },
  '2026-11-28': { starts_at: '2026-11-27T23:00:00Z', ends_at: '2026-11-28T23:00:00Z', hours: 24 },
};
type Day = keyof typeof DAYS;

/** Points from `fromQuarter` on, whose values are the number of their quarter. */
function productOf(
  product: ProductSummary['product'],
  date: Day,
  {
    issuedAt,
    fromQuarter = 0,
    prices = [],
  }: { issuedAt?: string; fromQuarter?: number; prices?: number[] } = {},
): ProductSummary {
  const first = Date.parse(DAYS[date].starts_at);
  const timeOf = (quarter: number) => new Date(first + quarter * QUARTER_MS).toISOString();
  const points = Array.from(
    { length: issuedAt === undefined ? 0 : DAYS[date].hours * 4 },
    (_, quarter): Point => ({
      time: timeOf(quarter),
      hour: 0,
      value: quarter + 0.25,
      p10: quarter - 10,
      p90: quarter + 10,
      change: null,
      quantiles: {},
      probabilities: { below_zero: 0.125, cheapest: 0, dearest: 0 },
    }),
  );
  const run = {
    forecast_id: '',
    issued_at: issuedAt ?? '',
    model_version: '',
    data_as_of: '',
    degraded: [],
    degraded_reasons: [],
    cleared_extremes: null,
    simulated: false,
  };
  return testProduct(product, {
    date,
    gate_closes_at: '2026-11-27T14:00:00Z',
    first_run_at: '2026-11-27T12:30:00Z',
    run: issuedAt === undefined ? null : run,
    points: points.slice(fromQuarter),
    prices: prices.map((value, quarter) => ({ time: timeOf(quarter), hour: 0, value })),
  });
}

function summaryOf(date: Day, products: ProductSummary[]): DashboardSummary {
  return testSummary({ date, ...DAYS[date] }, { resolution: 'PT15M', products });
}

const RUN = '2026-11-27T11:05:00Z';

test('a day has a row for each of its quarters: 92, 96 or 100', () => {
  for (const [date, rows] of [
    ['2026-03-29', 92],
    ['2026-11-28', 96],
    ['2026-10-25', 100],
  ] as const) {
    const { startsMs, auctions } = offerSheet(summaryOf(date, [productOf('da', date, { issuedAt: RUN })]), [
      'da',
    ]);
    assert.equal(startsMs.length, rows);
    assert.equal(auctions[0]?.cells.at(-1)?.p50, rows - 1 + 0.25);
  }
});

test('auctions stand side by side; without forecast and price they are left out, hours that one does not have are empty', () => {
  const summary = summaryOf('2026-11-28', [
    productOf('da', '2026-11-28', { issuedAt: RUN, prices: [-1.5] }),
    productOf('ida1', '2026-11-28'),
    productOf('ida3', '2026-11-28', { issuedAt: '2026-11-28T07:30:00Z', fromQuarter: 48 }),
  ]);
  const sheet = offerSheet(summary, ['da', 'ida1', 'ida3']);
  assert.deepEqual(
    sheet.auctions.map(({ product }) => product),
    ['da', 'ida3'],
  );
  assert.deepEqual(sheet.auctions[0]?.cells[0], {
    p10: -10,
    p50: 0.25,
    p90: 10,
    belowZero: 0.125,
    cleared: -1.5,
  });
  assert.equal(sheet.auctions[1]?.cells[47]?.p50, null);
  assert.equal(sheet.auctions[1]?.cells[48]?.p50, 48.25);
  assert.equal(newestRun(sheet), '2026-11-28T07:30:00Z');
  assert.deepEqual(offerSheet(summary, ['ida3']).auctions.length, 1);
});

test('text for a spreadsheet has tabs, times without offset and the decimal sign of the language', () => {
  const sheet = offerSheet(summaryOf('2026-10-25', [productOf('da', '2026-10-25', { issuedAt: RUN })]), [
    'da',
  ]);
  const spanish = offerText(sheet, 'es').split('\r\n');
  assert.equal(
    spanish[0],
    'hora (UTC)\tinicio (Europe/Madrid)\toffset\tda p10 (EUR/MWh)\tda p50 (EUR/MWh)\tda p90 (EUR/MWh)\tda probability_below_0 (0-1)\tda fuera de todo lo casado',
  );
  assert.equal(spanish.length, 1 + 100 + 1);
  // The hour that comes twice has two instants.
  assert.equal(spanish[9], '2026-10-25 00:00:00\t2026-10-25 02:00:00\tUTC+2\t-2\t8,25\t18\t0,125\t');
  assert.equal(spanish[13], '2026-10-25 01:00:00\t2026-10-25 02:00:00\tUTC+1\t2\t12,25\t22\t0,125\t');
  assert.match(offerText(sheet, 'en'), /\t8\.25\t18\t0\.125\t\r\n/);
});

test('a file says which run the columns of each auction are of', () => {
  const sheet = offerSheet(summaryOf('2026-11-28', [productOf('da', '2026-11-28', { issuedAt: RUN })]), [
    'da',
  ]);
  const { head, fileRow } = offerFile(sheet, { hasRuns: true, locale: 'en' });
  assert.equal(head.at(-2), 'da run (UTC)');
  assert.equal(fileRow(0).at(-2), RUN);
});

test('without a forecast the state says when the first run comes, that it is late, or that there was none', () => {
  const at = (now: string) => offerState(productOf('ida1', '2026-11-28'), Date.parse(now));
  assert.deepEqual(at('2026-11-27T12:00:00Z'), { kind: 'to-come', at: '2026-11-27T12:30:00Z' });
  assert.deepEqual(at('2026-11-27T13:00:00Z'), { kind: 'late', since: '2026-11-27T12:30:00Z' });
  assert.deepEqual(at('2026-11-27T14:00:00Z'), { kind: 'none' });
  assert.deepEqual(offerState(productOf('da', '2026-11-28', { issuedAt: RUN }), 0).kind, 'forecast');
});

test('what lies beyond anything cleared is marked in its cell, and in words in a last column of the file', () => {
  const product = productOf('da', '2026-11-28', { issuedAt: RUN, prices: [-20] });
  const point = product.days[0]?.points[2];
  assert.ok(point);
  point.beyond_cleared = { p10: 'below', p90: 'above' };
  const other = productOf('ida1', '2026-11-28', { issuedAt: RUN });
  const sheet = offerSheet(summaryOf('2026-11-28', [product, other]), ['da', 'ida1']);
  const [da] = sheet.auctions;
  assert.ok(da);
  assert.deepEqual(
    (['p10', 'p50', 'p90', 'belowZero', 'cleared'] as const).map((field) => sideOf(da, 2, field)),
    ['below', undefined, 'above', undefined, undefined],
  );
  const { head, fileRow } = offerFile(sheet, { hasRuns: true, locale: 'en' });
  assert.deepEqual(head.slice(-2), ['da beyond anything cleared', 'ida1 beyond anything cleared']);
  assert.deepEqual(fileRow(2).slice(-2), [
    '10th percentile below anything cleared; 90th percentile above anything cleared',
    '',
  ]);
  assert.equal(offerFile(sheet, { hasRuns: true, locale: 'es' }).head.at(-1), 'ida1 fuera de todo lo casado');
});
