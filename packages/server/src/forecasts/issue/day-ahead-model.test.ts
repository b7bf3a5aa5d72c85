import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAUSSIAN_PROCESS, LIBRARY_VERSION } from '@lonja/forecasting';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { recipeHash } from '@lonja/forecasting/workers';
import type { ModelManifest } from '../runs/model-manifest.ts';
import { CHALLENGER, dayAheadRecipeOf, manifestOf } from './day-ahead-model.ts';

/** As the database gives it back. */
const stored = (manifest: ModelManifest): ModelManifest => JSON.parse(JSON.stringify(manifest));

test('a manifest holds the recipe with its hash, the version of the library and the settings', () => {
  const manifest = manifestOf(DAY_AHEAD, '0.1.0');
  assert.deepEqual(manifest['recipe'], DAY_AHEAD.point);
  assert.equal(manifest['recipeHash'], recipeHash(DAY_AHEAD.point));
  assert.equal(manifest['library'], LIBRARY_VERSION);
  assert.equal(manifest['usualDays'], DAY_AHEAD.baselineDays);
  assert.equal(manifest['codeVersion'], '0.1.0');
});

test('a model is read back from its manifest, and those of early versions without what came later', () => {
  const manifest = stored(manifestOf(DAY_AHEAD, '0.1.0'));
  assert.deepEqual(dayAheadRecipeOf(manifest), DAY_AHEAD);
  const { usualDays: _, olderCalibrationDays: __, ...early } = manifest;
  assert.deepEqual(dayAheadRecipeOf(early), { ...DAY_AHEAD, olderCalibrationDays: 0, baselineDays: 0 });
});

test('models of release 0.1.0 are recipes, but for the champion, whose manifest does not hold what it is made of', () => {
  const { recipe: _, recipeHash: __, library: ___, ...settings } = manifestOf(CHALLENGER, '0.1.0');
  const recipeOf = (model: object) => dayAheadRecipeOf({ ...settings, model })?.point;
  assert.deepEqual(recipeOf({ kind: 'weekly-naive' }), { kind: 'weekly-naive' });
  assert.deepEqual(recipeOf({ kind: 'lear', windows: [56] }), { kind: 'lear', windows: [56] });
  assert.deepEqual(recipeOf({ kind: 'lear' }), { kind: 'lear', windows: [56, 84, 1092, 1456] });
  const month = { ...GAUSSIAN_PROCESS, levelDays: 28 };
  assert.deepEqual(recipeOf({ kind: 'gaussian-process', levelDays: 28 }), month);
  assert.equal(recipeOf({ kind: 'champion' }), undefined);
  assert.equal(recipeOf({ kind: 'oracle' }), undefined);
});

test('a recipe with a setting that this library does not know is no model', () => {
  const manifest = manifestOf(CHALLENGER, '0.1.0');
  assert.equal(dayAheadRecipeOf({ ...manifest, recipe: { ...CHALLENGER.point, lambda: 1 } }), undefined);
});
