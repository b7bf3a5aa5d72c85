import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart } from '@lonja/forecasting/market';
import { billPrice, type BillTerms, parseDatedRates, PVPC_TERMS } from './bill-price.ts';

const terms = (given: Partial<BillTerms>): BillTerms => ({
  surchargeEurPerKwh: 0,
  zone: 'peninsula',
  accessEurPerKwh: undefined,
  lossesPercent: { p1: 0, p2: 0, p3: 0 },
  adjustment: { eurPerMwh: 0, byPrice: 0 },
  futures: undefined,
  electricityTax: [],
  tax: [],
  ...given,
});
/** A day of one price. */
const flat = (price: number) => ({ price, dayMean: price });
const near = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 1e-12, `${value}, not ${expected}`);

test('an indexed price is a + b * price by period, then the electricity tax, then the value-added tax', () => {
  const bill = terms({
    surchargeEurPerKwh: 0.01,
    accessEurPerKwh: { p1: 0.12, p2: 0.05, p3: 0.02 },
    lossesPercent: { p1: 16, p2: 15, p3: 13 },
    electricityTax: [{ from: undefined, percent: 5 }],
    tax: [{ from: undefined, percent: 21 }],
  });
  const taxed = 1.05 * 1.21;
  near(billPrice(Date.parse('2026-06-10T01:00:00Z'), flat(100), bill), (0.1 * 1.13 + 0.03) * taxed);
  near(billPrice(Date.parse('2026-06-10T09:00:00Z'), flat(60), bill), (0.06 * 1.16 + 0.13) * taxed);
  near(billPrice(Date.parse('2026-06-10T06:00:00Z'), flat(60), bill), (0.06 * 1.15 + 0.06) * taxed);
});

test('losses count where there are no surcharges by period, and negative prices stay negative', () => {
  const bill = terms({ lossesPercent: { p1: 10, p2: 10, p3: 10 } });
  near(billPrice(Date.parse('2026-06-10T09:00:00Z'), flat(-10), bill), -0.011);
});

test('futures move all hours of a day alike, by their share of that year and their distance from the mean', () => {
  const bill = terms({
    adjustment: { eurPerMwh: 30, byPrice: -0.1 },
    futures: { percent: PVPC_TERMS.futuresPercent, eurPerMwh: 70 },
    lossesPercent: { p1: 20, p2: 20, p3: 20 },
  });
  for (const [day, share] of [
    ['2023-12-31', 0],
    ['2024-01-01', 0.25],
    ['2025-12-31', 0.4],
    ['2026-01-01', 0.55],
    ['2026-10-25', 0.55],
  ] as const) {
    for (const price of [-5, 0, 120]) {
      const bought = price + 30 - 0.1 * price + share * (70 - 40);
      near(billPrice(dayStart(day), { price, dayMean: 40 }, bill), (bought / 1000) * 1.2);
    }
  }
});

test('a rate holds from midnight in Madrid of its day on, on days of 23 and 25 hours too', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-07-01']) {
    const bill = terms({ tax: parseDatedRates(`21,10@${day}`) ?? [] });
    near(billPrice(dayStart(day) - 1, flat(100), bill), 0.121);
    near(billPrice(dayStart(day), flat(100), bill), 0.11);
  }
});

test('rates are read with their days, which are real and ascend', () => {
  assert.deepEqual(parseDatedRates('5.11269632'), [{ from: undefined, percent: 5.11269632 }]);
  assert.deepEqual(parseDatedRates('21,10@2026-07-01,21@2027-01-01'), [
    { from: undefined, percent: 21 },
    { from: '2026-07-01', percent: 10 },
    { from: '2027-01-01', percent: 21 },
  ]);
  for (const text of [
    '',
    '-1',
    '1e1',
    'NaN',
    '21,10',
    '21@2026-07-01',
    '21,10@2026-02-30',
    '21,10@2026-07-01,5@2026-07-01',
    '1,2@2026-01-01,3@2026-01-02,4@2026-01-03,5@2026-01-04',
  ]) {
    assert.equal(parseDatedRates(text), undefined, text);
  }
});
