import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Recipe } from '../../src/models/recipe.ts';
import { CHAMPION } from '../../src/pipelines/champion.ts';
import { createFitCache } from '../../src/kernel/fit-cache.ts';
import { SHORT_ROWS, shortCaseName, shortMarket } from './cases.ts';
import { numbersOf, readGolden } from './golden-file.ts';
import { keepFitsOf } from './kept-fits.ts';
import { madeUpMarket } from './made-up-market.ts';
import { mutationsOf } from './recipe-mutations.ts';

/** Rows with golden numbers: the last day, and a holiday for what the last day alone does not show. */
const ROWS = Object.entries(SHORT_ROWS);

const panel = shortMarket(madeUpMarket());
const cache = createFitCache();
/** Members that a change leaves as they are need no further fit. */
const modelOf = keepFitsOf(CHAMPION, cache);
const goldenForecasts = new Map<string, Float64Array>();

function forecastsOf(recipe: Recipe, row: number): Float64Array[] {
  const { combined, members } = modelOf(recipe).fit(panel, row, cache).predict(panel, row);
  return [combined, ...members];
}

/** The forecast of the recipe itself, which must give the golden numbers. */
function goldenForecast(name: string, row: number): Float64Array {
  const known = goldenForecasts.get(name);
  if (known !== undefined) return known;
  const forecasts = forecastsOf(CHAMPION, row);
  const { digest } = readGolden().madeUp[shortCaseName(name)];
  assert.equal(numbersOf(() => forecasts).digest, digest);
  const [combined] = forecasts;
  goldenForecasts.set(name, combined);
  return combined;
}

test('the recipe itself gives the golden numbers', () => {
  for (const [name, row] of ROWS) assert.equal(goldenForecast(name, row).length, panel.slotsPerDay);
});

for (const { name, recipe } of mutationsOf(CHAMPION)) {
  test(`another forecast: ${name}`, () => {
    const isChanged = ROWS.some(([day, row]) => {
      const [changed] = forecastsOf(recipe, row);
      return goldenForecast(day, row).some((price, slot) => price !== changed[slot]);
    });
    assert.ok(isChanged, 'No forecast has changed.');
  });
}

test('changes are found wherever a recipe has them', () => {
  const recipe: Recipe = {
    kind: 'weighted-mean',
    name: 'pair',
    members: [
      { weight: 2, recipe: { kind: 'weekly-naive' } },
      { weight: 1, recipe: CHAMPION },
    ],
  };
  const nameOf = (inner: string) => `members.1.recipe.${inner}`;
  assert.deepEqual(
    mutationsOf(recipe)
      .map(({ name }) => name)
      .toSorted(),
    [
      'members.0.weight a tenth greater',
      'members.1.weight a tenth greater',
      ...mutationsOf(CHAMPION).map(({ name }) => nameOf(name)),
    ].toSorted(),
  );
  const [first] = mutationsOf(recipe);
  assert.deepEqual(first.recipe, {
    ...recipe,
    members: [{ weight: 2 * 1.1, recipe: { kind: 'weekly-naive' } }, recipe.members[1]],
  });
  assert.equal(recipe.members[0].weight, 2);
});
