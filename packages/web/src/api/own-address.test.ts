import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnAddress } from './own-address.ts';

test('only paths of this application are followed after sign-in', () => {
  for (const own of ['/overview', '/market?view=heat', '/']) assert.equal(isOwnAddress(own), true, own);
  const foreign = [
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    '/a\\b',
    '/\t/example.com',
    'javascript:alert(1)',
    'overview',
    7,
    undefined,
  ];
  for (const other of foreign) assert.equal(isOwnAddress(other), false, String(other));
});
