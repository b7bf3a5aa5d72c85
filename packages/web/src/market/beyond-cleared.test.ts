import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts, translator } from '../i18n/texts.ts';
import { createFormat } from '../i18n/format.ts';
import { beyondCell, beyondSentences, sideText } from './beyond-cleared.ts';

await Promise.all([loadTexts('en', 'parts'), loadTexts('es', 'parts')]);

const words = (locale: 'en' | 'es') => ({
  t: translator('parts.beyondCleared', locale),
  format: createFormat(locale),
});

const extremes = {
  since: '2019-01-01T00:00:00Z',
  lowest: { time: '2025-04-30T22:00:00Z', value: -15 },
  highest: { time: '2022-03-08T18:00:00Z', value: 700 },
};

test('a mark says what cleared before, and on which day of Madrid, in both languages', () => {
  assert.equal(
    sideText(words('en'), 'below', extremes),
    'below anything cleared: lowest was −15.00 on 01/05/2025',
  );
  assert.equal(
    sideText(words('es'), 'above', extremes),
    'por encima de todo lo casado: el máximo fue 700,00 el 08/03/2022',
  );
});

test('points and bounds are counted by side, a period once', () => {
  const marks = [
    { value: 'below', p10: 'below' },
    { p10: 'below', p90: 'above' },
    undefined,
    { p10: 'below' },
  ] as const;
  assert.deepEqual(beyondSentences(words('en'), marks, extremes), [
    {
      side: 'below',
      text: 'below anything cleared: lowest was −15.00 on 01/05/2025 (point forecast in 1 period, a bound alone in 2 periods).',
    },
    {
      side: 'above',
      text: 'above anything cleared: highest was 700.00 on 08/03/2022 (a bound alone in 1 period).',
    },
  ]);
  assert.deepEqual(beyondSentences(words('es'), [undefined, undefined], extremes), []);
});

test('a cell of a file names each price that lies beyond', () => {
  const { t } = words('es');
  assert.equal(
    beyondCell({ value: 'below', p10: 'below' }, t),
    'previsión puntual por debajo de todo lo casado; percentil 10 por debajo de todo lo casado',
  );
  assert.equal(beyondCell(undefined, t), '');
});
