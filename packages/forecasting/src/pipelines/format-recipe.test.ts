import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAMPION } from './champion.ts';
import { formatRecipe } from './format-recipe.ts';
import { DAY_AHEAD, INTRADAY } from './forecast.ts';
import { SPREAD_OPTIONS } from './intraday.ts';
import { GAUSSIAN_PROCESS, LEAR } from './members.ts';
import { ZONE_RECIPE } from './zones.ts';

test('the champion is a tree of at most 80 columns that names every stage in order', () => {
  const lines = formatRecipe(CHAMPION).split('\n');
  assert.ok(lines.every((line) => line.length <= 80 && line === line.trimEnd()));
  // A title that is too long goes on in the next line.
  const text = lines.map((line) => line.replace(/^[ │├└─]+/, '')).join(' ');
  const stages = [
    'Partial probability integral transform of the price, as far as it has paid',
    'Weighted mean "champion"',
    '62.5 %: Two-stage stacking of Gaussian processes on their one-step-ahead forecasts',
    'Residual correction of process 1 by boosted trees',
    '12.5 %: LEAR: LASSO regressions of each hour, mean over the windows',
    '25 %: Boosted trees over the hours of all days',
  ];
  const places = stages.map((stage) => text.indexOf(stage));
  assert.ok(!places.includes(-1), `${places.join()}\n${text}`);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});

test('what is there several times is shown once and named from then on', () => {
  const text = formatRecipe(CHAMPION);
  for (const shown of ['Covariance A: ', 'Probe model A: ', 'Input relevance A: ']) {
    assert.equal(text.split(shown).length, 2, shown);
  }
  assert.ok(!text.includes('Covariance B'));
  const covariance = { ...GAUSSIAN_PROCESS.covariance, noise: { usual: 0.5, unknownInputs: 0 } };
  const two = formatRecipe({
    kind: 'weighted-mean',
    name: 'two',
    members: [GAUSSIAN_PROCESS, { ...GAUSSIAN_PROCESS, covariance }].map((recipe) => ({ weight: 1, recipe })),
  });
  assert.match(two, /Covariance B: /);
});

test('settings are there with their units', () => {
  assert.equal(
    formatRecipe(LEAR),
    'LEAR: LASSO regressions of each hour, mean over the windows\n   training windows 56, 84, 364, 728 days; 21 days at least, 84 with an input,\n   or half of all',
  );
  const spread = formatRecipe({ kind: 'intraday-spread', ...SPREAD_OPTIONS });
  assert.match(spread, /half-life 730 days, of every second seed 90 days/);
  const ofAllDays = formatRecipe({ kind: 'intraday-spread', ...SPREAD_OPTIONS, drawnDays: Infinity });
  assert.ok(!ofAllDays.includes('Infinity'));
});

test('a whole forecast shows every number of its recipe', () => {
  const numbersIn = (value: unknown): number[] => {
    if (typeof value === 'number') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
  };
  const { point: _, ...dayAhead } = DAY_AHEAD;
  const { spread: __, ...auction } = INTRADAY;
  for (const [recipe, around] of [
    [DAY_AHEAD, dayAhead],
    [INTRADAY, auction],
    [ZONE_RECIPE, ZONE_RECIPE],
  ] as const) {
    const text = formatRecipe(recipe);
    const shown = new Set(text.match(/\d+(?:\.\d+)?/g));
    for (const number of numbersIn(around)) {
      const percent = String(Number((100 * number).toPrecision(4)));
      assert.ok(shown.has(String(number)) || shown.has(percent), `${number} is not shown.`);
    }
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
  }
  assert.match(formatRecipe(DAY_AHEAD), /^├─ Point forecast: Partial probability integral transform/m);
});
