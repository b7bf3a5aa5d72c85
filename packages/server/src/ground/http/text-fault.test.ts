import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnfitText, isFitLine } from './text-fault.ts';

test('parts of characters and control characters are found wherever they are', () => {
  assert.equal(findUnfitText({ a: 'one\ntwo\tthree\r\n', b: ['ñ', '\u{1F4A5}'], c: 1, d: null }), undefined);
  for (const text of ['\0', 'a\x1b[2J', '\x7f', '\x9b31m', '\ud800', 'a\udc00b']) {
    assert.deepEqual(findUnfitText({ a: [{ b: text }] }), ['a', 0, 'b']);
    assert.deepEqual(findUnfitText({ a: { [text]: 1 } }), ['a']);
    assert.equal(isFitLine(text), false);
  }
  assert.deepEqual(findUnfitText('\0'), []);
});

test('a body that is nested deeper than calls can be is looked through', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(400_000)}"\\u0000"${']'.repeat(400_000)}`);
  assert.notEqual(findUnfitText(deep), undefined);
});

test('one line has no ends of lines and no marks of direction', () => {
  assert.equal(isFitLine('Energía del Sur'), true);
  for (const text of ['a\nb', 'a\u2028b', 'gpj.\u202egnp', 'a\tb']) assert.equal(isFitLine(text), false);
});
