import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceReason } from './source-reasons.ts';
import { loadTexts } from '../i18n/texts.ts';

await Promise.all([loadTexts('en', 'reasons'), loadTexts('es', 'reasons')]);

const BLOCKED =
  'OMIE answered 403 for marginalpdbc_20260331.1; it asks for no token, so it may block the address of this machine or this program: see whether it opens in a browser.';
const BLOCKED_ES =
  'OMIE respondió 403 a la petición de marginalpdbc_20260331.1; no pide token, así que puede estar bloqueando la dirección de este equipo o este programa: compruebe si se abre en un navegador.';

const REASONS: [reason: string, spanish: string][] = [
  [BLOCKED, BLOCKED_ES],
  [
    `OMIE got no request for price.da: requests are paused until 2026-03-30 14:05 Madrid time after this failure: ${BLOCKED}`,
    `no se ha pedido el precio del mercado diario a OMIE: las peticiones están en pausa hasta el 2026-03-30 14:05 (hora de Madrid) tras este fallo: ${BLOCKED_ES}`,
  ],
  [
    'ESIOS answered 200 with a web page in place of load.forecast; check ESIOS_TOKEN, or whether it is under maintenance.',
    'ESIOS respondió 200 con una página web en lugar de la previsión de demanda; compruebe ESIOS_TOKEN, o si está en mantenimiento.',
  ],
  [
    'REData asked for a pause of 7200 s more; load.actual was not requested.',
    'REData ha pedido una pausa de 7200 s más; no se ha solicitado la demanda medida.',
  ],
  [
    'Open-Meteo did not answer within 30000 ms for weather.forecast.',
    'Open-Meteo no respondió en 30000 ms a la petición de la previsión meteorológica.',
  ],
  [
    'ENTSO-E could not be reached or broke off for price.da.',
    'no se pudo conectar con ENTSO-E, o se cortó la conexión, al pedir el precio del mercado diario.',
  ],
  [
    'Open-Meteo could not be reached or broke off for weather of 2025-10-12 to 2025-10-18.',
    'no se pudo conectar con Open-Meteo, o se cortó la conexión, al pedir la meteorología del 2025-10-12 al 2025-10-18.',
  ],
  [
    'ESIOS answered 500 for indicator 541 of 2025-10-12 to 2025-10-18.',
    'ESIOS respondió 500 a la petición del indicador 541 del 2025-10-12 al 2025-10-18.',
  ],
  [
    'REData load.actual: expected JSON, found "<p>"',
    'REData, la demanda medida: se esperaba JSON y se recibió "<p>"',
  ],
  [
    'marginalpdbc_20260331.2, line 40: expected "*" at the end; the file is cut short; marginalpdbc_20260331.1 is used',
    'marginalpdbc_20260331.2, línea 40: se esperaba "*" al final; el archivo está incompleto; se usa marginalpdbc_20260331.1',
  ],
  [
    'marginalpdbc_20260331.2, line 7: expected period 6, found 8; marginalpdbc_20260331.1 is used',
    'marginalpdbc_20260331.2, línea 7: se esperaba el periodo 6 y se encontró el 8; se usa marginalpdbc_20260331.1',
  ],
  ['not published yet', 'aún no publicado'],
  [
    '3 of 288 values of load.actual missing, and with them 1 of 24 hours',
    'faltan 3 de 288 valores de la demanda medida y, con ellos, 1 de 24 horas',
  ],
  ['price.da has 22 of 23 periods', 'el precio del mercado diario tiene 22 de 23 periodos'],
  ['price.da is missing', 'falta el precio del mercado diario'],
  [
    '5000 at 2026-03-30T22:00:00.000Z of price.da is outside -500 .. 4000',
    '5000 a las 2026-03-30T22:00:00.000Z del precio del mercado diario está fuera de -500 .. 4000',
  ],
  [
    'price.da is 0 in one of the two hours from 02:00, between 72.4 and 74',
    'el precio del mercado diario es 0 en una de las dos horas que empiezan a las 02:00, entre 72.4 y 74',
  ],
  [
    'price.da differs from OMIE in 84 of 100 periods',
    'el precio del mercado diario difiere de OMIE en 84 de 100 periodos',
  ],
  [
    'price.da is 0 in all 23 periods, unlike any real day',
    'el precio del mercado diario vale 0 en los 23 periodos, como no ocurre en ningún día real',
  ],
  [
    'the mean of load.forecast is 62000.0 MW, against a median of 28100.0 in recent weeks',
    'la media de la previsión de demanda es 62000.0 MW, frente a una mediana de 28100.0 en las últimas semanas',
  ],
  [
    'the mean of price.da is 300.0 EUR/MWh, of late it was 50.0',
    'la media del precio del mercado diario es 300.0 EUR/MWh, frente a una mediana de 50.0 en las últimas semanas',
  ],
  [
    'The endpoint redirects (302); redirects are not followed.',
    'El destino redirige (302); no se siguen las redirecciones.',
  ],
  ['No answer within 10 seconds.', 'Sin respuesta en 10 segundos.'],
  ['outside 5000 .. 80000', 'fuera de lo posible, que va de 5000 a 80000'],
  [
    'not a finite number; outside -500 .. 4000',
    'no es un número finito; fuera de lo posible, que va de -500 a 4000',
  ],
  ['The request failed: EPROTO2.', 'La petición falló: EPROTO2.'],
];

for (const [reason, spanish] of REASONS) {
  test(`"${reason}" has a Spanish text`, () => {
    assert.equal(sourceReason(reason, 'es'), spanish);
    assert.doesNotMatch(sourceReason(reason, 'en'), /\b(price|load|weather)\.[a-z]/);
  });
}

test('a reason of unknown form stays as the service gives it', () => {
  assert.equal(
    sourceReason('a reason of tomorrow; not published yet', 'es'),
    'a reason of tomorrow; aún no publicado',
  );
});

test('publications have their names in English too', () => {
  assert.equal(sourceReason('price.da is missing', 'en'), 'the day-ahead price is missing');
  assert.equal(
    sourceReason('ESIOS answered 503 for wind.forecast.', 'en'),
    'ESIOS answered 503 for the wind power forecast.',
  );
  assert.equal(sourceReason('marginalpdbc_20260331.1 is used', 'en'), 'marginalpdbc_20260331.1 is used');
});

test('limits of single values are said in words in English too', () => {
  assert.equal(sourceReason('outside 5000 .. 80000', 'en'), 'outside what is possible, 5000 to 80000');
  assert.equal(
    sourceReason('not a finite number; outside -500 .. 4000', 'en'),
    'not a finite number; outside what is possible, -500 to 4000',
  );
  assert.equal(
    sourceReason('-1 at 2026-03-30T22:00:00.000Z of load.actual is outside 5000 .. 80000', 'en'),
    '-1 at 2026-03-30T22:00:00.000Z of the measured load is outside 5000 .. 80000',
  );
});
