import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonPasswords, NOBODY, passwordFault } from './password-rules.ts';

const owner = { email: 'ana.ruiz@energia-sur.example.com', tenant_name: 'Comercializadora Levante S.L.' };

function assertRefused(passwords: readonly string[], rule: RegExp): void {
  for (const password of passwords)
    assert.match(passwordFault(password, owner)?.advice ?? 'accepted', rule, password);
}

test('the length is bounded', () => {
  assertRefused(['Xk7.pQ2', 'x7Kp'.repeat(33)], /8 to 128 characters/);
});

test('each of the commonest is refused, in any case', () => {
  assert.ok(commonPasswords().size > 16_000);
  assertRefused(['PASSWORD', 'Iloveyou', 'contraseña', 'trustno1'], /among the commonest/);
  const accepted = [...commonPasswords()].filter((word) => passwordFault(word, NOBODY) === undefined);
  assert.deepEqual(accepted, []);
});

test('and so is one of them with figures and signs around it or in the place of letters', () => {
  assertRefused(
    ['Password1!', 'P@ssw0rd1!', '!!Dragon99', 'Football#1', '2026Invierno', 'M0nk3y2026!'],
    /with figures or signs/,
  );
});

test('repetitions and sequences are refused', () => {
  assertRefused(
    [
      'aaaaaaaa',
      ' '.repeat(8),
      'abababab',
      'abcabcabcabc',
      'abcdefghijkl',
      '87654321098',
      'tyuiopghjkl',
      'aaaabbbbcccc',
      'xyz12345!',
      '........',
    ],
    /repetitions and sequences/,
  );
});

test('the own address and the name of the organisation are refused, with little around them', () => {
  assertRefused(['ana.ruiz2026', 'Energia-Sur!1', 'anaruizana.ruiz', 'ruiz-2026!'], /e-mail address/);
  assertRefused(['Levante-9931', 'comercializadora!', 'Levante Comercializadora'], /organisation/);
});

test('what is long and varied is accepted', () => {
  for (const password of [
    'correct horse',
    'ñandú café',
    'a better horse',
    'K7.pQ2x9',
    'tres gatos en el tejado',
    'ana.ruiz sings at noon',
    'q7Zt-VbN_w3LxR8s',
  ]) {
    assert.equal(passwordFault(password, owner), undefined, password);
  }
});
