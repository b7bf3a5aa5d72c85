import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './password.ts';

test('a hash is argon2id, salted, and matches its password only', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(first, second);
  assert.equal(await verifyPassword(first, 'correct horse'), true);
  assert.equal(await verifyPassword(first, 'Correct horse'), false);
});

test('an unknown account never matches, and its check costs what a real one does', async () => {
  assert.equal(await verifyPassword(undefined, 'correct horse'), false);
  const source = await readFile(new URL('password.ts', import.meta.url), 'utf8');
  const dummy = /'(\$argon2id\$[^']+)'/.exec(source)?.[1] ?? '';
  const real = await hashPassword('correct horse');
  const parametersOf = (hash: string) => hash.split('$').slice(0, 4);
  assert.deepEqual(parametersOf(dummy), parametersOf(real));
  assert.equal(dummy.length, real.length);
});

test('8 to 128 characters, and none of the commonest', async () => {
  for (const password of [
    '1234567',
    'x'.repeat(129),
    'password',
    'Password123',
    'QWERTYUIOP',
    'contraseña',
  ]) {
    await assert.rejects(hashPassword(password), { code: 'validation_error' }, password);
  }
  for (const password of ['k7.pQ2x9', 'x7Kp'.repeat(32).slice(0, 127).concat('-'), 'ñandú café'])
    await hashPassword(password);
});
