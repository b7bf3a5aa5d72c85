import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createModel } from '../models/recipe.ts';
import { dayRange } from '../market/delivery-day.ts';
import { forecastHorizon } from '../horizon/forecast-horizon.ts';
import type { Model } from '../models/model.ts';
import type { Panel } from '../data/panel.ts';
import { createFitMemory } from './remembered-fits.ts';
import { LEAR } from '../pipelines/members.ts';

const SLOTS = 4;
const TARGET = 84;

/** Inputs are known up to the target, and hours of the target as `ofTarget` says. */
function panelOf(
  ofTarget: (value: number) => number,
  changePast: (load: Float64Array) => void = () => {},
): Panel {
  const days = dayRange('2026-01-01', '2026-03-31');
  const load = Float64Array.from({ length: days.length * SLOTS }, (_, i) => 100 + ((i * i) % 17));
  const price = load.map((value, i) => value / 2 + 5 * Math.cos(i * i));
  const [start, end] = [TARGET * SLOTS, (TARGET + 1) * SLOTS];
  load.set(load.slice(start, end).map(ofTarget), start);
  load.fill(Number.NaN, end);
  changePast(load);
  return { days, slotsPerDay: SLOTS, price, exogenous: [{ name: 'load', values: load }] };
}

function countingModel() {
  const recipe = { ...LEAR, windows: [28, 56] };
  const model = createModel(recipe);
  let fits = 0;
  const counting: Model = {
    ...model,
    fit: (panel, target, cache) => {
      fits++;
      return model.fit(panel, target, cache);
    },
  };
  const remembering = createFitMemory();
  return {
    fits: () => fits,
    remembered: (panel: Panel) =>
      forecastHorizon({ panel, target: TARGET, horizonDays: 3, model: remembering(counting, recipe) }),
    fresh: (panel: Panel) => forecastHorizon({ panel, target: TARGET, horizonDays: 3, model }),
  };
}

test('runs that know other inputs of the day share their fits and give bit for bit what they give without', () => {
  const { fits, remembered, fresh } = countingModel();
  for (const change of [1, 0.9, 1.1]) {
    const panel = panelOf((value) => value * change);
    assert.deepEqual(remembered(panel), fresh(panel));
  }
  const oneRun = countingModel();
  oneRun.remembered(panelOf((value) => value));
  assert.equal(fits(), oneRun.fits());
});

test('another past and other gaps are fitted anew; a day without its inputs shares the fit of later days', () => {
  const { fits, remembered, fresh } = countingModel();
  remembered(panelOf((value) => value));
  const before = fits();
  const changed = panelOf(
    (value) => value,
    (load) => (load[0] += 1),
  );
  assert.deepEqual(remembered(changed), fresh(changed));
  assert.equal(fits(), 2 * before);
  const unknown = panelOf(() => Number.NaN);
  assert.deepEqual(remembered(unknown), fresh(unknown));
  assert.equal(fits(), 2 * before);
  const blind = countingModel();
  blind.remembered(unknown);
  assert.equal(blind.fits(), before - 1);
  blind.remembered(panelOf((value) => value));
  assert.equal(blind.fits(), before);
});
