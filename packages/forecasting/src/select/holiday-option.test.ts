import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOLIDAYS } from '../../test/champion-parts.ts';
import {
  SLOTS,
  absoluteError,
  actualOf,
  panelWithHolidays,
  rowsBetween,
  without,
} from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { GAUSSIAN_PROCESS } from '../pipelines/members.ts';
import { createFitCache } from '../runtime/fit-cache.ts';
import { createWithHolidays, selectHolidays } from './holiday-option.ts';
import { createGaussianProcess } from '../models/gaussian-process.ts';

const PROCESS = createGaussianProcess({ ...GAUSSIAN_PROCESS, windowDays: 364 });
const MODEL = createWithHolidays(PROCESS, HOLIDAYS);
const DAYS = 577;
const TARGET = DAYS - 1;
const FESTIVE = panelWithHolidays(DAYS, { festive: true });
const PLAIN = panelWithHolidays(DAYS, { festive: false });

function forecastOf(panel: Panel): Float64Array {
  return MODEL.fit(panel, TARGET).predict(panel, TARGET).combined;
}

function areHolidaysUsed(panel: Panel, target = TARGET): boolean {
  return selectHolidays(panel, target, HOLIDAYS, createFitCache());
}

test('where holidays have been like Sundays, the next one is forecast like one', () => {
  assert.ok(FESTIVE.holidays?.has(FESTIVE.days[TARGET]));
  const errorOf = (panel: Panel) => absoluteError(forecastOf(panel), actualOf(FESTIVE, TARGET));
  const [aware, unaware] = [errorOf(FESTIVE), errorOf({ ...FESTIVE, holidays: undefined })];
  assert.equal(areHolidaysUsed(FESTIVE), true);
  assert.ok(aware < 0.7 * unaware, `${aware} against ${unaware}`);
});

test('where they have been days like others, the forecast is that of the model that knows of none', () => {
  assert.equal(areHolidaysUsed(PLAIN), false);
  const unaware = { ...PLAIN, holidays: undefined };
  assert.deepEqual(forecastOf(PLAIN), PROCESS.fit(unaware, TARGET).predict(unaware, TARGET).combined);
});

test('few holidays and little history prove nothing', () => {
  const [last, ...others] = [...(FESTIVE.holidays ?? [])].toReversed();
  const few = { ...FESTIVE, holidays: new Set([last, ...others.slice(0, 2)]) };
  assert.equal(areHolidaysUsed(few), false);
  assert.equal(areHolidaysUsed(FESTIVE, 130), false);
  assert.equal(areHolidaysUsed(FESTIVE, 3), false);
  assert.throws(() => MODEL.fit(FESTIVE, 20), /needs 21 training days/);
});

test('prices of the last week and of the target day prove nothing, nor do gaps among the others harm', () => {
  const masked = { ...FESTIVE, price: FESTIVE.price.slice() };
  masked.price.fill(-1e5, (TARGET - 7) * SLOTS);
  assert.equal(areHolidaysUsed(masked), true);
  assert.equal(areHolidaysUsed(without(FESTIVE, 'price', rowsBetween(300, 420))), true);
  assert.equal(areHolidaysUsed({ ...FESTIVE, price: FESTIVE.price.map(() => 0) }), false);
});

test('its members are those of the model', () => {
  assert.equal(MODEL.memberCount, 1);
  assert.deepEqual(MODEL.fit(FESTIVE, TARGET).predict(FESTIVE, TARGET), {
    combined: forecastOf(FESTIVE),
    members: [forecastOf(FESTIVE)],
  });
});
