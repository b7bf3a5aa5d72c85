import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureHeader } from './sign.ts';

/** Made by `printf '%s' '1774865100.{"event":"ping"}' | openssl dgst -sha256 -hmac whsec_test`, and so on. */
const SIGNED = { body: Buffer.from('{"event":"ping"}'), unixSeconds: 1_774_865_100 };

test('the signature is that of openssl over the time, a dot and the bytes', () => {
  assert.equal(
    signatureHeader({ ...SIGNED, keys: ['whsec_test'] }),
    't=1774865100,v1=5f464cb2eaa2ec8a50cc94adf3ea462d42047f45f4f5f341581968b5c42bbd71',
  );
});

test('each secret signs, in order', () => {
  assert.equal(
    signatureHeader({ ...SIGNED, keys: ['whsec_new', 'whsec_test'] }),
    't=1774865100,v1=632173dc3dd8bff7e1356d707acdbc25561f4ccbd17f5d1cfb39b37564165c45,v1=5f464cb2eaa2ec8a50cc94adf3ea462d42047f45f4f5f341581968b5c42bbd71',
  );
});

test('the bytes count, not the characters', () => {
  const bytes = { keys: ['whsec_test'], unixSeconds: 1 };
  const latin = signatureHeader({ ...bytes, body: Buffer.from([0xe9]) });
  const utf8 = signatureHeader({ ...bytes, body: Buffer.from('é') });
  assert.notEqual(latin, utf8);
});

test('the time counts when a body is signed again', () => {
  const at = (unixSeconds: number) => signatureHeader({ ...SIGNED, unixSeconds, keys: ['whsec_test'] });
  const first = at(1_774_865_100);
  const later = at(1_774_865_101).split(',')[1];
  assert.notEqual(later, first.split(',')[1]);
  assert.equal(at(1_774_865_100), first);
});
