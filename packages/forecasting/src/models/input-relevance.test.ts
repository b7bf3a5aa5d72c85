import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS, signalPanel, rowsBetween, syntheticPanel, without } from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { DAY_COVARIANCE } from '../pipelines/day-covariance.ts';
import { PROCESS_TRAINING } from '../pipelines/training.ts';
import { INPUT_RELEVANCE } from '../pipelines/members.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { type InputRelevanceOptions, inputRelevance } from './input-relevance.ts';

const DAYS = 430;

/** A short search, for what does not depend on how good it is. */
const SHORT: InputRelevanceOptions = {
  ...INPUT_RELEVANCE,
  normalisations: [{ levelDays: 7, spreadDays: 7 }],
  steps: [1.4],
};

function relevanceOf(
  panel: Panel,
  target: number,
  cache: FitCache = createFitCache(),
  options = SHORT,
): Record<string, number> {
  return inputRelevance(
    panel,
    target,
    { ...options, covariance: DAY_COVARIANCE, training: PROCESS_TRAINING },
    cache,
  );
}

/** Adds an input that has nothing to do with prices. */
function withIdleInput(panel: Panel): Panel {
  const values = panel.price.map(
    (_, i) => Math.sin(Math.floor(i / SLOTS) * 2.4) * 100 + Math.sin(i * 1.7) * 60,
  );
  return { ...panel, exogenous: [...panel.exogenous, { name: 'idle', values }] };
}

test('an input that moves prices counts more than one that does not', () => {
  const panel = withIdleInput(syntheticPanel(DAYS));
  const relevance = relevanceOf(panel, DAYS - 1, createFitCache(), INPUT_RELEVANCE);
  assert.deepEqual(Object.keys(relevance), ['load.forecast', 'wind.forecast', 'idle']);
  assert.ok(relevance['idle'] < 0.75, `${relevance['idle']}`);
  assert.ok(relevance['idle'] < relevance['load.forecast']);
});

test('it is the same for four weeks and for days of a horizon whose last prices and inputs are hidden', () => {
  const panel = withIdleInput(syntheticPanel(DAYS));
  const target = DAYS - 8;
  const cache = createFitCache();
  const found = relevanceOf(panel, target, cache);
  const hidden = without(panel, 'wind.forecast', rowsBetween(target - 7, DAYS));
  hidden.price.fill(Number.NaN, (target - 7) * SLOTS);
  assert.equal(relevanceOf(hidden, target, cache), found, 'searched once');
  const searches = new Set(Array.from({ length: 28 }, (_, i) => relevanceOf(panel, target - i, cache)));
  assert.equal(searches.size, 2, 'one change in four weeks');
});

test('a corrected value of the year before is searched anew, one of the last days is not', () => {
  const panel = withIdleInput(syntheticPanel(DAYS));
  const cache = createFitCache();
  const found = relevanceOf(panel, DAYS - 1, cache);
  const lately = structuredClone(panel);
  lately.price[(DAYS - 3) * SLOTS] += 1;
  assert.equal(relevanceOf(lately, DAYS - 1, cache), found);
  const before = structuredClone(lately);
  before.price[(DAYS - 200) * SLOTS] += 1;
  const anew = relevanceOf(before, DAYS - 1, cache);
  assert.notEqual(anew, found);
  assert.deepEqual(anew, relevanceOf(before, DAYS - 1));
});

test('what is found with price signals is not taken for what is found without', () => {
  const { informed, plain } = signalPanel(DAYS);
  const cache = createFitCache();
  const found = relevanceOf(informed, DAYS - 1, cache);
  assert.notDeepEqual(relevanceOf(plain, DAYS - 1, cache), found);
  assert.equal(relevanceOf(informed, DAYS - 1, cache), found);
});

test('with less than half a year, without inputs or with prices of zero throughout, every input counts as usual', () => {
  assert.deepEqual(relevanceOf(syntheticPanel(170), 169), {});
  assert.deepEqual(relevanceOf({ ...syntheticPanel(DAYS), exogenous: [] }, DAYS - 1), {});
  const flat = syntheticPanel(DAYS);
  flat.price.fill(0);
  assert.deepEqual(new Set(Object.values(relevanceOf(flat, DAYS - 1))), new Set([1]));
});
