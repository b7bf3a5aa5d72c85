import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEGRADED_CODES, type DegradedReason } from '../../ground/database/degraded-reason.ts';
import { degradedRecords, degradedSentences } from './degraded.ts';

test('every code has a sentence without gaps', () => {
  for (const code of DEGRADED_CODES) {
    const reason = {
      code,
      input: 'ida1',
      day: '2026-03-31',
      standIn: 'da',
      known: 3,
      wanted: 9,
      detail: 'none.',
    };
    assert.doesNotMatch(degradedSentences([reason])[0], /undefined/, code);
  }
});

test('days of the same reason share a sentence where it can name several, others keep their own', () => {
  const of = (day: string, input: string): DegradedReason => ({ code: 'no_weather', day, input });
  assert.deepEqual(
    degradedSentences([
      of('2026-03-31', 'wind'),
      of('2026-04-01', 'wind'),
      of('2026-03-31', 'solar'),
      { code: 'input_late', input: 'load.forecast', day: '2026-03-31', standIn: 'own_forecast' },
      { code: 'no_auction_known', day: '2026-03-31', standIn: 'da.forecast' },
    ]),
    [
      'wind of 2026-03-31, 2026-04-01 is forecast without weather data',
      'solar of 2026-03-31 is forecast without weather data',
      "load.forecast of 2026-03-31 is not available yet; the service's own forecast stands in",
      'no auction of 2026-03-31 is known yet; the day-ahead forecast stands in',
    ],
  );
});

test('reasons as data have every part, and those of before codes are their sentences', () => {
  const nothing = { input: null, day: null, stand_in: null, known: null, wanted: null };
  const degradedReasons = [{ code: 'not_modelled', input: 'hydro', day: '2026-10-25' } as const];
  assert.deepEqual(degradedRecords({ degraded: ['as said'], degradedReasons }), [
    {
      ...nothing,
      code: 'not_modelled',
      input: 'hydro',
      day: '2026-10-25',
      text: 'no model has forecast hydro: means of earlier days stand in',
    },
  ]);
  assert.deepEqual(degradedRecords({ degraded: ['as said'] }), [
    { ...nothing, code: 'other', text: 'as said' },
  ]);
  assert.deepEqual(degradedRecords({ degraded: [], degradedReasons: [] }), []);
});
