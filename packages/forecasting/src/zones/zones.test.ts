import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeUpZones } from '../../test/made-up-zones.ts';
import { MEDIAN, QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { deliveryPeriods } from '../market/delivery-day.ts';
import { normalQuantile } from '../metrics/normal-distribution.ts';
import { InsufficientHistoryError } from '../models/model.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import { parseZoneRecipe } from '../pipelines/parse-zone-recipe.ts';
import { ZONE_RECIPE } from '../pipelines/zones.ts';
import { fitDependence } from '../scenarios/dependence.ts';
import { drawPaths } from '../scenarios/draw-paths.ts';
import { pathSourceOf } from '../scenarios/path-source.ts';
import { completeZone } from './complete-zone.ts';
import { forecastZoneSpreads } from './fit-zone-spread.ts';
import { spreadsOfDay, type ZoneDay } from './zone-day.ts';
import { zonePaths } from './zone-paths.ts';
import { zoneRanks } from './zone-ranks.ts';
import { expectedSpread, spreadAt, spreadDistribution, type ZoneSpread } from './zone-spread.ts';

const BOUNDS = { min: -500, pointMin: -500, max: 4000 };
const HISTORY = madeUpZones({ from: '2025-08-01', to: '2025-09-30', resolution: 'PT1H' });
const QUARTERS = madeUpZones({ from: '2025-10-01', to: '2025-10-26', resolution: 'PT15M', seed: 2 });
const ALL = [...HISTORY, ...QUARTERS];

/** The forecast of one of the days from those before it. */
function forecastOf(days: readonly ZoneDay[], day: string): ZoneSpread[] {
  const target = days.find((other) => other.day === day);
  assert.ok(target);
  return forecastZoneSpreads(
    ZONE_RECIPE,
    days.filter((other) => other.day < day),
    [target],
  )[0];
}

test('the spread of a period is its price in the zone less that in the reference zone, on days of 23 and 25 hours too', () => {
  for (const [day, hours] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ] as const) {
    const periods = deliveryPeriods(day, 'PT1H');
    const spreads = spreadsOfDay({
      periods,
      zone: periods.map((_, i) => (i === 3 ? Number.NaN : 2 * i)),
      reference: periods.map((_, i) => i - 1),
    });
    assert.deepEqual(
      [...spreads],
      Array.from({ length: hours }, (_, i) => (i === 3 ? Number.NaN : i + 1)),
    );
  }
});

function normal(start: number, middle: number, scale: number) {
  return {
    start,
    distribution: Float64Array.from(
      QUANTILE_LEVELS,
      (level) => middle + (level === 0.5 ? 0 : scale * normalQuantile(level)),
    ),
  };
}

/** A reference zone's forecast of a day, whose hours are the means of their quarters. */
function referenceOf(day: string) {
  return {
    hours: deliveryPeriods(day, 'PT1H').map(({ start, hour }) => normal(start, 40 + hour, 5)),
    quarters: deliveryPeriods(day, 'PT15M').map(({ start, hour, index }) =>
      normal(start, 40 + hour + (index % 4) - 1.5, 6),
    ),
  };
}

test('a split is seen where it comes, and nowhere else', () => {
  const spreads = forecastOf(ALL, '2025-10-25'); // a Saturday, no night of splits
  const hour = (from: number, to: number) => spreads.slice(4 * from, 4 * to);
  assert.ok(hour(18, 24).every(({ above }) => above > 0.6));
  assert.ok(hour(6, 17).every(({ above, below }) => above < 0.1 && below < 0.1));
  assert.ok(hour(18, 24).every((spread) => Math.abs(spreadAt(spread, 0.5) - 6) < 2));
  assert.ok(hour(18, 24).every((spread) => Math.abs(expectedSpread(spread) - 6) < 3));
});

test('probabilities lie in [0, 1], sizes rise and lie above 0, and no period is impossible', () => {
  for (const { day } of QUARTERS.slice(-2)) {
    for (const spread of forecastOf(ALL, day)) {
      assert.ok(spread.below > 0 && spread.above > 0 && spread.below + spread.above <= 1);
      for (const sizes of [spread.sizesBelow, spread.sizesAbove]) {
        assert.equal(sizes.length, QUANTILE_LEVELS.length);
        for (let k = 0; k < sizes.length; k++)
          assert.ok(sizes[k] > 0 && (k === 0 || sizes[k] >= sizes[k - 1]));
      }
      const quantiles = spreadDistribution(spread);
      for (let k = 1; k < quantiles.length; k++) assert.ok(quantiles[k] >= quantiles[k - 1]);
    }
  }
});

