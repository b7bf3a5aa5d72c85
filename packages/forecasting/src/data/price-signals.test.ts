import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS } from '../market/madrid-time.ts';
import type { Panel } from './panel.ts';
import {
  changesKnownAt,
  costKnownAt,
  costSignal,
  laterAuctionSignal,
  relativeChange,
  shiftedPrice,
} from './price-signals.ts';
import type { Series } from './series.ts';

const SLOTS = 2;
const UNKNOWN = Number.NaN;
const panel: Panel = {
  days: dayRange('2026-01-01', '2026-01-03'),
  slotsPerDay: SLOTS,
  price: Float64Array.of(50, 60, 40, UNKNOWN, UNKNOWN, UNKNOWN),
  exogenous: [],
};

test('a later auction covers the day after the one that it has cleared', () => {
  const later = Float64Array.of(53, UNKNOWN, 38, 70, 90, 90);
  assert.deepEqual([...laterAuctionSignal(panel, later)], [0, 0, 3, 0, -2, 0]);
});

test('a cost moves the prices of the day before by its own part', () => {
  assert.deepEqual([...costSignal(panel, Float64Array.of(0.5, 0.1, -0.2))], [0, 0, 5, 6, -8, 0]);
});

/** Settled at the end of each day: 20, 25, corrected two days later to 24, none on the third, 30. */
const gas: Series = {
  key: 'gas.price',
  unit: 'EUR/MWh',
  resolution: 'P1D',
  start: Float64Array.of(0, DAY_MS, DAY_MS, 3 * DAY_MS),
  value: Float64Array.of(20, 25, 24, 30),
  availableAt: Float64Array.of(DAY_MS, 2 * DAY_MS, 4 * DAY_MS - HOUR_MS, 4 * DAY_MS),
};

test('a daily price has changed by what was known of it at the time', () => {
  const noons = [0, 1, 2, 3, 4, 5].map((day) => day * DAY_MS + 12 * HOUR_MS);
  const changes = changesKnownAt([gas], noons);
  assert.deepEqual([...changes], [0, 0, 25 / 20 - 1, 0, 30 / 25 - 1, 0]);
  // Nothing that comes later changes what was known.
  const known = {
    ...gas,
    start: gas.start.slice(0, 2),
    value: gas.value.slice(0, 2),
    availableAt: gas.availableAt.slice(0, 2),
  };
  assert.deepEqual(changesKnownAt([known], noons.slice(0, 4)), changes.slice(0, 4));
});

test('without a daily price nothing has changed, and another feed replaces one without values', () => {
  const noon = 2 * DAY_MS + 12 * HOUR_MS;
  assert.deepEqual([...changesKnownAt([], [noon])], [0]);
  const empty = {
    ...gas,
    start: new Float64Array(),
    value: new Float64Array(),
    availableAt: new Float64Array(),
  };
  assert.deepEqual([...changesKnownAt([empty, gas], [noon])], [0.25]);
});

test('a daily price stays as it last settled until it settles anew, and is not known before', () => {
  const noons = [0, 1, 2, 3, 4, 9].map((day) => day * DAY_MS + 12 * HOUR_MS);
  assert.deepEqual([...costKnownAt([gas], noons)], [UNKNOWN, 20, 25, 25, 30, 30]);
  const ended = { ...gas, start: gas.start.map((start) => start - DAY_MS), value: gas.value.map(() => 99) };
  assert.deepEqual([...costKnownAt([ended, gas], noons.slice(1))], [20, 25, 25, 30, 30]);
  assert.deepEqual([...costKnownAt([], [0])], [UNKNOWN]);
});

test('a correction is no change', () => {
  const corrected = 3 * DAY_MS + 23.5 * HOUR_MS;
  assert.deepEqual([...changesKnownAt([gas], [corrected])], [0]);
});

test('a feed that has ended gives way to one that goes on, and their levels are never mixed', () => {
  const day = 3 * DAY_MS;
  const dearer = {
    ...gas,
    start: gas.start.map((start) => start + day),
    value: gas.value.map((value) => value * 10),
    availableAt: gas.availableAt.map((at) => at + day),
  };
  const noons = [4, 5].map((d) => d * DAY_MS + 12 * HOUR_MS);
  const both = changesKnownAt([gas, dearer], noons);
  assert.deepEqual([...both], [30 / 25 - 1, 250 / 200 - 1]);
});

test('a slip of the source is no more than a doubling or a halving', () => {
  assert.deepEqual(
    [relativeChange(30, 3000), relativeChange(3000, 30), relativeChange(0, 30), relativeChange(40, 50)],
    [1, -0.5, 0, 0.25],
  );
});

test('a price is shifted by so much or by so many percent', () => {
  assert.equal(shiftedPrice(30, { add: 5 }), 35);
  assert.equal(shiftedPrice(30, { add: -35 }), -5);
  assert.equal(shiftedPrice(30, { percent: -20 }), 24);
  assert.equal(shiftedPrice(0, { percent: 50 }), 0);
});
