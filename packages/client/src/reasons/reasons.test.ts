import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';
import { isReasonCode, reason, sayReasons } from './reasons.ts';

const LANGUAGES = { en, es, pt };
const partsOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].toSorted();

test('every code is said in every language, with the same parts and nothing of a text left over', () => {
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    assert.deepEqual(Object.keys(texts), Object.keys(en), language);
    for (const code of Object.keys(en).filter(isReasonCode)) {
      assert.deepEqual(partsOf(texts[code]), partsOf(en[code]), `${language}: ${code}`);
      const parts = Object.fromEntries(partsOf(en[code]).map((name) => [name, `<${name}>`]));
      const said = sayReasons([{ code, parts }], texts);
      assert.doesNotMatch(said, /[{}]/, `${language}: ${code}`);
      for (const part of Object.values(parts))
        assert.ok(said.includes(part), `${language}: ${code} lacks ${part}`);
      assert.equal(said.endsWith(':'), en[code].endsWith(':'), `${language}: ${code}`);
      assert.equal(said.endsWith('.'), en[code].endsWith('.'), `${language}: ${code}`);
    }
  }
});

test('what follows a colon belongs to the text before it, and a full stop is dropped where another text follows', () => {
  const file = 'marginalpdbc_20260331.1';
  const answered = reason('answered', { source: 'OMIE', status: 403, what: file });
  const paused = reason('requests_paused', { source: 'OMIE', what: 'price.da', until: '2026-03-30 14:05' });
  assert.equal(
    sayReasons([paused, answered, reason('check_setting', { setting: 'X' })], en),
    `OMIE got no request for price.da: requests are paused until 2026-03-30 14:05 Madrid time after this failure: OMIE answered 403 for ${file}; check X.`,
  );
  const damaged = [reason('line', { file, line: 40 }), reason('expected_end'), reason('cut_short')];
  assert.equal(
    sayReasons([...damaged, reason('file_is_used', { file: 'b' })], es),
    `${file}, línea 40: se esperaba "*" al final; el archivo está incompleto; se usa b`,
  );
});

test('the days of what was asked for are parts of their own, said in the language', () => {
  const what = { what: 'load.actual', from: '2026-03-01', to: '2026-03-07' };
  const failed = reason('answered', { source: 'REData', status: 500, what });
  assert.deepEqual(failed.parts, { source: 'REData', status: 500, ...what });
  assert.equal(sayReasons([failed], en), 'REData answered 500 for load.actual of 2026-03-01 to 2026-03-07.');
  const oneDay = reason('not_reached', { source: 'REData', what: { ...what, to: '2026-03-01' } });
  assert.equal(
    sayReasons([oneDay], pt),
    'não foi possível ligar a REData, ou a ligação foi cortada, no pedido de load.actual de 2026-03-01.',
  );
});
