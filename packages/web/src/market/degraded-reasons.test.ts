import assert from 'node:assert/strict';
import { test } from 'node:test';
import { degradedReasons } from './degraded-reasons.ts';

/** Every sentence that the service has for a weaker run. */
const REASONS: [said: string, inSpanish: string][] = [
  [
    'the bounds rest on forecasts of the last 21 days; 182 are wanted',
    'los límites se apoyan en pronósticos de los últimos 21 días; se quieren 182',
  ],
  [
    'the model knows the prices of 420 days; 742 are wanted',
    'el modelo conoce los precios de 420 días; se quieren 742',
  ],
  [
    'the bounds rest on errors of the weekly naive',
    'los límites se apoyan en los errores de la referencia semanal',
  ],
  [
    'the bounds of 2026-11-22 are as wide as a day further ahead',
    'los límites del 2026-11-22 son tan anchos como los de un día más tarde',
  ],
  [
    'the bounds rest on the spread between da and ida1',
    'los límites se apoyan en la diferencia entre da y ida1',
  ],
  [
    'the weekly naive stands in for the model: LEAR needs 63 days.',
    'la referencia semanal sustituye al modelo, por falta de historia',
  ],
  [
    'the price of da stands in for the model: there are 20 days.',
    'el precio de da sustituye al modelo, por falta de historia',
  ],
  [
    'no past prices of ida1 are known: the price of da stands in for the model, and the bounds rest on errors of the weekly naive',
    'no se conocen precios pasados de ida1: el precio de da sustituye al modelo, y los límites se apoyan en los errores de la referencia semanal',
  ],
  [
    'no past prices of ida1 are known: the price of da stands in for the model, and the bounds are as wide as those of the day-ahead forecast',
    'no se conocen precios pasados de ida1: el precio de da sustituye al modelo, con límites tan anchos como los del pronóstico diario',
  ],
  [
    'no auction of 2026-11-22 is known yet; the day-ahead forecast stands in',
    'aún no se conoce ninguna subasta del 2026-11-22; la sustituye el pronóstico diario',
  ],
  [
    'prices from 2026-11-22 on are not available yet',
    'los precios desde el 2026-11-22 aún no están disponibles',
  ],
  [
    "wind.forecast of 2026-11-22 is not available yet; the service's own forecast stands in",
    'wind.forecast del 2026-11-22 aún no está disponible; lo sustituye el pronóstico propio del servicio',
  ],
  ['price.ida1 of 2026-11-22 is not available yet', 'price.ida1 del 2026-11-22 aún no está disponible'],
  [
    'gas.price after 2026-11-15 is not available yet',
    'gas.price posterior al 2026-11-15 aún no está disponible',
  ],
  [
    'prices of ida2 after 2026-11-20 are not available yet',
    'los precios de ida2 posteriores al 2026-11-20 aún no están disponibles',
  ],
  [
    'ida2 of 2026-11-21 was published without prices',
    'la subasta ida2 del 2026-11-21 se publicó sin precios',
  ],
  [
    'ida1 of 2026-11-22 was published without prices; da stands in',
    'la subasta ida1 del 2026-11-22 se publicó sin precios; la sustituye da',
  ],
  [
    'da of 2026-11-22 was published without prices; the day-ahead forecast stands in',
    'la subasta da del 2026-11-22 se publicó sin precios; la sustituye el pronóstico diario',
  ],
  [
    'prices of ida1 are not available yet; da stands in',
    'los precios de ida1 aún no están disponibles; los sustituyen los de da',
  ],
  [
    'the forecast of wind of 2026-11-22 is not available yet',
    'el pronóstico de eólica del 2026-11-22 aún no está disponible',
  ],
  [
    "the forecast of solar of 2026-11-22 is not available yet; the service's own stands in",
    'el pronóstico de solar del 2026-11-22 aún no está disponible; lo sustituye el propio del servicio',
  ],
  [
    'the forecast of load of 2026-11-22 has not been renewed since the auction before',
    'el pronóstico de demanda del 2026-11-22 no se ha renovado desde la subasta anterior',
  ],
  [
    'load, wind and solar of 2026-11-23, 2026-11-24 are not forecast yet',
    'aún no hay pronóstico de demanda, eólica y solar del 2026-11-23, 2026-11-24',
  ],
  [
    'wind of 2026-11-23, 2026-11-24 is forecast without the weather',
    'eólica del 2026-11-23, 2026-11-24: pronóstico hecho sin el tiempo previsto',
  ],
];

for (const [said, inSpanish] of REASONS) {
  test(`"${said}" is said in Spanish with what it speaks of`, () => {
    assert.equal(degradedReasons([said], 'es'), inSpanish);
    assert.equal(degradedReasons([said], 'en'), said);
  });
}

test('a reason that is not known here stays as the service says it', () => {
  const reasons = ['a reason of tomorrow', 'the bounds rest on errors of the weekly naive'];
  assert.equal(
    degradedReasons(reasons, 'es'),
    'a reason of tomorrow; los límites se apoyan en los errores de la referencia semanal',
  );
});
