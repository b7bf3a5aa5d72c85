import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProduct, parseOmieFileName } from './revisions.ts';

function productOf(name: string) {
  const parsed = parseOmieFileName(name);
  return parsed === undefined ? 'no price file' : findProduct(parsed);
}

test('the name gives auction, day and revision', () => {
  const dayAhead = { session: 'da', day: '2025-11-27', revision: 2 };
  assert.deepEqual(parseOmieFileName('marginalpdbc_20251127.2'), dayAhead);
  const intraday = { session: 1, day: '2026-10-01', revision: 1 };
  assert.deepEqual(parseOmieFileName('marginalpibc_2026100101.1'), intraday);
});

test('intraday sessions are products from 2024-06-14 on', () => {
  assert.equal(productOf('marginalpibc_2024061401.1'), 'ida1');
  assert.equal(productOf('marginalpibc_2024061403.1'), 'ida3');
  assert.equal(productOf('marginalpibc_2024061404.1'), undefined);
  assert.equal(productOf('marginalpibc_2024061301.1'), undefined);
});

test('other names are none of ours', () => {
  const names = [
    'marginalpdbc_20250230.1',
    'marginalpdbc_20250215',
    'marginalpdbc_19000101.1',
    'marginalpdbc_21000101.1',
    'marginalpdbc_20250215.1.zip',
    'README.md',
  ];
  for (const name of names) assert.equal(productOf(name), 'no price file', name);
});
