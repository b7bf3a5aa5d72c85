import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearSkyIrradiance, sineOfSolarElevation } from './sun.ts';

const hoursAt = (iso: string): number => Date.parse(iso) / 3_600_000;

test('at the solstices the noon sun stands 90 degrees less latitude plus or less 23.44 high', () => {
  const noonHeight = (day: string): number =>
    Math.max(
      ...Array.from({ length: 24 * 12 }, (_, i) => sineOfSolarElevation(hoursAt(`${day}T00:00Z`) + i / 12)),
    );
  assert.ok(Math.abs(Math.asin(noonHeight('2025-06-21')) - ((90 - 39 + 23.44) * Math.PI) / 180) < 0.01);
  assert.ok(Math.abs(Math.asin(noonHeight('2025-12-21')) - ((90 - 39 - 23.44) * Math.PI) / 180) < 0.01);
});

test('days are half a day long at the equinox and the sun never shows at midnight', () => {
  const lit = Array.from({ length: 24 * 60 }, (_, i) =>
    sineOfSolarElevation(hoursAt('2026-03-20T00:00Z') + i / 60),
  );
  assert.ok(Math.abs(lit.filter((height) => height > 0).length / 60 - 12) < 0.2);
  for (let day = 0; day < 366; day++) {
    assert.equal(sineOfSolarElevation(hoursAt('2024-01-01T00:00Z') + 24 * day), 0);
  }
});

test('irradiance of a clear sky is nil without sun, grows with its height and stays below 1,100 W/m2', () => {
  assert.equal(clearSkyIrradiance(0), 0);
  let previous = 0;
  for (let height = 0.05; height <= 1; height += 0.05) {
    const irradiance = clearSkyIrradiance(height);
    assert.ok(irradiance > previous && irradiance < 1_100);
    previous = irradiance;
  }
});
