import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { DegradedReason } from '@lonja/client';
import { degradedReasons } from './degraded-reasons.ts';
import { reasonsOfDay } from './reasons-of-day.ts';
import { loadTexts } from '../i18n/texts.ts';

await Promise.all([loadTexts('en', 'degraded'), loadTexts('es', 'degraded')]);

const NOTHING = { input: null, day: null, stand_in: null, known: null, wanted: null, text: 'in English' };
const of = (reason: Partial<DegradedReason> & Pick<DegradedReason, 'code'>): DegradedReason => ({
  ...NOTHING,
  ...reason,
});

const CASES: [reason: DegradedReason, english: string, spanish: string][] = [
  [
    of({ code: 'few_calibration_days', known: 21, wanted: 182 }),
    'the bounds rest on forecasts of the last 21 days; 182 are wanted',
    'la banda se basa en previsiones de 21 días en lugar de 182',
  ],
  [
    of({ code: 'input_late', input: 'wind.forecast', day: '2026-11-22', stand_in: 'own_forecast' }),
    "wind forecast of 22/11/2026 is not available yet; the service's own forecast stands in",
    'previsión eólica del 22/11/2026: aún no disponible; en su lugar: la previsión propia de Lonja',
  ],
  [
    of({ code: 'auction_empty', input: 'ida1', day: '2026-11-22', stand_in: 'da' }),
    'intraday 1 of 22/11/2026 was published without prices; the day-ahead market stands in',
    'la IDA1 del 22/11/2026: sin precios publicados; en su lugar: el mercado diario',
  ],
  [
    of({ code: 'bounds_of_spread', input: 'ida2', stand_in: 'ida1' }),
    'the bounds rest on the spread between intraday 1 and intraday 2',
    'la banda se basa en el diferencial entre la IDA1 y la IDA2',
  ],
  [
    of({ code: 'auction_late', input: 'da' }),
    'prices of the day-ahead market are not available yet',
    'los precios del mercado diario aún no están disponibles',
  ],
  [
    of({ code: 'no_weather', input: 'wind', day: '2026-11-23' }),
    'wind of 23/11/2026 is forecast without weather data',
    'la previsión de eólica del 23/11/2026 se ha calculado sin datos meteorológicos',
  ],
  [
    of({ code: 'not_modelled', input: 'load', day: '2026-11-22' }),
    'no model has forecast load: means of earlier days stand in',
    'aún no hay previsión de demanda de un modelo: en su lugar, medias de días anteriores',
  ],
  [
    of({ code: 'prices_late', day: '2026-11-22' }),
    'prices from 22/11/2026 on are not available yet',
    'los precios desde el 22/11/2026 aún no están disponibles',
  ],
  [
    of({ code: 'auction_prices_late', input: 'ida3', day: '2026-11-22' }),
    'prices of intraday 3 after 22/11/2026 are not available yet',
    'los precios de la IDA3 posteriores al 22/11/2026 aún no están disponibles',
  ],
  [
    of({ code: 'no_auction_known', day: '2026-11-22', stand_in: 'da.forecast' }),
    'no auction of 22/11/2026 is known yet; the day-ahead forecast stands in',
    'aún no hay ningún resultado de la casación del 22/11/2026; en su lugar: la previsión del mercado diario',
  ],
  [
    of({ code: 'input_stale', input: 'gas.price', day: '2026-11-22' }),
    'gas price after 22/11/2026 is not available yet',
    'precio del gas posterior al 22/11/2026: aún no disponible',
  ],
  [
    of({ code: 'input_not_renewed', input: 'load.forecast', day: '2026-11-22' }),
    'load forecast of 22/11/2026 has not been renewed since the auction before',
    'previsión de demanda del 22/11/2026: sin actualizar desde la subasta anterior',
  ],
  [
    of({ code: 'fundamentals_not_forecast', day: '2026-11-22' }),
    'load, wind and solar of 22/11/2026 are not forecast yet',
    'aún no hay previsión de demanda, eólica y solar del 22/11/2026',
  ],
  [
    of({ code: 'short_history', known: 90, wanted: 364 }),
    'the model is fitted on the prices of 90 days instead of 364',
    'el modelo se ajusta con precios de 90 días en lugar de 364',
  ],
  [
    of({ code: 'model_replaced', stand_in: 'weekly_naive' }),
    'the weekly naive stands in for the model',
    'en lugar del modelo, al que faltan históricos, está la referencia semanal',
  ],
  [
    of({ code: 'no_past_prices', input: 'ida2', stand_in: 'ida1' }),
    'no past prices of intraday 2 are known: intraday 1 stands in for the model',
    'no hay precios anteriores de la IDA2: en lugar del modelo está la IDA1',
  ],
  [
    of({ code: 'bounds_widened', day: '2026-11-22' }),
    'the bounds of 22/11/2026 are as wide as a day further ahead',
    'la banda del 22/11/2026 tiene la anchura de un día más de antelación',
  ],
  [
    of({ code: 'bounds_of_naive' }),
    'the bounds rest on errors of the weekly naive',
    'la banda se basa en los errores de la referencia semanal',
  ],
  [
    of({ code: 'bounds_of_day_ahead' }),
    'the bounds are as wide as those of the day-ahead forecast',
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
