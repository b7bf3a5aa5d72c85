import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Recipe, createModel } from '../../src/models/recipe.ts';
import { CHAMPION } from '../../src/pipelines/champion.ts';
import { createFitCache } from '../../src/kernel/fit-cache.ts';
import { numbersOf, readGolden } from './golden-file.ts';
import { madeUpMarket } from './made-up-market.ts';
import { mutationsOf } from './recipe-mutations.ts';

/** Rows with golden numbers: the last day, and a holiday for what the last day alone does not show. */
const ROWS = [899, 851];

const { panel } = madeUpMarket();
const cache = createFitCache();
const goldenForecasts = new Map<number, Float64Array>();

function forecastsOf(recipe: Recipe, row: number): Float64Array[] {
  const { combined, members } = createModel(recipe).fit(panel, row, cache).predict(panel, row);
  return [combined, ...members];
}

/** The forecast of the recipe itself, which must give the golden numbers. */
function goldenForecast(row: number): Float64Array {
  const known = goldenForecasts.get(row);
  if (known !== undefined) return known;
  const forecasts = forecastsOf(CHAMPION, row);
  const { digest } = readGolden().madeUp[`champion ${panel.days[row]}`];
  assert.equal(numbersOf(() => forecasts).digest, digest);
  const [combined] = forecasts;
  goldenForecasts.set(row, combined);
  return combined;
}

test('the recipe itself gives the golden numbers', () => {
  assert.equal(goldenForecast(ROWS[0]).length, panel.slotsPerDay);
});

for (const { name, recipe } of mutationsOf(CHAMPION)) {
  test(`another forecast: ${name}`, () => {
    const isChanged = ROWS.some((row) => {
      const [changed] = forecastsOf(recipe, row);
      return goldenForecast(row).some((price, slot) => price !== changed[slot]);
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