test('the quantile of a spread is exactly 0 where the zones clear together', () => {
  const sizes = Float64Array.from(QUANTILE_LEVELS, (level) => 1 + level);
  const spread = { start: 0, below: 0.2, above: 0.1, sizesBelow: sizes, sizesAbove: sizes };
  for (const level of [0.2, 0.5, 0.9]) assert.equal(spreadAt(spread, level), 0);
  assert.ok(Math.abs(spreadAt(spread, 0.1) - -1.5) < 1e-9);
  assert.ok(Math.abs(spreadAt(spread, 0.95) - 1.5) < 1e-9);
  assert.ok(spreadAt(spread, 0.199) < -0.9 && spreadAt(spread, 0.901) > 0.9);
  assert.ok(Math.abs(expectedSpread(spread) - (0.1 * 1.5 - 0.2 * 1.5)) < 1e-9);
});

test('nothing of the day itself or of later days is read', () => {
  const day = '2025-10-20';
  const clean = forecastOf(ALL, day);
  const changed = ALL.map((other) =>
    other.day < day
      ? other
      : { ...other, zone: other.periods.map(() => 999), reference: other.periods.map(() => -99) },
  );
  assert.deepEqual(forecastOf(changed, day), clean);
  const target = changed.filter((other) => other.day === day);
  assert.deepEqual(forecastZoneSpreads(ZONE_RECIPE, changed, target)[0], clean);
});

test('a later day is forecast from what was known so many days before', () => {
  const history = ALL.filter(({ day }) => day < '2025-10-20');
  const targets = ALL.filter(({ day }) => day >= '2025-10-20' && day <= '2025-10-26' && day !== '2025-10-22');
  const spreads = forecastZoneSpreads(ZONE_RECIPE, history, targets);
  assert.deepEqual(
    spreads.map((day) => day.length),
    [96, 96, 96, 96, 96, 100],
  );
  assert.deepEqual(spreads[0], forecastOf(ALL, '2025-10-20'));
  const evening = spreads[4].slice(72); // Saturday
  assert.ok(evening.every(({ above }) => above > 0.5));
});

test('days of a clock change have as many spreads as periods', () => {
  const spring = madeUpZones({ from: '2026-02-01', to: '2026-03-29', resolution: 'PT15M', seed: 3 });
  assert.equal(forecastOf(spring, '2026-03-29').length, 92);
  assert.equal(forecastOf(ALL, '2025-10-26').length, 100);
  const hours = madeUpZones({ from: '2024-08-01', to: '2024-10-27', resolution: 'PT1H', seed: 4 });
  assert.equal(forecastOf(hours, '2024-10-27').length, 25);
  for (const day of ['2026-03-29', '2025-10-26']) {
    const all = day < '2026' ? ALL : spring;
    const reference = referenceOf(day);
    const { hours, quarters } = completeZone(ZONE_RECIPE, reference, forecastOf(all, day), BOUNDS);
    assert.equal(quarters.length, 4 * hours.length);
  }
});

test('what is missing is unknown and no reason to refuse', () => {
  const holes = ALL.filter(({ day }) => day !== '2025-10-18').map((day, i) => ({
    ...day,
    expected:
      i % 3 === 0 ? undefined : day.periods.map((_, k) => (k % 5 === 0 ? Number.NaN : day.reference[k])),
    zone: day.periods.map((_, k) => (i % 4 === 0 && k < 9 ? Number.NaN : day.zone[k])),
    inputs:
      i % 2 === 0 ? { wind: day.periods.map(() => 5000), zoneLoad: day.periods.map(() => Number.NaN) } : {},
  }));
  for (const spread of forecastOf(holes, '2025-10-19')) {
    assert.ok(spread.below > 0 && spread.above > 0 && !Array.from(spread.sizesAbove).some(Number.isNaN));
    assert.ok(!Number.isNaN(expectedSpread(spread)));
  }
  const blind = holes.map((day) => ({ ...day, expected: undefined }));
  assert.ok(forecastOf(blind, '2025-10-19').every(({ above }) => above > 0));
});

test('an auction of the afternoon alone is forecast from itself and the one before', () => {
  const days = madeUpZones({
    from: '2025-07-01',
    to: '2025-10-25',
    resolution: 'PT15M',
    hours: [12, 24],
  }).map((day) => ({
    ...day,
    earlierSpread: day.periods.map((_, i) => day.zone[i] - day.reference[i]),
  }));
  const spreads = forecastOf(days, '2025-10-25');
  assert.equal(spreads.length, 48);
  assert.ok(spreads.slice(24).every(({ above }) => above > 0.5));
  const { ranks } = zoneRanks(ZONE_RECIPE, days, {
    firstDay: '2025-10-25',
    horizonDays: 1,
    pathDays: 182,
    fromHour: 12,
    toHour: 24,
  });
  assert.equal(ranks.length, 116);
  assert.ok(ranks.every((row) => row.length === 12));
});

