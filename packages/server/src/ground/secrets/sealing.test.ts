import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { SEALING_KEY_BYTES, createSealer } from './sealing.ts';

const key = randomBytes(SEALING_KEY_BYTES);
const sealer = createSealer([key]);

test('a sealed text opens again and shows nothing of itself', () => {
  const sealed = sealer.seal('número secreto', 'totp:1');
  assert.equal(sealer.open(sealed, 'totp:1'), 'número secreto');
  assert.equal(sealed.includes('secreto'), false);
  assert.notDeepEqual(sealer.seal('número secreto', 'totp:1'), sealed);
});

test('another purpose, another key and any altered byte are refused', () => {
  const sealed = sealer.seal('secret', 'totp:1');
  assert.throws(() => sealer.open(sealed, 'totp:2'));
  assert.throws(() => createSealer([randomBytes(SEALING_KEY_BYTES)]).open(sealed, 'totp:1'));
  for (let i = 0; i < sealed.length; i++) {
    const altered = Buffer.from(sealed);
    altered[i] ^= 1;
    assert.throws(() => sealer.open(altered, 'totp:1'), `byte ${i}`);
  }
  assert.throws(() => sealer.open(sealed.subarray(0, 20), 'totp:1'));
});

test('a new key in front seals from then on, and the old one still opens what it sealed', () => {
  const old = sealer.seal('secret', 'webhook:1');
  const rotated = createSealer([randomBytes(SEALING_KEY_BYTES), key]);
  assert.equal(rotated.open(old, 'webhook:1'), 'secret');
  assert.deepEqual([sealer.isStale(old), rotated.isStale(old)], [false, true]);
  const renewed = rotated.seal('secret', 'webhook:1');
  assert.equal(rotated.isStale(renewed), false);
  assert.throws(() => sealer.open(renewed, 'webhook:1'), /not configured/);
});

test('keys of another length, and no key, are refused', () => {
  assert.throws(() => createSealer([]), RangeError);
  assert.throws(() => createSealer([key, key.subarray(1)]), RangeError);
});
