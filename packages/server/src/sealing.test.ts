import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSealer } from './sealing.ts';

const sealer = createSealer(randomBytes(32));

test('a sealed text opens again and shows nothing of itself', () => {
  const sealed = sealer.seal('número secreto', 'totp:1');
  assert.equal(sealer.open(sealed, 'totp:1'), 'número secreto');
  assert.equal(sealed.includes('secreto'), false);
  assert.notDeepEqual(sealer.seal('número secreto', 'totp:1'), sealed);
});

test('another purpose, another key and any altered byte are refused', () => {
  const sealed = sealer.seal('secret', 'totp:1');
  assert.throws(() => sealer.open(sealed, 'totp:2'));
  assert.throws(() => createSealer(randomBytes(32)).open(sealed, 'totp:1'));
  for (let i = 0; i < sealed.length; i++) {
    const altered = Buffer.from(sealed);
    altered[i] ^= 1;
    assert.throws(() => sealer.open(altered, 'totp:1'), `byte ${i}`);
  }
  assert.throws(() => sealer.open(sealed.subarray(0, 20), 'totp:1'));
});
