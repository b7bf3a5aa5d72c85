import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailName, detailValue } from './audit-details.ts';
import { loadTexts } from '../../i18n/texts.ts';

await Promise.all([loadTexts('en', 'settings'), loadTexts('es', 'settings')]);

const roleChange = { action: 'user.role_changed', locale: 'es' } as const;

test('what an entry says of a change is named in the reader’s words, and what is not known here as it is written', () => {
  assert.equal(detailName('from', roleChange), 'antes');
  assert.equal(detailName('from', { action: 'webhook.replayed', locale: 'es' }), 'desde');
  assert.equal(detailName('forecastChangeThreshold', roleChange), 'umbral de cambio de previsión');
  assert.equal(detailName('something_new', roleChange), 'something new');
});

test('words of the service are translated, names that somebody gave are not', () => {
  assert.equal(detailValue('to', 'trader', 'es'), 'operador');
  assert.equal(detailValue('second_factor', true, 'en'), 'yes');
  assert.equal(detailValue('events', ['forecast.published', 'new'], 'es'), 'forecast.published, nuevo');
  assert.equal(detailValue('name', 'solar', 'es'), 'solar');
  assert.equal(detailValue('label', 'new', 'es'), 'new');
});
