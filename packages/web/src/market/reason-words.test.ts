import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reason, reason } from '@lonja/client/reasons';
import { loadTexts } from '../i18n/texts.ts';
import { reasonWords } from './reason-words.ts';

await Promise.all((['en', 'es', 'pt'] as const).map((locale) => loadTexts(locale, 'reasons')));

const PAGE = reason('answered_with_page', { source: 'ESIOS', status: 200, what: 'load.forecast' });
const CASES: [reasons: Reason[], english: string, spanish: string, portuguese: string][] = [
  [
    [PAGE, reason('check_setting_or_wait', { setting: 'ESIOS_TOKEN' })],
    'ESIOS answered 200 with a web page in place of the load forecast; check ESIOS_TOKEN, or whether it is under maintenance.',
    'ESIOS respondió 200 con una página web en lugar de la previsión de demanda; compruebe ESIOS_TOKEN, o si está en mantenimiento.',
    'ESIOS respondeu 200 com uma página web em vez da previsão de consumo; verifique ESIOS_TOKEN, ou se está em manutenção.',
  ],
  [
    [reason('few_periods', { series: 'price.da', found: 22, expected: 23 })],
    'the day-ahead price has 22 of 23 periods',
    'el precio del mercado diario tiene 22 de 23 periodos',
    'o preço do mercado diário tem 22 de 23 períodos',
  ],
  [
    [reason('of_answer', { what: 'REData load.actual' }), reason('expected_json', { found: '"<p>"' })],
    'REData, the measured load: expected JSON, found "<p>"',
    'REData, la demanda medida: se esperaba JSON y se recibió "<p>"',
    'REData, o consumo medido: esperava-se JSON e recebeu-se "<p>"',
  ],
];

for (const [reasons, english, spanish, portuguese] of CASES) {
  test(`"${english}" is said in every language, with publications by their names`, () => {
    assert.equal(reasonWords('', reasons, 'en'), english);
    assert.equal(reasonWords('', reasons, 'es'), spanish);
    assert.equal(reasonWords('', reasons, 'pt'), portuguese);
  });
}

test('a sentence of before, or with a code of a later release, is shown as it is', () => {
  const sentence = 'a reason of tomorrow; not published yet';
  assert.equal(reasonWords(sentence, [], 'es'), sentence);
  const codes = [{ code: 'of_tomorrow', parts: {} }, reason('not_published_yet')];
  assert.equal(reasonWords(sentence, codes, 'es'), sentence);
  assert.equal(reasonWords(sentence, [reason('other', { detail: sentence })], 'es'), sentence);
});
