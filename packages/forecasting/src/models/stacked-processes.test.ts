import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STACKED_PROCESSES } from '../pipelines/champion.ts';
import { createNormal } from '../../test/random-problem.ts';
import { testSignals } from '../../test/process-contract.ts';
import {
  SLOTS,
  absoluteError,
  actualOf,
  rowsBetween,
  syntheticPanel,
  without,
} from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { dayNumber } from '../market/delivery-day.ts';
import { weightedMean } from '../combine/weighted-mean.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { type StackingOptions, createStackedProcesses } from './stacked-processes.ts';
import { createGaussianProcess } from './gaussian-process.ts';

const processesOf = (common: typeof STACKED_PROCESSES.process) =>
  STACKED_PROCESSES.processes.map((own) => createGaussianProcess({ ...common, ...own }));
/** Inputs count as usual: the search for their relevance is a matter of each process. */
const { training, covariance } = STACKED_PROCESSES.process;
const stackOf = (options: StackingOptions) =>
  createStackedProcesses(processesOf({ training, covariance }), options);
const MODEL = stackOf(STACKED_PROCESSES);
const UNCORRECTED = { ...STACKED_PROCESSES, residuals: { ...STACKED_PROCESSES.residuals, share: 0 } };
const FIRST_CORRECTED = 7 + 75 + 28 + 120;

/** A market whose price jumps where the load passes a threshold, which no smooth covariance can follow. */
function steppedPanel(dayCount: number): Panel {
  const panel = syntheticPanel(dayCount);
  const [load] = panel.exogenous;
  return { ...panel, price: panel.price.map((price, i) => price + (load.values[i] > 29_000 ? 25 : 0)) };
}

function forecastOf(panel: Panel, target: number, cache?: FitCache) {
  const fitted = MODEL.fit(panel, target, cache);
  return { fitted, ...fitted.predict(panel, target) };
}

test('the trees take off errors that the processes go on making', () => {
  const panel = steppedPanel(430);
  const cache = createFitCache();
  let corrected = 0;
  let plain = 0;
  for (let target = 410; target < 430; target += 2) {
    const { fitted, combined, members } = forecastOf(panel, target, cache);
    corrected += absoluteError(combined, actualOf(panel, target));
    plain += absoluteError(weightedMean(members, fitted.weights), actualOf(panel, target));
  }
  assert.ok(corrected < 0.9 * plain, `${corrected} against ${plain}`);
});

test('prices of the target day and everything after it change nothing', () => {
  const panel = syntheticPanel(FIRST_CORRECTED + 12);
  const target = FIRST_CORRECTED + 5;
  const { fitted, ...before } = forecastOf(panel, target);
  assert.ok(fitted.isCorrected);
  panel.price.fill(-1e5, target * SLOTS);
  for (const { values } of panel.exogenous) values.fill(7, (target + 1) * SLOTS);
  const { fitted: other, ...after } = forecastOf(panel, target);
  assert.deepEqual(other.weights, fitted.weights);
  assert.deepEqual(after, before);
});

test('where the level of prices means something, the process that keeps it counts more', () => {
  const calm = syntheticPanel(800);
  const [load, wind] = calm.exogenous.map(({ values }) => values);
  const normal = createNormal(31);
  // Every day lies somewhere around the same level: the last week says nothing of the next day.
  const ofDay = calm.days.map(() => 60 + 15 * normal());
  const price = calm.price.map(
    (_, i) => ofDay[Math.floor(i / SLOTS)] + (load[i] - 28_000) / 300 - (wind[i] - 6000) / 400 + normal(),
  );
  const panel = { ...calm, price };
  const cache = createFitCache();
  const whole = createStackedProcesses(processesOf(STACKED_PROCESSES.process), STACKED_PROCESSES);
  for (const target of [790, 796]) {
    const fitted = whole.fit(panel, target, cache);
    assert.ok(fitted.weights[1] > 0.5, String(fitted.weights));
    assert.ok(Math.abs(fitted.weights.reduce((sum, weight) => sum + weight) - 1) < 1e-12);
  }
});

test('with too little past to learn from, or a share of nothing, it is the weighted mean of the processes', () => {
  const panel = syntheticPanel(FIRST_CORRECTED + 6);
  const early = forecastOf(panel, 60);
  assert.equal(early.fitted.isCorrected, false);
  assert.deepEqual(early.fitted.weights, [0.5, 0.5]);
  const none = stackOf(UNCORRECTED);
  const late = forecastOf(panel, FIRST_CORRECTED + 5);
  assert.notDeepEqual(late.fitted.weights, early.fitted.weights);
  const target = FIRST_CORRECTED + 5;
  const withoutShare = none.fit(panel, target).predict(panel, target).combined;
  assert.deepEqual(early.combined, weightedMean(early.members, early.fitted.weights));
  assert.deepEqual(withoutShare, weightedMean(late.members, late.fitted.weights));
  assert.notDeepEqual(late.combined, withoutShare);
});

test('inputs unknown in the past, prices of zero for weeks and a day without prices give a sound forecast', () => {
  const target = FIRST_CORRECTED + 20;
  const panels = [
    without(syntheticPanel(target + 1), 'wind.forecast', rowsBetween(0, target - 40)),
    without(syntheticPanel(target + 1), 'load.forecast', rowsBetween(target, target + 1)),
    without(syntheticPanel(target + 1), 'price', [target - 12]),
  ];
  const still = syntheticPanel(target + 1);
  still.price.fill(0, (target - 60) * SLOTS);
  for (const panel of [...panels, still]) {
    const { combined } = forecastOf(panel, target);
    assert.ok(
      combined.every((price) => Math.abs(price) < 300),
      String(combined),
    );
  }
});

test('a day later than the fit counts the errors in between as none', () => {
  const panel = syntheticPanel(FIRST_CORRECTED + 12);
  const fitted = MODEL.fit(panel, FIRST_CORRECTED + 5);
  assert.ok(fitted.predict(panel, FIRST_CORRECTED + 10).combined.every(Number.isFinite));
});

testSignals(MODEL);

test('trees that serve for several days are those of the first of them, whatever the cache holds', () => {
  const panel = steppedPanel(430);
  const model = stackOf({
    ...STACKED_PROCESSES,
    residuals: { ...STACKED_PROCESSES.residuals, refitDays: 7 },
  });
  const cache = createFitCache();
  const days = Array.from({ length: 8 }, (_, i) => 422 - (dayNumber(panel.days[422]) % 7) + i);
  const kept = days.map((target) => model.fit(panel, target, cache).predict(panel, target).combined);
  const daily = days.map((target) => forecastOf(panel, target, cache).combined);
  days.forEach((target, i) => {
    if (i % 7 === 0) assert.deepEqual(kept[i], daily[i]);
    else assert.notDeepEqual(kept[i], daily[i]);
    if (i === 3) assert.deepEqual(kept[i], model.fit(panel, target).predict(panel, target).combined);
  });
});
