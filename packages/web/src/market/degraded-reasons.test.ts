import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { DegradedReason } from '@lonja/client';
import { degradedReasons } from './degraded-reasons.ts';
import { reasonsOfDay } from './reasons-of-day.ts';
import { loadTexts } from '../i18n/texts.ts';

await Promise.all([loadTexts('en', 'reasons'), loadTexts('es', 'reasons')]);

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
  [
    of({ code: 'not_modelled', input: 'load', day: '2026-11-22' }),
    'load for 22/11/2026 is not forecast yet by a model',
    'aún no hay previsión de demanda del 22/11/2026 de un modelo',
  ],
  [
    of({ code: 'prices_late', day: '2026-11-22' }),
    'prices from 22/11/2026 on are not available yet',
    'los precios desde el 22/11/2026 aún no están disponibles',
  ],
  [
    of({ code: 'auction_prices_late', input: 'ida3', day: '2026-11-22' }),
    'intraday 3 prices after 22/11/2026 are not available yet',
    'los precios de la IDA3 posteriores al 22/11/2026 aún no están disponibles',
  ],
  [
    of({ code: 'no_auction_known', day: '2026-11-22', stand_in: 'da.forecast' }),
    'no auction result for 22/11/2026 is available yet; used instead: the day-ahead forecast',
    'aún no hay ningún resultado de la casación del 22/11/2026; en su lugar: la previsión del mercado diario',
  ],
  [
    of({ code: 'input_stale', input: 'gas.price', day: '2026-11-22' }),
    'gas price after 22/11/2026: not available yet',
    'precio del gas posterior al 22/11/2026: aún no disponible',
  ],
  [
    of({ code: 'input_not_renewed', input: 'load.forecast', day: '2026-11-22' }),
    'load forecast for 22/11/2026: not updated since the previous auction',
    'previsión de demanda del 22/11/2026: sin actualizar desde la subasta anterior',
  ],
  [
    of({ code: 'fundamentals_not_forecast', day: '2026-11-22' }),
    'load, wind and solar are not forecast yet for 22/11/2026',
    'aún no hay previsión de demanda, eólica y solar del 22/11/2026',
  ],
  [
    of({ code: 'short_history', known: 90, wanted: 364 }),
    'the model is fitted on 90 days of prices instead of 364',
    'el modelo se ajusta con precios de 90 días en lugar de 364',
  ],
  [
    of({ code: 'model_replaced', stand_in: 'weekly_naive' }),
    'the model could not run: too little price history; used instead: the weekly naive forecast',
    'el modelo no se ha podido calcular: faltan históricos de precios; en su lugar: la referencia semanal',
  ],
  [
    of({ code: 'no_past_prices', input: 'ida2', stand_in: 'ida1' }),
    'there are no past prices of intraday 2; used instead: intraday 1',
    'no hay precios anteriores de la IDA2; en su lugar: la IDA1',
  ],
  [
    of({ code: 'bounds_widened', day: '2026-11-22' }),
    'the interval for 22/11/2026 has the width of one more day ahead',
    'la banda del 22/11/2026 tiene la anchura de un día más de antelación',
  ],
  [
    of({ code: 'bounds_of_naive' }),
    'the interval is based on errors of the weekly naive forecast',
    'la banda se basa en los errores de la referencia semanal',
  ],
  [
    of({ code: 'bounds_of_day_ahead' }),
    'the interval has the width of that of the day-ahead forecast',
    'la banda tiene la anchura de la de la previsión del mercado diario',
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

test('every code of the API has words in both languages', async () => {
  const document: {
    components: { schemas: { DegradedReason: { properties: { code: { enum: string[] } } } } };
  } = JSON.parse(await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));
  const codes = document.components.schemas.DegradedReason.properties.code.enum;
  const said = [...new Set(CASES.map(([{ code }]) => code)), 'other'];
  assert.equal(codes.length, 20);
  assert.deepEqual(said.toSorted(), codes.toSorted());
});