test('where the auction before split, the spread is near its own: another size, another hour, another side', () => {
  const days = ALL.map((day) => ({
    ...day,
    earlierSpread: day.periods.map((_, i) =>
      day.zone[i] === day.reference[i] ? 0 : day.zone[i] - day.reference[i] - 1,
    ),
  }));
  const knowing = (earlier: (hour: number) => number) =>
    forecastOf(
      days.map((day) =>
        day.day === '2025-10-25'
          ? { ...day, earlierSpread: day.periods.map(({ hour }) => earlier(hour)) }
          : day,
      ),
      '2025-10-25',
    );
  const large = knowing((hour) => (hour >= 18 ? 25 : 0)).slice(72);
  assert.ok(large.every((spread) => spread.above > 0.8 && Math.abs(spreadAt(spread, 0.5) - 26) < 2));
  const noon = knowing((hour) => (hour === 12 ? 25 : 0)).slice(48, 52);
  assert.ok(noon.every((spread) => spread.above > 0.6 && spreadAt(spread, 0.6) > 20));
  const below = knowing((hour) => (hour === 12 ? -25 : 0)).slice(48, 52);
  assert.ok(below.every((spread) => spread.below > 0.6 && spread.above < 0.1 && spreadAt(spread, 0.3) < -20));
});

test('a zone that never split may split, seldom', () => {
  const together = ALL.map((day) => ({ ...day, zone: day.reference }));
  for (const { below, above, sizesAbove } of forecastOf(together, '2025-10-20')) {
    assert.ok(below > 0 && above > 0 && below + above < 0.01);
    assert.ok(sizesAbove[0] > 0);
  }
});

test('without history the error says what is needed', () => {
  const target = QUARTERS.slice(-1);
  assert.throws(
    () => forecastZoneSpreads(ZONE_RECIPE, [], target),
    (error) => {
      assert.ok(error instanceof InsufficientHistoryError);
      assert.match(error.message, /^0 days of prices of both zones are known; .* needs 28\.$/);
      return true;
    },
  );
  assert.deepEqual(forecastZoneSpreads(ZONE_RECIPE, ALL, []), []);
});

test('the same arguments give the same forecast', () => {
  assert.deepEqual(forecastOf(ALL, '2025-10-21'), forecastOf(ALL, '2025-10-21'));
});

test("where the zones are sure to clear together the forecast is the reference zone's to the bit", () => {
  const reference = referenceOf('2025-10-20');
  const sizes = new Float64Array(QUANTILE_LEVELS.length).fill(3);
  const spreads = reference.quarters.map(({ start }) => ({
    start,
    below: 0,
    above: 0,
    sizesBelow: sizes,
    sizesAbove: sizes,
  }));
  const issued = completeZone(ZONE_RECIPE, reference, spreads, BOUNDS);
  assert.deepEqual(issued.hours, reference.hours);
  assert.deepEqual(issued.quarters, reference.quarters);
});

test('a sure spread moves the forecast by it, within the limits', () => {
  const reference = referenceOf('2025-10-20');
  const sizes = new Float64Array(QUANTILE_LEVELS.length).fill(3);
  const spreads = reference.quarters.map(({ start }) => ({
    start,
    below: 0,
    above: 1,
    sizesBelow: sizes,
    sizesAbove: sizes,
  }));
  const { quarters, hours } = completeZone(ZONE_RECIPE, reference, spreads, BOUNDS);
  for (const [i, { distribution }] of quarters.entries())
    Array.from(distribution).forEach((price, k) =>
      assert.ok(Math.abs(price - reference.quarters[i].distribution[k] - 3) < 1e-6),
    );
  for (const [i, { distribution }] of hours.entries())
    assert.ok(Math.abs(distribution[MEDIAN] - reference.hours[i].distribution[MEDIAN] - 3) < 1e-6);
  const low = { min: 0, pointMin: 0, max: 60 };
  const limited = completeZone(ZONE_RECIPE, reference, spreads, low);
  limited.quarters.forEach(({ distribution }, i) => {
    const most = Math.max(60, reference.quarters[i].distribution[24]);
    assert.ok(Array.from(distribution).every((price) => price <= most));
  });
});

