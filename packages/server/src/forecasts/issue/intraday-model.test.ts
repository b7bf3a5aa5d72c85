import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIBRARY_VERSION } from '@lonja/forecasting';
import { INTRADAY } from '@lonja/forecasting/issue';
import { SPREAD_OPTIONS } from '@lonja/forecasting/intraday';
import { manifestOf, type ModelManifest, underLibrary } from '../runs/model-manifest.ts';
import { auctionRecipeOf } from './intraday-model.ts';

const PROGRAM = { codeVersion: '1.0.0' };

/** As the database gives it back. */
const stored = (manifest: ModelManifest): ModelManifest => JSON.parse(JSON.stringify(manifest));

test('the recipe of a version is that which its manifest was written from', () => {
  const manifest = stored(manifestOf(INTRADAY, PROGRAM));
  assert.deepEqual(manifest['recipe'], INTRADAY);
  assert.equal(manifest['library'], LIBRARY_VERSION);
  assert.deepEqual(auctionRecipeOf(manifest), INTRADAY);
});

test('an early version runs on trees alone, all with one half-life and of whole days, as many as their chances give', () => {
  const {
    analogueShare: _,
    shortHalfLifeDays: __,
    drawsSlots: ___,
    drawnDays: ____,
    directionSeeds: _____,
    ...options
  } = SPREAD_OPTIONS;
  const manifest = { options, codeVersion: '0.1.0' };
  const expected = {
    ...SPREAD_OPTIONS,
    shortHalfLifeDays: SPREAD_OPTIONS.halfLifeDays,
    drawsSlots: false,
    drawnDays: Number.POSITIVE_INFINITY,
    directionSeeds: [],
    analogueShare: 0,
  };
  assert.deepEqual(auctionRecipeOf(manifest), { ...INTRADAY, spread: expected });
  const further = underLibrary(manifest);
  assert.ok(further !== undefined);
  assert.deepEqual(auctionRecipeOf(stored(further)), { ...INTRADAY, spread: expected });
});

test('settings that this program cannot run are not settings', () => {
  for (const change of [{ analogueShare: 1.5 }, { windowDays: SPREAD_OPTIONS.windowDays + 1 }]) {
    const recipe = { ...INTRADAY, spread: { ...SPREAD_OPTIONS, ...change } };
    assert.equal(auctionRecipeOf(manifestOf(recipe, PROGRAM)), undefined);
  }
});
