import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineMessages, translator } from './define-messages.ts';

const messages = defineMessages({
  en: { greeting: 'Good morning, {name}', 'runs.one': '{count} run', 'runs.other': '{count} runs' },
  es: {
    greeting: 'Buenos días, {name}',
    'runs.one': '{count} ejecución',
    'runs.other': '{count} ejecuciones',
  },
});

test('values are put into the text as they are', () => {
  const t = translator(messages, 'es');
  assert.equal(t('greeting', { name: '<b>{name}</b>' }), 'Buenos días, <b>{name}</b>');
});

test('a number of things takes the form that the language has for it', () => {
  assert.equal(translator(messages, 'en').count('runs', 1), '1 run');
  assert.equal(translator(messages, 'es').count('runs', 12_000), '12.000 ejecuciones');
});
