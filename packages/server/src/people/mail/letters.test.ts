import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainName } from './letters.ts';

test('a name stays as it is', () => {
  for (const name of [
    'Energía del Sur S.L.',
    'A. B. Cooperativa, S. Coop.',
    '3.5 MW',
    'Viento & Sol (Cádiz)',
  ]) {
    assert.equal(plainName(name), name);
  }
});

test('links and addresses go, however they are written', () => {
  for (const link of [
    'https://evil.example/x?y=1',
    'HTTP://EVIL.EXAMPLE',
    'www.evil.example',
    'evil.example',
    'evil。example',
    'eve@evil.example',
    '//evil',
    'evil.example/path',
    'ev\u200Bil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  ]) {
    const left = plainName(`You won! ${link} now`);
    assert.match(left, /^You won! .*now$/, link);
    assert.doesNotMatch(left, /example|:\/\/|\/|@/, link);
  }
});

test('it is one short line', () => {
  assert.equal(plainName('a\r\nBcc: b\u202Ec'), 'a Bcc: b c');
  assert.equal(plainName('x'.repeat(200)), `${'x'.repeat(60)}…`);
  assert.equal(plainName('https://evil.example'), '');
});
