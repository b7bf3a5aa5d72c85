import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIBRARY_VERSION } from '@lonja/forecasting';
import { SPREAD_OPTIONS } from '@lonja/forecasting/intraday';
import { type ModelManifest, underLibrary } from '../runs/model-manifest.ts';
import { auctionRecipeOf, intradayManifest } from './intraday-model.ts';

/** As the database gives it back. */
const stored = (manifest: ModelManifest): ModelManifest => JSON.parse(JSON.stringify(manifest));

test('the settings of a version are those that its manifest was written from', () => {
  const manifest = stored(intradayManifest('ida1', SPREAD_OPTIONS, '1.0.0'));
  assert.deepEqual(manifest['recipe'], { kind: 'intraday-spread', ...SPREAD_OPTIONS });
  assert.equal(manifest['library'], LIBRARY_VERSION);
  assert.deepEqual(auctionRecipeOf(manifest)?.spread, SPREAD_OPTIONS);
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
  assert.deepEqual(auctionRecipeOf(manifest)?.spread, expected);
  const further = underLibrary(manifest);
  assert.ok(further !== undefined);
  assert.deepEqual(auctionRecipeOf(stored(further))?.spread, expected);
});

test('settings that this program cannot run are not settings', () => {
  for (const change of [{ analogueShare: 1.5 }, { windowDays: SPREAD_OPTIONS.windowDays + 1 }]) {
    assert.equal(
      auctionRecipeOf(intradayManifest('ida1', { ...SPREAD_OPTIONS, ...change }, '1.0.0')),
      undefined,
    );
  }
});
