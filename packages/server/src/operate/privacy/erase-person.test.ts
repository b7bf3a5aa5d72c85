import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedaction, redactFields } from './erase-person.ts';

test('names and addresses go whatever their case, and as whole words alone', () => {
  const redact = createRedaction(['ana@example.com', 'Ana', 'Íñigo (Iñi) Núñez']);
  assert.equal(redact('ANA@example.com asks'), '[erased] asks');
  assert.equal(redact('Ana, banana and Anaïs'), '[erased], banana and Anaïs');
  assert.equal(redact('from íñigo (iñi) núñez.'), 'from [erased].');
  assert.equal(redact('fulana@example.com'), 'fulana@example.com');
  assert.equal(createRedaction(['', ' '])('text'), 'text');
});

test('within JSON every text and every name of a field is looked at', () => {
  const redact = createRedaction(['ana@example.com']);
  const details = {
    email: 'ana@example.com',
    'ana@example.com': 1,
    list: [{ to: 'Ana@Example.com' }, null, 2],
  };
  assert.deepEqual(redactFields(details, redact), {
    email: '[erased]',
    '[erased]': 1,
    list: [{ to: '[erased]' }, null, 2],
  });
});
