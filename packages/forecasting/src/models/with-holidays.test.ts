import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SLOTS,
  absoluteError,
  actualOf,
  panelWithHolidays,
  rowsBetween,
  without,
} from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import { holidaysTell } from '../select/holiday-search.ts';
import { createWithHolidays } from './with-holidays.ts';

const PROCESS = createGaussianProcess({ windowDays: 364 });
const MODEL = createWithHolidays(PROCESS);
const DAYS = 577;
const TARGET = DAYS - 1;
const FESTIVE = panelWithHolidays(DAYS, { festive: true });
const PLAIN = panelWithHolidays(DAYS, { festive: false });

function forecastOf(panel: Panel): Float64Array {
  return MODEL.predict(MODEL.fit(panel, TARGET), panel, TARGET);
}

test('where holidays have been like Sundays, the next one is forecast like one', () => {
  assert.ok(FESTIVE.holidays?.has(FESTIVE.days[TARGET]));
  const errorOf = (panel: Panel) => absoluteError(forecastOf(panel), actualOf(FESTIVE, TARGET));
  const [told, untold] = [errorOf(FESTIVE), errorOf({ ...FESTIVE, holidays: undefined })];
  assert.equal(MODEL.fit(FESTIVE, TARGET).holidays, true);
  assert.ok(told < 0.7 * untold, `${told} against ${untold}`);
});

test('where they have been days like others, the forecast is that of the forecaster who knows of none', () => {
  assert.equal(MODEL.fit(PLAIN, TARGET).holidays, false);
  const unaware = { ...PLAIN, holidays: undefined };
  assert.deepEqual(forecastOf(PLAIN), PROCESS.predict(PROCESS.fit(unaware, TARGET), unaware, TARGET));
});

test('few holidays and little history prove nothing', () => {
  const [last, ...others] = [...(FESTIVE.holidays ?? [])].toReversed();
  const few = { ...FESTIVE, holidays: new Set([last, ...others.slice(0, 2)]) };
  assert.equal(holidaysTell(few, TARGET), false);
  assert.equal(holidaysTell(FESTIVE, 130), false);
  assert.equal(holidaysTell(FESTIVE, 3), false);
  assert.throws(() => MODEL.fit(FESTIVE, 20), /needs 21 training days/);
});

test('prices of the last week and of the target day prove nothing, nor do gaps among the others harm', () => {
  const masked = { ...FESTIVE, price: FESTIVE.price.slice() };
  masked.price.fill(-1e5, (TARGET - 7) * SLOTS);
  assert.equal(holidaysTell(masked, TARGET), true);
  assert.equal(holidaysTell(without(FESTIVE, 'price', rowsBetween(300, 420)), TARGET), true);
  assert.equal(holidaysTell({ ...FESTIVE, price: FESTIVE.price.map(() => 0) }, TARGET), false);
});

test('a fit survives JSON, and its members are those of the forecaster', () => {
  const fitted = MODEL.fit(FESTIVE, TARGET);
  const copy: unknown = JSON.parse(JSON.stringify(fitted));
  assert.deepEqual(MODEL.predict(copy as typeof fitted, FESTIVE, TARGET), forecastOf(FESTIVE));
  assert.deepEqual(MODEL.predictMembers?.(fitted, FESTIVE, TARGET), {
    combined: forecastOf(FESTIVE),
    members: [forecastOf(FESTIVE)],
  });
});
