import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS, movingPanel, rowsBetween, syntheticPanel, without } from '../../test/synthetic-panel.ts';
import type { Panel } from '../data/panel.ts';
import { inputRelevance } from './input-relevance.ts';

const DAYS = 430;

/** Adds an input that has nothing to do with prices. */
function withIdleInput(panel: Panel): Panel {
  const values = panel.price.map(
    (_, i) => Math.sin(Math.floor(i / SLOTS) * 2.4) * 100 + Math.sin(i * 1.7) * 60,
  );
  return { ...panel, exogenous: [...panel.exogenous, { name: 'idle', values }] };
}

test('an input that moves prices counts more than one that does not', () => {
  const panel = withIdleInput(syntheticPanel(DAYS));
  const relevance = inputRelevance(panel, DAYS - 1);
  assert.deepEqual(Object.keys(relevance), ['load.forecast', 'wind.forecast', 'idle']);
  assert.ok(relevance['idle'] < 0.75, `${relevance['idle']}`);
  assert.ok(relevance['idle'] < relevance['load.forecast']);
});

test('it is the same for four weeks and for days of a horizon whose last prices and inputs are hidden', () => {
  const panel = withIdleInput(syntheticPanel(DAYS));
  const target = DAYS - 8;
  const found = inputRelevance(panel, target);
  const hidden = without(panel, 'wind.forecast', rowsBetween(target - 7, DAYS));
  hidden.price.fill(Number.NaN, (target - 7) * SLOTS);
  assert.equal(inputRelevance(hidden, target), found, 'searched once');
  const searches = new Set(Array.from({ length: 28 }, (_, i) => inputRelevance(panel, target - i)));
  assert.equal(searches.size, 2, 'one change in four weeks');
});

test('a corrected value of the year before is searched anew, one of the last days is not', () => {
  const panel = withIdleInput(syntheticPanel(DAYS));
  const found = inputRelevance(panel, DAYS - 1);
  panel.price[(DAYS - 3) * SLOTS] += 1;
  assert.equal(inputRelevance(panel, DAYS - 1), found);
  panel.price[(DAYS - 200) * SLOTS] += 1;
  assert.notEqual(inputRelevance(panel, DAYS - 1), found);
});

test('what is found with moves is not taken for what is found without', () => {
  const { told, untold } = movingPanel(DAYS);
  const found = inputRelevance(told, DAYS - 1);
  assert.notDeepEqual(inputRelevance(untold, DAYS - 1), found);
  assert.equal(inputRelevance(told, DAYS - 1), found);
});

test('with less than half a year, without inputs or with prices of zero throughout, every input counts as usual', () => {
  assert.deepEqual(inputRelevance(syntheticPanel(170), 169), {});
  assert.deepEqual(inputRelevance({ ...syntheticPanel(DAYS), exogenous: [] }, DAYS - 1), {});
  const flat = syntheticPanel(DAYS);
  flat.price.fill(0);
  assert.deepEqual(new Set(Object.values(inputRelevance(flat, DAYS - 1))), new Set([1]));
});
