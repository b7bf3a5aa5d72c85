import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contributions } from '../explain/contributions.ts';
import { hourlyValues } from '../data/resolve-values.ts';
import { buildPanel, panelWindow } from '../data/build-panel.ts';
import { addDays } from '../market/delivery-day.ts';
import type { Model } from '../models/model.ts';
import { createModel } from '../models/recipe.ts';
import { CHAMPION } from '../pipelines/champion.ts';
import { LEAR } from '../pipelines/members.ts';
import { simulateMarket } from '../simulator/simulate-market.ts';
import { type HorizonForecast, fitHorizon, forecastHorizon } from './forecast-horizon.ts';
import { shiftInputs } from './shift-inputs.ts';

const FIRST = '2025-09-01';
const LAST = '2026-03-12';
const SLOTS = 24;
const INPUTS = ['load.forecast', 'wind.forecast', 'solar.forecast'];

const { series } = simulateMarket({ seed: 5, from: FIRST, to: LAST });
const panel = (() => {
  const window = { ...panelWindow(FIRST, LAST), asOf: Infinity };
  const of = (key: string) => hourlyValues(series.filter((one) => one.key === key).reverse(), window);
  const exogenous = INPUTS.map((name) => ({ name, values: of(name) }));
  return buildPanel({ from: FIRST, to: LAST, price: of('price.da'), exogenous });
})();
const target = panel.days.length - 2;

function shifted(input: string, mw: number, day = panel.days[target]) {
  return shiftInputs(panel, target, [{ input, day, firstHour: 0, lastHour: 23, change: { add: mw } }]);
}

test('of the inputs that it was fitted for, and of equal ones, a fitted horizon says what a forecast does', () => {
  const request = { panel, target, horizonDays: 2, model: createModel(LEAR), explain: true };
  const fitted = fitHorizon(request);
  const whole = forecastHorizon(request);
  assert.deepEqual(fitted.predict(), whole);
  assert.deepEqual(fitted.predict(shifted('wind.forecast', 0)), whole);
  assert.notDeepEqual(fitted.predict(shifted('wind.forecast', 100)).days, whole.days);
  assert.deepEqual(fitted.predict(), whole);
});

test('nothing is fitted for other inputs, and a shift of a day changes no day before it', () => {
  let fits = 0;
  const lear = createModel(LEAR);
  const model: Model = {
    ...lear,
    fit(...asked) {
      fits++;
      return lear.fit(...asked);
    },
  };
  const fitted = fitHorizon({ panel, target, horizonDays: 2, model });
  const { days } = fitted.predict();
  assert.equal(fits, 1);
  const later = fitted.predict(shifted('load.forecast', 500, addDays(panel.days[target], 1)));
  assert.equal(fits, 1);
  assert.deepEqual(later.days[0], days[0]);
  assert.notDeepEqual(later.days[1], days[1]);
});

function partOf({ contributions }: Contributions, name: string): Float64Array {
  return contributions.find(({ group }) => group === name)?.values ?? assert.fail(name);
}

for (const [name, recipe, tolerance] of [
  ['LEAR', LEAR, 0.05],
  ['the champion', CHAMPION, 0.1],
] as const) {
  test(`a small shift changes the forecast of ${name} by what it changes of its input's contribution, to first order`, () => {
    const fitted = fitHorizon({ panel, target, horizonDays: 1, model: createModel(recipe), explain: true });
    const base = fitted.predict();
    const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value / SLOTS, 0);
    const meanChange = (of: (forecast: HorizonForecast) => Float64Array, then: HorizonForecast) =>
      meanOf(of(then)) - meanOf(of(base));
    for (const [input, mw] of [
      ['load.forecast', 300],
      ['wind.forecast', 300],
    ] as const) {
      const [small, twice] = [mw, 2 * mw].map((size) => fitted.predict(shifted(input, size)));
      const [change, changeOfTwice] = [small, twice].map((then) => meanChange(({ days }) => days[0], then));
      const parts = ['calendar', 'price', ...INPUTS].map((group) =>
        meanChange(({ explanations }) => partOf(explanations[0], group), small),
      );
      const own = meanChange(({ explanations }) => partOf(explanations[0], input), small);
      assert.ok(Math.abs(parts.reduce((sum, part) => sum + part) - change) < 1e-9);
      assert.ok(Math.abs(own - change) < tolerance * Math.abs(change), `${own} of ${change}`);
      assert.ok(Math.abs(changeOfTwice / 2 - change) < tolerance * Math.abs(change));
      assert.equal(Math.sign(change), input === 'load.forecast' ? 1 : -1);
    }
  });
}
