import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batteryEarnings, earningsOfDay } from './battery-earnings.ts';
import { gapShare } from './gap-share.ts';

const BATTERY = { powerMw: 2, capacityMwh: 2, efficiency: 0.5, wearEurPerMwh: 10 };

test('each plan of a day is settled at its prices, less the wear, from empty to empty', () => {
  const actual = [0, 10, 100, 60];
  const day = { actual, forecast: [0, 10, 60, 100], usual: [10, 0, 60, 50], periodHours: 1 };
  // One period of 2 MWh in, 1 MWh out: bought at 0, sold at 100; at 60; bought at 10 and sold at 100.
  assert.deepEqual(earningsOfDay(day, BATTERY), { floor: 70, earned: 50, optimum: 90 });
  // Prices that do not pay the losses leave the battery still.
  assert.deepEqual(earningsOfDay({ ...day, usual: [50, 50, 50, 50] }, BATTERY).floor, 0);
});

test('the figures of days are per MW and year, and the share is that of the gap', () => {
  const days = [
    { floor: 70, earned: 50, optimum: 90 },
    { floor: 0, earned: 70, optimum: 80 },
  ];
  const figures = batteryEarnings(days, BATTERY);
  assert.ok(figures !== null);
  const perYear = (eur: number) => (eur / 2 / 2) * 365.25;
  assert.deepEqual(figures, {
    days: 2,
    floor: perYear(70),
    forecast: perYear(120),
    optimum: perYear(170),
    capturedPercent: (100 * perYear(120)) / perYear(170),
    gap: gapShare(days),
  });
  assert.deepEqual(figures.gap, { percent: 50, interval: null });
});

test('without a day, and without a gain, there is nothing to say', () => {
  assert.equal(batteryEarnings([], BATTERY), null);
  const still = batteryEarnings([{ floor: 0, earned: 0, optimum: 0 }], BATTERY);
  assert.deepEqual([still?.capturedPercent, still?.gap], [null, null]);
});
