import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { generateApiKey, parseApiKey } from './api-key.ts';

test('a key is svc_, 30 random base62 characters and 6 of checksum, and parses', () => {
  const keys = Array.from({ length: 200 }, generateApiKey);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) {
    assert.match(key, /^svc_[0-9A-Za-z]{36}$/);
    assert.deepEqual(parseApiKey(key), {
      prefix: key.slice(0, 12),
      sha256: createHash('sha256').update(key).digest(),
    });
  }
});

test('the checksum is the CRC-32 of the random part in base62, most significant digit first', () => {
  // The CRC-32 of thirty zeros is 2011552642, by an independent implementation.
  assert.notEqual(parseApiKey(`svc_${'0'.repeat(30)}2C8GjS`), undefined);
});

test('a change of any single character is noticed without a look-up', () => {
  const key = generateApiKey();
  for (let i = 0; i < key.length; i++) {
    const other = key[i] === 'x' ? 'y' : 'x';
    assert.equal(parseApiKey(key.slice(0, i) + other + key.slice(i + 1)), undefined, `character ${i}`);
  }
  for (const text of ['', 'svc_', key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`]) {
    assert.equal(parseApiKey(text), undefined, JSON.stringify(text));
  }
});