test('the point of an hour is the mean of its quarters, quantiles rise, and an hour splits where a quarter does', () => {
  const day = '2025-10-25';
  const reference = referenceOf(day);
  const spreads = forecastOf(ALL, day);
  const { hours, quarters, hourSpreads, quarterSpreads } = completeZone(
    ZONE_RECIPE,
    reference,
    spreads,
    BOUNDS,
  );
  assert.deepEqual(quarterSpreads, spreads);
  hours.forEach(({ distribution }, i) => {
    const points = quarters.slice(4 * i, 4 * i + 4).map((quarter) => quarter.distribution[MEDIAN]);
    assert.ok(Math.abs(distribution[MEDIAN] - points.reduce((sum, point) => sum + point / 4, 0)) < 1e-9);
    for (let k = 1; k < distribution.length; k++) assert.ok(distribution[k] >= distribution[k - 1]);
    const own = spreads.slice(4 * i, 4 * i + 4);
    assert.equal(hourSpreads[i].below, Math.max(...own.map(({ below }) => below)));
  });
});

test('hours alone carry over to their quarters', () => {
  const day = '2025-09-30';
  const reference = referenceOf(day);
  const spreads = forecastOf(HISTORY, day);
  const { quarterSpreads, hourSpreads } = completeZone(ZONE_RECIPE, reference, spreads, BOUNDS);
  assert.deepEqual(hourSpreads, spreads);
  quarterSpreads.forEach((spread, i) => assert.equal(spread.above, spreads[Math.floor(i / 4)].above));
  assert.throws(
    () => completeZone(ZONE_RECIPE, reference, spreads.slice(1), BOUNDS),
    /There is no spread of 2025-09-29T22:00/,
  );
});

test('where a path does not split both zones have one price to the bit, and the shares are the probabilities', () => {
  const day = '2025-10-25';
  const spreads = forecastOf(ALL, day);
  const errors = HISTORY.slice(-60).map((past) =>
    Float64Array.from(past.reference, (price, i) => price - (past.expected?.[i] ?? 0)),
  );
  const source = { ...pathSourceOf(undefined, DAY_AHEAD), between: fitDependence(errors) };
  const count = 200;
  const periods = deliveryPeriods(day, 'PT15M').map(({ start, hour }) => ({
    ...normal(start, 40 + hour, 5),
    slot: hour,
  }));
  const reference = drawPaths(source, periods, { count });
  const ranks = zoneRanks(ZONE_RECIPE, ALL, { firstDay: day, horizonDays: 1, pathDays: 182 });
  const paths = zonePaths(
    reference,
    spreads.map((spread, i) => ({ spread, slot: periods[i].slot })),
    { ranks, paths: DAY_AHEAD },
  );
  spreads.forEach(({ below, above }, p) => {
    const moves = paths.map((path, i) => path[p] - reference[i][p]);
    assert.ok(Math.abs(moves.filter((move) => move < 0).length - below * count) <= 1);
    assert.ok(Math.abs(moves.filter((move) => move > 0).length - above * count) <= 1);
    paths.forEach((path, i) => assert.ok(Object.is(path[p], reference[i][p]) || Math.abs(moves[i]) > 0.005));
  });
  const without = zonePaths(
    reference,
    spreads.map((spread, i) => ({ spread, slot: periods[i].slot })),
    { ranks: undefined, paths: DAY_AHEAD },
  );
  assert.equal(without.length, count);
});

test('ranks take every day but those with gaps, and both days of a clock change', () => {
  const { ages, ranks } = zoneRanks(ZONE_RECIPE, ALL, {
    firstDay: '2025-10-27',
    horizonDays: 2,
    pathDays: 10,
  });
  assert.deepEqual(ages, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  assert.ok(ranks.every((row) => row.length === 48));
  const spring = madeUpZones({ from: '2026-03-20', to: '2026-03-30', resolution: 'PT15M' });
  assert.equal(
    zoneRanks(ZONE_RECIPE, spring, { firstDay: '2026-03-31', horizonDays: 1, pathDays: 100 }).ages.length,
    11,
  );
  const holed = ALL.map((day) =>
    day.day === '2025-10-20' ? { ...day, zone: day.periods.map(() => Number.NaN) } : day,
  );
  assert.ok(
    !zoneRanks(ZONE_RECIPE, holed, { firstDay: '2025-10-27', horizonDays: 1, pathDays: 10 }).ages.includes(7),
  );
});

test('a recipe is read whole or refused', () => {
  assert.deepEqual(parseZoneRecipe(JSON.parse(JSON.stringify(ZONE_RECIPE))), ZONE_RECIPE);
  assert.throws(() => parseZoneRecipe({ ...ZONE_RECIPE, window: 3 }), /window is not known here/);
  assert.throws(
    () => parseZoneRecipe({ ...ZONE_RECIPE, size: { ...ZONE_RECIPE.size, priceScale: 0 } }),
    /size\.priceScale must be/,
  );
  assert.throws(() => parseZoneRecipe({ ...ZONE_RECIPE, sumLevels: undefined }), /sumLevels is missing/);
});
