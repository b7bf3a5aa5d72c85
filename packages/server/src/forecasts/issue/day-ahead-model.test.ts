import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAUSSIAN_PROCESS, LIBRARY_VERSION } from '@lonja/forecasting';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { recipeHash } from '@lonja/forecasting/workers';
import { manifestOf, type ModelManifest } from '../runs/model-manifest.ts';
import { CHALLENGER, dayAheadRecipeOf } from './day-ahead-model.ts';
import { LEAR } from '@lonja/forecasting';

/** As the database gives it back. */
const stored = (manifest: ModelManifest): ModelManifest => JSON.parse(JSON.stringify(manifest));

test('a manifest is the whole recipe with its hash, the version of the library and that of the program', () => {
  const manifest = stored(manifestOf(DAY_AHEAD, { codeVersion: '0.1.0' }));
  assert.deepEqual(manifest, {
    recipe: DAY_AHEAD,
    recipeHash: recipeHash(DAY_AHEAD),
    library: LIBRARY_VERSION,
    codeVersion: '0.1.0',
  });
  assert.deepEqual(dayAheadRecipeOf(manifest), DAY_AHEAD);
});

test('models of release 0.1.0 are recipes, but for the champion, whose manifest does not hold what it is made of', () => {
  const settings = { historyDays: 742, calibrationDays: 182 };
  const recipeOf = (model: object) => dayAheadRecipeOf({ ...settings, model })?.point;
  assert.deepEqual(recipeOf({ kind: 'weekly-naive' }), { kind: 'weekly-naive' });
  assert.deepEqual(recipeOf({ kind: 'lear', windows: [56] }), { ...LEAR, windows: [56] });
  assert.deepEqual(recipeOf({ kind: 'lear' }), { ...LEAR, windows: [56, 84, 1092, 1456] });
  const month = { ...GAUSSIAN_PROCESS, levelDays: 28 };
  assert.deepEqual(recipeOf({ kind: 'gaussian-process', levelDays: 28 }), month);
  assert.equal(recipeOf({ kind: 'champion' }), undefined);
  assert.equal(recipeOf({ kind: 'oracle' }), undefined);
});

test('a recipe with a setting that this library does not know, or without one that it needs, is no model', () => {
  const manifest = manifestOf(CHALLENGER, { codeVersion: '0.1.0' });
  const withRecipe = (recipe: object) => dayAheadRecipeOf({ ...manifest, recipe });
  assert.deepEqual(withRecipe(CHALLENGER), CHALLENGER);
  assert.equal(withRecipe({ ...CHALLENGER, lambda: 1 }), undefined);
  assert.equal(withRecipe({ ...CHALLENGER, point: { ...CHALLENGER.point, lambda: 1 } }), undefined);
  assert.equal(
    withRecipe({ ...CHALLENGER, bounds: { ...CHALLENGER.bounds, pitShare: undefined } }),
    undefined,
  );
});
