import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS, panelWithHolidays, rowsBetween, syntheticPanel } from '../../test/synthetic-panel.ts';
import { createBoostedHours } from '../models/boosted-hours.ts';
import { createGaussianProcess } from '../models/gaussian-process.ts';
import { createLear } from '../models/lear.ts';
import type { Model } from '../models/model.ts';
import { BOOSTED_HOURS, GAUSSIAN_PROCESS } from '../pipelines/members.ts';
import { type Panel, weekdayOfRow } from './panel.ts';
import { LEAR } from '../pipelines/members.ts';

const TARGET = 380;

test('a holiday is a Sunday, another day is what the calendar says', () => {
  const panel = syntheticPanel(14);
  const weekdays = (seen: Panel) => rowsBetween(0, 14).map((row) => weekdayOfRow(seen, row));
  assert.deepEqual(weekdays(panel), [0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6]);
  const holidays = new Set([panel.days[2], panel.days[12], '2019-01-01']);
  assert.deepEqual(weekdays({ ...panel, holidays }), [0, 1, 6, 3, 4, 5, 6, 0, 1, 2, 3, 4, 6, 6]);
});

const MODELS: Model[] = [
  createGaussianProcess(GAUSSIAN_PROCESS),
  createLear({ ...LEAR, windows: [364] }),
  createBoostedHours({ ...BOOSTED_HOURS, trees: 60 }),
];

for (const model of MODELS) {
  test(`${model.name}: a holiday is forecast like a Sunday rather than like a working day`, () => {
    const aware = panelWithHolidays(TARGET + 1, { festive: true });
    const unaware = { ...aware, holidays: undefined };
    assert.ok(aware.holidays?.has(aware.days[TARGET]));
    const meanOf = (panel: Panel) => {
      const forecast = model.fit(panel, TARGET).predict(panel, TARGET).combined;
      return forecast.reduce((sum, price) => sum + price / SLOTS, 0);
    };
    const [holiday, working] = [meanOf(aware), meanOf(unaware)];
    assert.ok(holiday - working > 15, `${holiday} on a holiday, ${working} where nobody knows of it`);
  });
}
