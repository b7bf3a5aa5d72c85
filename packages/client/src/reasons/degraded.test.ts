import assert from 'node:assert/strict';
import { test } from 'node:test';
import { degradedEn } from './degraded-en.ts';
import { degradedEs } from './degraded-es.ts';
import { degradedPt } from './degraded-pt.ts';
import { isDegradedCode, sayDegraded } from './degraded.ts';

const LANGUAGES = { en: degradedEn, es: degradedEs, pt: degradedPt };
const CODES = Object.keys(degradedEn).filter((key) => isDegradedCode(key, degradedEn));
const PARTS = { input: 'ida1', day: '2026-03-31', stand_in: 'da', known: 3, wanted: 9 };

test('every code is said in every language, without gaps and with what stands in', () => {
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    assert.deepEqual(Object.keys(texts), Object.keys(degradedEn), language);
    assert.deepEqual(Object.keys(texts.names), Object.keys(degradedEn.names), language);
    for (const code of CODES) {
      const parts = [...degradedEn[code].matchAll(/\{(\w+)\}/g)].map(([part]) => part).toSorted();
      const own = [...texts[code].matchAll(/\{(\w+)\}/g)].map(([part]) => part).toSorted();
      assert.deepEqual(own, parts, `${language}: ${code}`);
      const said = sayDegraded({ code, ...PARTS }, texts, (key) => `<${key}>`);
      assert.doesNotMatch(said, /[{}]|undefined|null/, `${language}: ${code}`);
      assert.ok(said.includes('<da>'), `${language}: ${code}`);
    }
  }
});

test('what stands in is said once, and nothing of it where nothing does', () => {
  const known = (key: string) => key;
  assert.equal(
    sayDegraded({ code: 'auction_late', input: 'ida1', stand_in: 'da' }, degradedEn, known),
    'prices of ida1 are not available yet; da stands in',
  );
  assert.equal(
    sayDegraded({ code: 'auction_late', input: 'ida1', stand_in: null }, degradedEn, known),
    'prices of ida1 are not available yet',
  );
  assert.equal(
    sayDegraded({ code: 'bounds_of_spread', input: 'ida2', stand_in: 'ida1' }, degradedEs, known),
    'la banda se basa en el diferencial entre ida1 y ida2',
  );
});
