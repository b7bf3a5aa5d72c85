import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import type { DriverKind, PowerPanel } from './power-panel.ts';
import { skyFeatures } from './sky-features.ts';

const SLOTS = 24;
const DAYS = dayRange('2025-03-01', '2025-03-04');

function featureOf(name: string, drivers: [DriverKind, (i: number) => number][]): (row: number) => number {
  const length = DAYS.length * SLOTS;
  const panel: PowerPanel = {
    days: DAYS,
    slotsPerDay: SLOTS,
    measured: new Float64Array(length),
    drivers: drivers.map(([kind, at]) => ({
      name: `${kind} Madrid`,
      kind,
      values: Float64Array.from({ length }, (_, i) => at(i)),
    })),
  };
  const feature = skyFeatures(panel).find((one) => one.name === name);
  assert.ok(feature, name);
  return (row) => feature.at({ row, origin: (row - 1) * SLOTS }, 12);
}

test('saturated air condenses at its temperature, dry air far below', () => {
  const dewAt = (humidity: number) =>
    featureOf('dew point Madrid of the day', [
      ['temperature', () => 20],
      ['humidity', () => humidity],
    ])(1);
  assert.ok(Math.abs(dewAt(1) - 20) < 1e-9);
  // Tables of the Magnus formula: 9.3 degC at 50 %.
  assert.ok(Math.abs(dewAt(0.5) - 9.3) < 0.1, `${dewAt(0.5)}`);
});

test('days are compared with their nights and with the day before', () => {
  const warming: [DriverKind, (i: number) => number] = [
    'temperature',
    (i) => 10 + 2 * Math.floor(i / SLOTS) + (i % SLOTS >= 9 && i % SLOTS < 21 ? 8 : 0),
  ];
  assert.ok(Math.abs(featureOf('temperature Madrid day over night', [warming])(2) - 8) < 1e-9);
  assert.ok(Math.abs(featureOf('temperature Madrid change of a day', [warming])(2) - 2) < 1e-9);
  assert.ok(Math.abs(featureOf('temperature Madrid greatest', [warming])(2) - 22) < 1e-9);
});

test('a front shows in the change of the pressure', () => {
  const falling: [DriverKind, (i: number) => number] = ['pressure', (i) => 1020 - i / 4];
  assert.ok(Math.abs(featureOf('pressure Madrid change of a day', [falling])(2) + 6) < 1e-9);
  assert.ok(Math.abs(featureOf('pressure Madrid change of half a day', [falling])(2) + 3) < 1e-9);
});
