import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testSignals } from '../../test/process-contract.ts';
import { createNormal } from '../../test/random-problem.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import { dayNumber, dayRange, weekdayOf } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { BOOSTED_HOURS } from '../pipelines/members.ts';
import { type BoostedHoursOptions, createBoostedHours } from './boosted-hours.ts';
import { InsufficientHistoryError } from './model.ts';
import { createWeeklyNaive } from './naive.ts';

const SLOTS = 4;
const DAYS = 260;

const QUICK: BoostedHoursOptions = { ...BOOSTED_HOURS, trees: 40, learningRate: 0.2 };

const NORMALISATIONS = [
  { levelDays: 7, spreadDays: 28 },
  { levelDays: 364, spreadDays: 364 },
];

/** Prices that follow load, wind with a kink, the hour and the weekend, with noise of 1 and a random walk. */
function syntheticPanel(): Panel {
  const normal = createNormal(3);
  const days = dayRange('2023-01-02', '2030-01-01').slice(0, DAYS);
  const load = Float64Array.from({ length: DAYS * SLOTS }, () => 28_000 + 3000 * normal());
  const wind = Float64Array.from({ length: DAYS * SLOTS }, () => 6000 + 2000 * normal());
  let level = 60;
  const price = load.map((value, at) => {
    if (at % SLOTS === 0) level += normal();
    const weekend = weekdayOf(days[Math.floor(at / SLOTS)]) >= 5 ? -8 : 0;
    const net = (value - 28_000) / 300 - (wind[at] - 6000) / 400;
    return level + weekend + 3 * (at % SLOTS) + Math.max(-6, net) + normal();
  });
  return {
    days,
    slotsPerDay: SLOTS,
    price,
    exogenous: [
      { name: 'load.forecast', values: load },
      { name: 'wind.forecast', values: wind },
    ],
  };
}

const PANEL = syntheticPanel();

function forecastOf(panel: Panel, target: number, options = QUICK): Float64Array {
  return createBoostedHours(options).fit(panel, target).predict(panel, target).combined;
}

