import assert from 'node:assert/strict';
import { test } from 'node:test';
import { degradedReasons, reasonsOfDay } from './degraded-reasons.ts';

/** Every reason that the service has for a degraded forecast. */
const REASONS: [reason: string, english: string, spanish: string][] = [
  [
    'the bounds rest on forecasts of the last 21 days; 182 are wanted',
    'the interval is based on forecasts of 21 days instead of 182',
    'la banda se basa en previsiones de 21 días en lugar de 182',
  ],
  [
    'the model is fitted on the prices of 420 days instead of 742',
    'the model is fitted on 420 days of prices instead of 742',
    'el modelo se ajusta con precios de 420 días en lugar de 742',
  ],
  [
    'the bounds rest on errors of the weekly naive',
    'the interval is based on errors of the weekly naive forecast',
    'la banda se basa en los errores de la referencia semanal',
  ],
  [
    'the bounds of 2026-11-22 are as wide as a day further ahead',
    'the interval for 22/11/2026 has the width of one more day ahead',
    'la banda del 22/11/2026 tiene la anchura de un día más de antelación',
  ],
  [
    'the bounds rest on the spread between da and ida1',
    'the interval is based on the spread between day-ahead and intraday 1',
    'la banda se basa en el diferencial entre diario e intradiario 1',
  ],
  [
    'the weekly naive stands in for the model: LEAR needs 63 days.',
    'the weekly naive forecast replaces the model because there is too little price history',
    'la referencia semanal sustituye al modelo por falta de históricos de precios',
  ],
  [
    'the price of da stands in for the model: there are 20 days.',
    'the day-ahead price replaces the model because there is too little price history',
    'el precio del diario sustituye al modelo por falta de históricos de precios',
  ],
  [
    'no past prices of ida1 are known: the price of da stands in for the model, and the bounds rest on errors of the weekly naive',
    'there are no past prices of intraday 1: the day-ahead price replaces the model, and the interval is based on errors of the weekly naive forecast',
    'no hay precios anteriores del intradiario 1: el precio del diario sustituye al modelo y la banda se basa en los errores de la referencia semanal',
  ],
  [
    'no past prices of ida1 are known: the price of da stands in for the model, and the bounds are as wide as those of the day-ahead forecast',
    'there are no past prices of intraday 1: the day-ahead price replaces the model, with the interval width of the day-ahead forecast',
    'no hay precios anteriores del intradiario 1: el precio del diario sustituye al modelo, con la anchura de banda de la previsión diaria',
  ],
  [
    'no auction of 2026-11-22 is known yet; the day-ahead forecast stands in',
    'no auction result for 22/11/2026 is available yet; the day-ahead forecast is used instead',
    'aún no hay resultados de subasta del 22/11/2026; se usa la previsión diaria',
  ],
  [
    'prices from 2026-11-22 on are not available yet',
    'prices from 22/11/2026 on are not available yet',
    'los precios desde el 22/11/2026 aún no están disponibles',
  ],
  [
    "wind.forecast of 2026-11-22 is not available yet; the service's own forecast stands in",
    'wind.forecast for 22/11/2026 is not available yet; Lonja’s own forecast is used instead',
    'wind.forecast del 22/11/2026: aún no disponible; se usa la previsión propia de Lonja',
  ],
  [
    'price.ida1 of 2026-11-22 is not available yet',
    'price.ida1 for 22/11/2026 is not available yet',
    'price.ida1 del 22/11/2026: aún no disponible',
  ],
  [
    'gas.price after 2026-11-15 is not available yet',
    'gas.price after 15/11/2026 is not available yet',
    'gas.price posterior al 15/11/2026: aún no disponible',
  ],
  [
    'prices of ida2 after 2026-11-20 are not available yet',
    'intraday 2 prices after 20/11/2026 are not available yet',
    'los precios del intradiario 2 posteriores al 20/11/2026 aún no están disponibles',
  ],
  [
    'ida2 of 2026-11-21 was published without prices',
    'intraday 2 for 21/11/2026 was published without prices',
    'intradiario 2 del 21/11/2026: publicado sin precios',
  ],
  [
    'ida1 of 2026-11-22 was published without prices; da stands in',
    'intraday 1 for 22/11/2026 was published without prices; day-ahead is used instead',
    'intradiario 1 del 22/11/2026: publicado sin precios; se usa diario',
  ],
  [
    'da of 2026-11-22 was published without prices; the day-ahead forecast stands in',
    'day-ahead for 22/11/2026 was published without prices; the day-ahead forecast is used instead',
    'diario del 22/11/2026: publicado sin precios; se usa la previsión diaria',
  ],
  [
    'prices of ida1 are not available yet; da stands in',
    'intraday 1 prices are not available yet; day-ahead is used instead',
    'los precios del intradiario 1 aún no están disponibles; se usan los del diario',
  ],
  [
    'the forecast of wind of 2026-11-22 is not available yet',
    'the wind forecast for 22/11/2026 is not available yet',
    'la previsión de eólica del 22/11/2026 aún no está disponible',
  ],
  [
    "the forecast of solar of 2026-11-22 is not available yet; the service's own stands in",
    'the solar forecast for 22/11/2026 is not available yet; Lonja’s own forecast is used instead',
    'la previsión de solar del 22/11/2026 aún no está disponible; se usa la propia de Lonja',
  ],
  [
    'the forecast of load of 2026-11-22 has not been renewed since the auction before',
    'the load forecast for 22/11/2026 has not been updated since the previous auction',
    'la previsión de demanda del 22/11/2026 no se ha actualizado desde la subasta anterior',
  ],
  [
    'load, wind and solar of 2026-11-23, 2026-11-24 are not forecast yet',
    'load, wind and solar are not forecast yet for 23/11/2026, 24/11/2026',
    'aún no hay previsión de demanda, eólica y solar del 23/11/2026, 24/11/2026',
  ],
  [
    'wind of 2026-11-23, 2026-11-24 is forecast without weather data',
    'wind for 23/11/2026, 24/11/2026 is forecast without weather data',
    'la previsión de eólica del 23/11/2026, 24/11/2026 se ha calculado sin datos meteorológicos',
  ],
];

for (const [reason, english, spanish] of REASONS) {
  test(`"${reason}" has words in both languages`, () => {
    assert.equal(degradedReasons([reason], 'en'), english);
    assert.equal(degradedReasons([reason], 'es'), spanish);
  });
}

test('a reason that is not known here stays as the service gives it', () => {
  const reasons = ['a reason of tomorrow', 'the bounds rest on errors of the weekly naive'];
  assert.equal(
    degradedReasons(reasons, 'es'),
    'a reason of tomorrow; la banda se basa en los errores de la referencia semanal',
  );
});

test('a reason that names other days says nothing of this one', () => {
  const general = 'the bounds rest on errors of the weekly naive';
  const ofTwo = 'wind of 2026-11-23, 2026-11-24 is forecast without weather data';
  const reasons = [general, 'the bounds of 2026-11-22 are as wide as a day further ahead', ofTwo];
  assert.deepEqual(reasonsOfDay(reasons, '2026-11-24'), [general, ofTwo]);
  assert.deepEqual(reasonsOfDay(reasons, '2026-11-25'), [general]);
});
