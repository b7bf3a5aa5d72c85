import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProduct } from '../../market/test-summary.ts';
import { withBeyond } from './with-beyond.ts';
import { loadTexts } from '../../i18n/texts.ts';

await Promise.all([loadTexts('en', 'parts'), loadTexts('es', 'parts')]);

const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2026-03-28T23:00:00Z');

function daysOf(...sides: ('below' | 'above' | undefined)[]) {
  const points = sides.map((side, hour) => ({
    time: new Date(FIRST + hour * HOUR_MS).toISOString(),
    hour,
    value: hour - 50,
    p10: -100,
    p90: 100,
    change: null,
    quantiles: {},
    probabilities: null,
    beyond_cleared: side === undefined ? { p10: 'below' as const } : { value: side },
  }));
  return testProduct('da', { date: '2026-03-29', points, prices: [] }).days;
}

const chart = { startsMs: [0, 1, 2, 3].map((hour) => FIRST + hour * HOUR_MS), periodMs: HOUR_MS, series: [] };

test('points beyond anything cleared are a series of circles, bounds alone are not', () => {
  const { series, drawMore } = withBeyond(chart, daysOf('below', undefined, 'above'), 'en');
  assert.deepEqual(series, [
    { label: 'beyond anything cleared', colour: 'spike', kind: 'dots', values: [-50, null, -48, null] },
  ]);
  assert.ok(drawMore);
  assert.equal(withBeyond(chart, daysOf(undefined), 'es'), chart);
});
