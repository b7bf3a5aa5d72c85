import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart, HOUR_MS, instantOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { hours } from '../../../test/constant-series.ts';
import { type ForecastInputs, panelAsOf } from './forecast-inputs.ts';
import type { AuctionsWithoutResult } from './lacking-auctions.ts';
import { signalsAsOf, staleSignals } from './price-signals.ts';

const NONE: AuctionsWithoutResult = { has: () => false };

const DAY = '2026-03-18';
const YESTERDAY = addDays(DAY, -1);
const NOON = instantOf(YESTERDAY, '12:05');
const HISTORY_DAYS = 20;

/** Settlements of the ten days to `day`, each known when it ends: 30 EUR/MWh, the last three 33, 36 and 45. */
function gasUntil(day: string): Series {
  const starts = Array.from({ length: 10 }, (_, i) => dayStart(addDays(day, i - 9)));
  return {
    key: 'gas.price',
    unit: 'EUR/MWh',
    resolution: 'P1D',
    start: Float64Array.from(starts),
    value: Float64Array.of(30, 30, 30, 30, 30, 30, 30, 33, 36, 45),
    availableAt: Float64Array.from(starts, (start) => start + 24 * HOUR_MS),
  };
}

/** Gas settled until `gasDay`; the first intraday auction is known until yesterday, which cleared at 15:30 the day before. */
function inputsWith(gasDay: string): ForecastInputs {
  const past = { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS };
  return new Map([
    ['price.da', [hours('price.da', past, 50, 0)]],
    [
      'price.ida1',
      [
        hours('price.ida1', { from: addDays(DAY, -2), days: 1 }, 47, 0),
        hours('price.ida1', { from: YESTERDAY, days: 1 }, 54, instantOf(addDays(DAY, -2), '15:30')),
      ].toReversed(),
    ],
    ['gas.price', [gasUntil(gasDay)]],
  ]);
}

function signalsAt(asOf: number, inputs: ForecastInputs) {
  const panel = panelAsOf(inputs, { from: addDays(DAY, -HISTORY_DAYS), to: addDays(DAY, 2), asOf });
  const rows = [YESTERDAY, DAY, addDays(DAY, 1)].map((day) => panel.days.indexOf(day) * 24 + 12);
  return Object.fromEntries(
    signalsAsOf(inputs, panel, asOf).map(({ name, values }) => [
      name,
      rows.map((at) => Number(values[at].toFixed(6))),
    ]),
  );
}

test('price signals are what a later auction and gas have shown since the prices of the day before, as known at the time', () => {
  assert.deepEqual(signalsAt(NOON, inputsWith(addDays(DAY, -2))), {
    'price.ida1': [-3, 4, 0],
    'gas.price': [4.545455, 12.5, 0],
  });
});

test('an auction that has not cleared and a settlement that is not known yet are no signals', () => {
  const early = signalsAt(instantOf(addDays(DAY, -2), '15:00'), inputsWith(YESTERDAY));
  assert.deepEqual([early['price.ida1'][1], early['gas.price'][1]], [0, 5]);
});

test('a service without a later auction and gas has no signals, and misses none', () => {
  const past = { from: addDays(DAY, -HISTORY_DAYS), days: HISTORY_DAYS };
  const inputs: ForecastInputs = new Map([['price.da', [hours('price.da', past, 50, 0)]]]);
  assert.deepEqual(signalsAt(NOON, inputs), {});
  assert.deepEqual(staleSignals(inputs, { day: DAY, asOf: NOON, withoutResult: NONE }), []);
});

test('a feed that has spoken of the time before the first day is not silent', () => {
  const inputs = inputsWith(addDays(DAY, -2));
  assert.deepEqual(staleSignals(inputs, { day: DAY, asOf: NOON, withoutResult: NONE }), []);
});

test('an auction of the day before the first day that is not known is missed', () => {
  const tomorrow = { day: addDays(DAY, 1), asOf: instantOf(DAY, '12:05') };
  const reasons = (withoutResult: AuctionsWithoutResult) =>
    staleSignals(inputsWith(addDays(DAY, -2)), { ...tomorrow, withoutResult });
  assert.deepEqual(reasons(NONE), [{ code: 'input_late', input: 'price.ida1', day: DAY }]);
  const empty = { has: (product: string, day: string) => product === 'ida1' && day === DAY };
  assert.deepEqual(reasons(empty), [{ code: 'auction_empty', input: 'ida1', day: DAY }]);
});

test('settlements of gas may rest over Easter, and no longer', () => {
  const rested = staleSignals(inputsWith(addDays(DAY, -6)), { day: DAY, asOf: NOON, withoutResult: NONE });
  const silent = staleSignals(inputsWith(addDays(DAY, -7)), { day: DAY, asOf: NOON, withoutResult: NONE });
  assert.deepEqual(
    [rested, silent],
    [[], [{ code: 'input_stale', input: 'gas.price', day: addDays(DAY, -7) }]],
  );
});
