import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backtest } from '../backtest/backtest.ts';
import { createModel, type Recipe } from '../models/recipe.ts';
import { dayRange } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { backtestInWorkers } from './backtest-in-workers.ts';
import { forecastHorizonsInWorkers } from './forecast-horizons-in-workers.ts';
import { LEAR } from '../pipelines/members.ts';

const SLOTS = 4;
const SPAN = { from: '2026-03-15', to: '2026-03-22', calibrationDays: 8 };

function panelOf(): Panel {
  const days = dayRange('2026-01-01', '2026-03-31');
  const load = Float64Array.from(
    { length: days.length * SLOTS },
    (_, i) => 100 + 20 * Math.sin(i / 3) + ((i * i) % 17),
  );
  const price = load.map((value, i) => value / 2 + 5 * Math.cos(i * i));
  const signals = [{ name: 'price.later', values: load.map((_, i) => 3 * Math.sin(i * i)) }];
  return { days, slotsPerDay: SLOTS, price, exogenous: [{ name: 'load', values: load }], signals };
}

test('threads give bit for bit what one thread gives', async () => {
  const panel = panelOf();
  const recipes: Recipe[] = [{ ...LEAR, windows: [28, 56] }, { kind: 'standard-naive' }];
  for (const recipe of recipes) {
    const alone = backtest({ panel, ...SPAN, model: createModel(recipe) });
    for (const threads of [1, 3]) {
      assert.deepEqual(await backtestInWorkers({ panel, ...SPAN, recipe, threads }), alone);
    }
  }
});

test('progress counts to the number of days, and the caller keeps the panel', async () => {
  const panel = panelOf();
  const copy = structuredClone(panel);
  const seen: number[] = [];
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    assert.equal(total, 16);
    seen.push(done);
  };
  await backtestInWorkers({ panel, ...SPAN, recipe: { kind: 'weekly-naive' }, threads: 2, onProgress });
  assert.deepEqual(
    seen,
    Array.from({ length: 16 }, (_, i) => i + 1),
  );
  assert.deepEqual(panel, copy);
});

test('an error in a thread reaches the caller with its name and message', async () => {
  const panel = panelOf();
  panel.price.fill(NaN, 0, 80 * SLOTS);
  await assert.rejects(
    backtestInWorkers({
      panel,
      from: '2026-03-22',
      to: '2026-03-24',
      recipe: { ...LEAR, windows: [28] },
      threads: 2,
    }),
    { name: 'InsufficientHistoryError', message: /LEAR needs/ },
  );
});

test('an abort ends the work at once, with its reason', async () => {
  const panel = panelOf();
  const tasks = Array.from({ length: 400 }, () => ({ panel, target: 80, horizonDays: 7 }));
  const stop = new AbortController();
  let done = 0;
  const onProgress = () => {
    done++;
    stop.abort(new Error('enough'));
  };
  const work = () =>
    forecastHorizonsInWorkers(tasks, {
      recipe: { ...LEAR, windows: [28, 56] },
      atOnce: 2,
      onProgress,
      signal: stop.signal,
    });
  await assert.rejects(work(), /enough/);
  assert.ok(done < 200, `${done} of 400 were done`);
  await assert.rejects(work(), /enough/);
});
