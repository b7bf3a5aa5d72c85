import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPREAD_OPTIONS } from '@lonja/forecasting';
import { intradayManifest, spreadOptionsOf } from './intraday-model.ts';

test('the settings of a version are those that its manifest was written from', () => {
  const stored: ReturnType<typeof intradayManifest> = JSON.parse(
    JSON.stringify(intradayManifest('ida1', SPREAD_OPTIONS, '1.0.0')),
  );
  assert.deepEqual(spreadOptionsOf(stored), SPREAD_OPTIONS);
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
  const manifest = { ...intradayManifest('ida1', SPREAD_OPTIONS, '1.0.0'), options };
  assert.deepEqual(spreadOptionsOf(manifest), {
    ...SPREAD_OPTIONS,
    shortHalfLifeDays: SPREAD_OPTIONS.halfLifeDays,
    drawsSlots: false,
    drawnDays: Number.POSITIVE_INFINITY,
    directionSeeds: [],
    analogueShare: 0,
  });
});

test('settings that this program cannot run are not settings', () => {
  const options = { ...SPREAD_OPTIONS, analogueShare: 1.5 };
  assert.equal(spreadOptionsOf(intradayManifest('ida1', options, '1.0.0')), undefined);
});
