import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import { createLear } from '../models/lear.ts';
import { type Model, asOnlyMember } from '../models/model.ts';
import { createWeeklyNaive } from '../models/naive.ts';
import type { Panel } from '../data/panel.ts';
import { forecastHorizon } from './forecast-horizon.ts';
import { LEAR } from '../pipelines/members.ts';

const SLOTS = 2;

function panelOf(rows: number, unknownLoadFrom: number): Panel {
  const numbers = Float64Array.from({ length: rows * SLOTS }, (_, i) => i);
  return {
    days: dayRange('2026-01-01', '2026-12-31').slice(0, rows),
    slotsPerDay: SLOTS,
    price: numbers,
    exogenous: [{ name: 'load.forecast', values: numbers.slice().fill(Number.NaN, unknownLoadFrom * SLOTS) }],
  };
}

/** Remembers the panels it was fitted on and forecasts one more than the day before. */
function spyModel(fits: Panel[]): Model {
  return {
    name: 'spy',
    minHistoryDays: 1,
    memberCount: 1,
    fit(fittedOn) {
      fits.push(fittedOn);
      return {
        predict: (panel, target) =>
          asOnlyMember(
            panel.price.slice((target - 1) * SLOTS, target * SLOTS).map((previous) => previous + 1),
          ),
      };
    },
  };
}

test('days further ahead build on the forecasts of the days before them', () => {
  const { days } = forecastHorizon({
    panel: panelOf(20, 20),
    target: 10,
    horizonDays: 3,
    model: spyModel([]),
  });
  assert.deepEqual(
    days.map((day) => [...day]),
    [
      [19, 20],
      [20, 21],
      [21, 22],
    ],
  );
});

test('each day comes with the forecasts that it is made of, of which later days read none', () => {
  const model: Model = {
    ...createWeeklyNaive(),
    memberCount: 2,
    fit: () => ({
      predict: (panel, target) => {
        const combined = panel.price.slice((target - 1) * SLOTS, target * SLOTS);
        return {
          combined,
          members: [combined.map((price) => price - 5), combined.map((price) => price + 5)],
        };
      },
    }),
  };
  const { days, members } = forecastHorizon({
    panel: panelOf(20, 20),
    target: 10,
    horizonDays: 2,
    model,
  });
  assert.deepEqual(
    days.map((day) => [...day]),
    [
      [18, 19],
      [18, 19],
    ],
  );
  assert.deepEqual(
    members[1].map((member) => [...member]),
    [
      [13, 14],
      [23, 24],
    ],
  );
});

test('a model that is not made of others is its own only member', () => {
  const forecast = forecastHorizon({
    panel: panelOf(20, 20),
    target: 10,
    horizonDays: 2,
    model: createWeeklyNaive(),
  });
  assert.deepEqual(
    forecast.members,
    forecast.days.map((day) => [day]),
  );
});

test('no price of the target day or later reaches the model', () => {
  const fits: Panel[] = [];
  const panel = panelOf(20, 20);
  const run = () => forecastHorizon({ panel, target: 10, horizonDays: 5, model: spyModel(fits) }).days;
  const before = run();
  panel.price.fill(-12_345, 10 * SLOTS);
  assert.deepEqual(run(), before);
  for (const fit of fits) assert.ok(fit.price.subarray(10 * SLOTS).every((price) => Number.isNaN(price)));
});

test('each distinct pattern of missing inputs is fitted once, without the inputs that the later day lacks', () => {
  const fits: Panel[] = [];
  const { missingInputs } = forecastHorizon({
    panel: panelOf(20, 11),
    target: 10,
    horizonDays: 7,
    model: spyModel(fits),
  });
  assert.deepEqual(missingInputs, []);
  const loadAtTarget = fits.map((fit) => fit.exogenous[0]?.values[10 * SLOTS]);
  assert.deepEqual(loadAtTarget, [20, Number.NaN]);
});

test('an input that the first day alone lacks is used for the days behind it', () => {
  const fits: Panel[] = [];
  const panel = panelOf(20, 20);
  panel.exogenous[0].values.fill(Number.NaN, 10 * SLOTS, 11 * SLOTS);
  forecastHorizon({ panel, target: 10, horizonDays: 8, model: spyModel(fits) });
  const seen = fits.map(({ exogenous: [{ values }] }) =>
    [10, 9, 8, 3].map((row) => Number.isFinite(values[row * SLOTS])),
  );
  // The first day without it; the next with a gap the day before; later ones with all that models look at; the last with one a week before.
  assert.deepEqual(seen, [
    [false, true, true, true],
    [true, false, true, true],
    [true, true, true, true],
    [true, true, true, false],
  ]);
});

test('an input that is missing for the first day is named', () => {
  const { missingInputs } = forecastHorizon({
    panel: panelOf(20, 10),
    target: 10,
    horizonDays: 1,
    model: createWeeklyNaive(),
  });
  assert.deepEqual(missingInputs, ['load.forecast']);
});

test('a price that was never published leaves the days that would look back on it without it, not without a forecast', () => {
  const random = (i: number) => Math.sin(i * 12.9898) * 43.7 - Math.floor(Math.sin(i * 12.9898) * 43.7);
  const panel = panelOf(140, 140);
  panel.price.forEach((_, i) => (panel.price[i] = 50 + 10 * random(i) + 5 * random(Math.floor(i / SLOTS))));
  panel.price.fill(Number.NaN, 125 * SLOTS, 126 * SLOTS);
  const { days } = forecastHorizon({
    panel,
    target: 130,
    horizonDays: 7,
    model: createLear({ ...LEAR, windows: [84] }),
  });
  assert.equal(days.length, 7);
  assert.ok(days.every((day) => day.every((price) => price > 20 && price < 90)));
});

test('of the price signals a model sees those that were known ahead of the first day, and none behind it', () => {
  const fits: Panel[] = [];
  const panel = panelOf(20, 20);
  const signals = [{ name: 'price.later', values: new Float64Array(panel.price.length).fill(3) }];
  forecastHorizon({
    panel: { ...panel, signals },
    target: 10,
    horizonDays: 5,
    model: spyModel(fits),
  });
  assert.ok(fits.length > 0);
  for (const { signals: [{ values }] = [] } of fits) {
    assert.ok(values.subarray(0, 11 * SLOTS).every((step) => step === 3));
    assert.ok(values.subarray(11 * SLOTS).every((step) => step === 0));
  }
});
