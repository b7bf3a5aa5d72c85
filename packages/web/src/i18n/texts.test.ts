import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoaded, loadLanguage, loadTexts, translator, wordsOf } from './texts.ts';

test('a language has the texts of an area once they are loaded', async () => {
  assert.ok(!isLoaded('es', 'alerts'));
  assert.throws(() => wordsOf('alerts.page', 'es'), /alerts\.page are not loaded in es/);
  await loadTexts('es', 'alerts');
  assert.ok(isLoaded('es', 'alerts'));
  assert.equal(wordsOf('alerts.page', 'es').title, 'Alertas');
});

test('another language gets the areas that have been shown', async () => {
  await loadTexts('en', 'shell');
  await loadTexts('en', 'portfolio');
  await loadLanguage('es');
  assert.ok(isLoaded('es', 'portfolio'));
  assert.ok(!isLoaded('es', 'admin'));
});

test('values are put into the text as they are', async () => {
  await loadTexts('es', 'parts');
  const t = translator('parts.pager', 'es');
  assert.equal(t('place', { from: '<b>{to}</b>', to: 20, total: 40 }), '<b>{to}</b>–20 de 40');
});

test('a number of things takes the form that the language has for it', async () => {
  await Promise.all([loadTexts('en', 'parts'), loadTexts('es', 'parts')]);
  assert.equal(translator('parts.beyondCleared', 'en').count('points', 1), 'point forecast in 1 period');
  assert.equal(
    translator('parts.beyondCleared', 'es').count('points', 12_000),
    'previsión puntual en 12.000 periodos',
  );
});
