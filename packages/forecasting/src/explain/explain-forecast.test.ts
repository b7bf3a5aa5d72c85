import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS, signalPanel, rowsBetween, syntheticPanel, without } from '../../test/synthetic-panel.ts';
import { CHAMPION } from '../pipelines/champion.ts';
import { type FittedModel, asOnlyMember } from '../models/model.ts';
import { createModel } from '../models/recipe.ts';
import type { Panel } from '../data/panel.ts';
import { explainForecast } from './explain-forecast.ts';

const TARGET = 120;

/** Yesterday's price + load / 100 - wind / 50 + 5 on the slot 2. */
const LINEAR: FittedModel = {
  predict: ({ price, exogenous: [load, wind] }, target) =>
    asOnlyMember(
      Float64Array.from({ length: SLOTS }, (_, slot) => {
        const at = target * SLOTS + slot;
        const windPart = Number.isNaN(wind.values[at]) ? 0 : wind.values[at] / 50;
        return price[at - SLOTS] + load.values[at] / 100 - windPart + (slot === 2 ? 5 : 0);
      }),
    ),
};

function usual(values: Float64Array, slot: number): number {
  let sum = 0;
  for (let row = TARGET - 28; row < TARGET; row++) sum += values[row * SLOTS + slot] / 28;
  return sum;
}

function sumOf({ baseline, contributions }: ReturnType<typeof explainForecast>): Float64Array {
  return baseline.map((price, slot) => contributions.reduce((sum, { values }) => sum + values[slot], price));
}

function assertClose(actual: Float64Array, wanted: (slot: number) => number): void {
  actual.forEach((value, slot) => assert.ok(Math.abs(value - wanted(slot)) < 1e-9, `${value} at ${slot}`));
}

test('of a sum it finds the parts', () => {
  const panel = syntheticPanel(TARGET + 1);
  const [load, wind] = panel.exogenous;
  const { baseline, contributions } = explainForecast(LINEAR, { panel, target: TARGET });
  assert.deepEqual(
    contributions.map(({ group }) => group),
    ['calendar', 'price', 'load.forecast', 'wind.forecast'],
  );
  const at = TARGET * SLOTS;
  assertClose(baseline, (slot) => usual(panel.price, slot));
  assertClose(contributions[1].values, (slot) => panel.price[at - SLOTS + slot] - usual(panel.price, slot));
  assertClose(contributions[2].values, (slot) => (load.values[at + slot] - usual(load.values, slot)) / 100);
  assertClose(contributions[3].values, (slot) => (usual(wind.values, slot) - wind.values[at + slot]) / 50);
});

test('baseline and contributions of the champion add up to its forecast', () => {
  const panel: Panel = syntheticPanel(TARGET + 1);
  const fitted = createModel(CHAMPION).fit(panel, TARGET);
  const { combined } = fitted.predict(panel, TARGET);
  assertClose(sumOf(explainForecast(fitted, { panel, target: TARGET })), (slot) => combined[slot]);
});

test('what price signals add belongs to the prices', () => {
  const { informed } = signalPanel(TARGET + 1);
  const following: FittedModel = {
    predict: (panel, target) =>
      asOnlyMember(
        LINEAR.predict(panel, target).combined.map(
          (price, slot) => price + (panel.signals?.[0].values[target * SLOTS + slot] ?? 0),
        ),
      ),
  };
  const [moved, plain] = [following, LINEAR].map((fitted) =>
    explainForecast(fitted, { panel: informed, target: TARGET }),
  );
  const partOf = ({ contributions }: typeof moved, name: string) =>
    contributions.find(({ group }) => group === name)?.values ?? new Float64Array();
  const step = informed.signals?.[0].values[TARGET * SLOTS] ?? 0;
  assert.ok(Math.abs(step) > 1);
  assertClose(partOf(moved, 'price'), (slot) => partOf(plain, 'price')[slot] + step);
  assertClose(partOf(moved, 'calendar'), (slot) => partOf(plain, 'calendar')[slot]);
});

test('an input that is not known for the day has no part', () => {
  const panel = without(syntheticPanel(TARGET + 1), 'wind.forecast', rowsBetween(TARGET, TARGET + 1));
  const explained = explainForecast(LINEAR, { panel, target: TARGET });
  assert.ok(!explained.contributions.some(({ group }) => group === 'wind.forecast'));
  const forecast = LINEAR.predict(panel, TARGET).combined;
  assertClose(sumOf(explained), (slot) => forecast[slot]);
});

test('four weeks without a price are refused', () => {
  const panel = without(syntheticPanel(TARGET + 1), 'price', rowsBetween(TARGET - 28, TARGET));
  assert.throws(() => explainForecast(LINEAR, { panel, target: TARGET }), /four weeks before/);
});
