import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DegradedReason } from '@lonja/client';
import { degradedReasons } from './degraded-reasons.ts';
import { reasonsOfDay } from './reasons-of-day.ts';

const NOTHING = { input: null, day: null, stand_in: null, known: null, wanted: null, text: 'in English' };
const of = (reason: Partial<DegradedReason> & Pick<DegradedReason, 'code'>): DegradedReason => ({
  ...NOTHING,
  ...reason,
});

const CASES: [reason: DegradedReason, english: string, spanish: string][] = [
  [
    of({ code: 'few_calibration_days', known: 21, wanted: 182 }),
    'the interval is based on forecasts of 21 days instead of 182',
    'la banda se basa en previsiones de 21 días en lugar de 182',
  ],
  [
    of({ code: 'input_late', input: 'wind.forecast', day: '2026-11-22', stand_in: 'own_forecast' }),
    'wind forecast for 22/11/2026: not available yet; used instead: Lonja’s own forecast',
    'previsión eólica del 22/11/2026: aún no disponible; en su lugar: la previsión propia de Lonja',
  ],
  [
    of({ code: 'auction_empty', input: 'ida1', day: '2026-11-22', stand_in: 'da' }),
    'intraday 1 for 22/11/2026 was published without prices; used instead: day-ahead',
    'la IDA1 del 22/11/2026: sin precios publicados; en su lugar: el mercado diario',
  ],
  [
    of({ code: 'bounds_of_spread', input: 'ida2' }),
    'the interval is based on the spread of intraday 2 to an earlier auction',
    'la banda se basa en el diferencial de la IDA2 respecto a una subasta anterior',
  ],
  [
    of({ code: 'auction_late', input: 'da' }),
    'day-ahead prices are not available yet',
    'los precios del mercado diario aún no están disponibles',
  ],
  [
    of({ code: 'no_weather', input: 'wind', day: '2026-11-23' }),
    'wind for 23/11/2026 is forecast without weather data',
    'la previsión de eólica del 23/11/2026 se ha calculado sin datos meteorológicos',
  ],
];

for (const [reason, english, spanish] of CASES) {
  test(`${reason.code} has words in both languages`, () => {
    assert.equal(degradedReasons([reason], 'en'), english);
    assert.equal(degradedReasons([reason], 'es'), spanish);
  });
}

test('a reason without a code that is known here stays as the service gives it', () => {
  const reasons = [of({ code: 'other', text: 'a reason of before' }), of({ code: 'bounds_of_naive' })];
  assert.equal(
    degradedReasons(reasons, 'es'),
    'a reason of before; la banda se basa en los errores de la referencia semanal',
  );
});

test('a reason of another day says nothing of this one, unless something is lacking since then', () => {
  const general = of({ code: 'bounds_of_naive' });
  const ofDay = of({ code: 'no_weather', input: 'wind', day: '2026-11-24' });
  const other = of({ code: 'bounds_widened', day: '2026-11-22' });
  const since = of({ code: 'prices_late', day: '2026-11-22' });
  assert.deepEqual(reasonsOfDay([general, ofDay, other, since], '2026-11-24'), [general, ofDay, since]);
});