/** A copy of the panel in which one column holds `value` on the given rows. */
function withValue(panel: Panel, name: string, rows: number[], value: number): Panel {
  const copy = structuredClone(panel);
  const values =
    name === 'price' ? copy.price : copy.exogenous.find((column) => column.name === name)?.values;
  for (const row of rows) values?.fill(value, row * SLOTS, (row + 1) * SLOTS);
  return copy;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function assertSound(forecast: Float64Array): void {
  assert.equal(forecast.length, SLOTS);
  assert.ok(
    forecast.every((price) => Number.isFinite(price) && Math.abs(price) < 300),
    `got ${forecast.join(', ')}`,
  );
}

test('on prices that follow the inputs it is far better than last week, however they are normalised', () => {
  const naive = createWeeklyNaive();
  const errorOf = (forecast: Float64Array, target: number): number =>
    forecast.reduce((sum, price, slot) => sum + Math.abs(price - PANEL.price[target * SLOTS + slot]), 0);
  const errors = { recent: 0, year: 0, naive: 0 };
  for (const target of range(DAYS - 8, DAYS)) {
    errors.recent += errorOf(forecastOf(PANEL, target), target);
    errors.year += errorOf(forecastOf(PANEL, target, { ...QUICK, ...NORMALISATIONS[1] }), target);
    errors.naive += errorOf(naive.fit(PANEL, target).predict(PANEL, target).combined, target);
  }
  assert.ok(errors.recent < 0.4 * errors.naive, `${errors.recent} against ${errors.naive}`);
  assert.ok(errors.year < 0.5 * errors.naive, `${errors.year} against ${errors.naive}`);
});

test('nothing from the target day on changes the fit but the inputs of that day', () => {
  const target = DAYS - 5;
  const later = withValue(PANEL, 'price', range(target, DAYS), 999);
  const changed = withValue(later, 'wind.forecast', range(target + 1, DAYS), 1);
  assert.deepEqual(forecastOf(changed, target), forecastOf(PANEL, target));
});

test('a seed gives the same fit, another seed another', () => {
  const forecast = forecastOf(PANEL, DAYS - 1);
  assert.deepEqual(forecastOf(PANEL, DAYS - 1), forecast);
  assert.notDeepEqual(forecastOf(PANEL, DAYS - 1, { ...QUICK, seed: 2 }), forecast);
});

test('prices in another unit give the forecast in that unit', () => {
  const plain = forecastOf(PANEL, DAYS - 1);
  const cents = { ...PANEL, price: PANEL.price.map((price) => 128 * price) };
  forecastOf(cents, DAYS - 1).forEach((price, slot) => {
    assert.ok(Math.abs(price / 128 - plain[slot]) < 1e-6);
  });
});

test('a higher quantile lies higher', () => {
  const at = (level: number): Float64Array =>
    forecastOf(PANEL, DAYS - 1, { ...QUICK, loss: { kind: 'quantile', level } });
  const [low, middle, high] = [at(0.1), at(0.5), at(0.9)];
  for (let slot = 0; slot < SLOTS; slot++) {
    assert.ok(low[slot] < middle[slot] && middle[slot] < high[slot]);
  }
});

test('an input that is not known for the target day is left out and named', () => {
  const panel = withValue(PANEL, 'wind.forecast', [DAYS - 1], Number.NaN);
  const fitted = createBoostedHours(QUICK).fit(panel, DAYS - 1);
  assert.deepEqual(fitted.droppedInputs, ['wind.forecast']);
  const [load] = panel.exogenous;
  assert.deepEqual(forecastOf(panel, DAYS - 1), forecastOf({ ...panel, exogenous: [load] }, DAYS - 1));
  assertSound(forecastOf(panel, DAYS - 1));
});

test('a single lag that is not known is left out alone', () => {
  const panel = withValue(PANEL, 'load.forecast', [DAYS - 8], Number.NaN);
  assert.deepEqual(createBoostedHours(QUICK).fit(panel, DAYS - 1).droppedInputs, ['load.forecast[d-7]']);
  const priceless = withValue(PANEL, 'price', [DAYS - 2], Number.NaN);
  assert.deepEqual(createBoostedHours(QUICK).fit(priceless, DAYS - 1).droppedInputs, ['price[d-1]']);
  assertSound(forecastOf(panel, DAYS - 1));
  assertSound(forecastOf(priceless, DAYS - 1));
});

test('faulty spans of data give a sound forecast', () => {
  const target = DAYS - 1;
  const stretches: [string, Panel][] = [
    ['gaps in an input', withValue(PANEL, 'wind.forecast', range(100, 130), Number.NaN)],
    ['gaps in the price', withValue(PANEL, 'price', range(100, 110), Number.NaN)],
    ['an input known only lately', withValue(PANEL, 'wind.forecast', range(0, 200), Number.NaN)],
    ['a constant input', withValue(PANEL, 'wind.forecast', range(0, DAYS), 7)],
    ['an input that is 0 throughout', withValue(PANEL, 'load.forecast', range(0, DAYS), 0)],
    ['an input not known at all', withValue(PANEL, 'load.forecast', range(0, DAYS), Number.NaN)],
    ['a month of prices at 0', withValue(PANEL, 'price', range(target - 30, target), 0)],
    ['a month of prices at 0 long ago', withValue(PANEL, 'price', range(50, 90), 0)],
    ['no inputs', { ...PANEL, exogenous: [] }],
  ];
  for (const [name, panel] of stretches) {
    for (const normalisation of NORMALISATIONS) {
      assert.doesNotThrow(
        () => assertSound(forecastOf(panel, target, { ...QUICK, ...normalisation })),
        `${name}, ${normalisation.levelDays} days`,
      );
    }
  }
});

test('a price that never moves is its own forecast', () => {
  for (const price of [0, 55, -20]) {
    for (const normalisation of NORMALISATIONS) {
      const panel = withValue(PANEL, 'price', range(0, DAYS), price);
      const forecast = forecastOf(panel, DAYS - 1, { ...QUICK, ...normalisation });
      forecast.forEach((value) => assert.ok(Math.abs(value - price) < 1e-6, `${value} for ${price}`));
    }
  }
});

test('one slot a day is enough', () => {
  const daily: Panel = {
    days: PANEL.days,
    slotsPerDay: 1,
    price: PANEL.price.filter((_, at) => at % SLOTS === 0),
    exogenous: [],
  };
  const forecast = forecastOf(daily, DAYS - 1);
  assert.equal(forecast.length, 1);
  assert.ok(Number.isFinite(forecast[0]));
});

test('the shortest history works, one day less is refused with the days there are', () => {
  const model = createBoostedHours(QUICK);
  assertSound(forecastOf(PANEL, model.minHistoryDays));
  assert.throws(() => model.fit(PANEL, model.minHistoryDays - 1), InsufficientHistoryError);
  assert.throws(
    () => model.fit(PANEL, model.minHistoryDays - 1),
    /need 21 training days .* hold 27 days with complete prices/,
  );
});

test('a forecast that needs what the fit had and the day lacks is refused', () => {
  const model = createBoostedHours(QUICK);
  const fitted = model.fit(PANEL, DAYS - 2);
  const panel = withValue(PANEL, 'wind.forecast', [DAYS - 1], Number.NaN);
  assert.throws(() => fitted.predict(panel, DAYS - 1), /needs wind\.forecast\[d-0\], which is not known/);
});

test('options out of range are refused', () => {
  assert.throws(() => createBoostedHours({ ...QUICK, windowDays: 20 }), /at least 28; got 20/);
  assert.throws(() => createBoostedHours({ ...QUICK, hourShare: 0 }), /hourShare/);
  assert.throws(() => createBoostedHours({ ...QUICK, memoryDays: -1 }), /memoryDays/);
});

testSignals(createBoostedHours(BOOSTED_HOURS));

describe('trees that serve for several days', () => {
  const kept = createBoostedHours({ ...QUICK, refitDays: 7 });
  const daily = createBoostedHours(QUICK);
  const first = DAYS - 14 + 7 - (dayNumber(PANEL.days[DAYS - 14]) % 7);

  test('are those of the first of them, which the others find in the cache', () => {
    const cache = createFitCache();
    const fitted = kept.fit(PANEL, first, cache);
    assert.equal(kept.fit(PANEL, first + 6, cache), fitted);
    assert.notEqual(kept.fit(PANEL, first - 1, cache), fitted);
    const later = daily.fit(PANEL, first).predict(PANEL, first + 6);
    assert.deepEqual(fitted.predict(PANEL, first + 6), later);
    assert.deepEqual(kept.fit(PANEL, first + 6).predict(PANEL, first + 6), later);
  });

  test('a corrected price before them, and an input that a day lacks, are learnt anew', () => {
    const cache = createFitCache();
    kept.fit(PANEL, first, cache);
    const corrected = withValue(PANEL, 'price', [first - 1], 70);
    assert.deepEqual(
      kept.fit(corrected, first + 2, cache).predict(corrected, first + 2),
      daily.fit(corrected, first).predict(corrected, first + 2),
    );
    const lacking = withValue(PANEL, 'wind.forecast', [first + 2], Number.NaN);
    assert.deepEqual(kept.fit(lacking, first + 2, cache).droppedInputs, ['wind.forecast']);
  });

  test('with less than half a year of history each day has its own', () => {
    const cache = createFitCache();
    assert.notEqual(kept.fit(PANEL, 180, cache), kept.fit(PANEL, 180, cache));
    assert.deepEqual(kept.fit(PANEL, 180).predict(PANEL, 180), daily.fit(PANEL, 180).predict(PANEL, 180));
  });
});
