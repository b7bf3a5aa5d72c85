import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CHAMPION } from '../pipelines/champion.ts';
import { SPREAD_OPTIONS } from '../pipelines/intraday.ts';
import { GAUSSIAN_PROCESS, LEAR } from '../pipelines/members.ts';
import { parseSpreadRecipe } from '../pipelines/parse-spread-recipe.ts';
import { parseRecipe } from './parse-recipe.ts';
import { RecipeError } from './read-plain.ts';
import { type Recipe, createModel, withRefitDays } from './recipe.ts';

/** As it comes out of a file. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const stack = (change: object) => ({
  kind: 'weighted-mean',
  name: 'two',
  members: [
    { weight: 1, recipe: LEAR },
    { weight: 1, recipe: { ...LEAR, ...change } },
  ],
});

suite('a recipe is read back from plain data', () => {
  test('the champion, its members and every other kind', () => {
    const recipes: Recipe[] = [
      CHAMPION,
      withRefitDays(CHAMPION, 7),
      GAUSSIAN_PROCESS,
      { kind: 'weekly-naive' },
      { kind: 'standard-naive' },
      { ...LEAR, windows: [28] },
    ];
    for (const recipe of recipes) {
      const parsed = parseRecipe(stored(recipe));
      assert.deepEqual(parsed, recipe);
      assert.ok(createModel(parsed).minHistoryDays > 0);
    }
  });

  test('the recipe of an intraday auction, which may draw from all days', () => {
    const recipe = { kind: 'intraday-spread', ...SPREAD_OPTIONS };
    assert.deepEqual(parseSpreadRecipe(stored(recipe)), recipe);
    const { drawnDays: _, ...unlimited } = recipe;
    assert.equal(parseSpreadRecipe(stored(unlimited)).drawnDays, Infinity);
    const { direction: __, maxBins: ___, reference: ____, ...early } = recipe;
    assert.deepEqual(parseSpreadRecipe(stored(early)), recipe);
  });
});

suite('a fault names its place and what is expected there', () => {
  const faults: [name: string, value: unknown, message: RegExp | string][] = [
    ['no object', [], 'The recipe must be an object; got []'],
    ['no kind', {}, /^kind is missing; it must be one of "weekly-naive", .*"on-partial-pit"$/],
    ['an unknown kind', { kind: 'oracle' }, /^kind must be one of .*; got "oracle"$/],
    ['a missing field', { kind: 'lear' }, 'windows is missing; it must be a list of at least 1'],
    [
      'an unknown field',
      { ...LEAR, lambda: 1 },
      'lambda is not known here; known are "kind", "windows", "training"',
    ],
    [
      'too little',
      stack({ windows: [5] }),
      'members[1].recipe.windows[0] must be a whole number of at least 28; got 5',
    ],
    [
      'text for a number',
      stack({ windows: [56, '84'] }),
      'members[1].recipe.windows[1] must be a whole number of at least 28; got "84"',
    ],
    [
      'no weight',
      { ...stack({}), members: [{ weight: 0, recipe: LEAR }] },
      'members[0].weight must be a number above 0; got 0',
    ],
    [
      'too much',
      { ...GAUSSIAN_PROCESS, covariance: { ...GAUSSIAN_PROCESS.covariance, noise: { usual: null } } },
      'covariance.noise.usual must be a number above 0; got null',
    ],
    [
      'an unknown feature',
      {
        ...GAUSSIAN_PROCESS,
        covariance: {
          ...GAUSSIAN_PROCESS.covariance,
          terms: [{ ...GAUSSIAN_PROCESS.covariance.terms[0], weights: { 'price[d-3]': 1 } }],
        },
      },
      /^covariance\.terms\[0\]\.weights\["price\[d-3\]"\] is not known here; known are "price\[d-1\]", /,
    ],
  ];
  for (const [name, value, message] of faults) {
    test(name, () => {
      assert.throws(
        () => parseRecipe(stored(value)),
        (error) => {
          assert.ok(error instanceof RecipeError);
          if (typeof message === 'string') assert.equal(error.message, message);
          else assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  test('a share above 1', () => {
    assert.throws(
      () => parseSpreadRecipe({ kind: 'intraday-spread', ...SPREAD_OPTIONS, analogueShare: 1.5 }),
      {
        message: 'analogueShare must be a number of at least 0 and of at most 1; got 1.5',
      },
    );
  });
});

suite('a model is not made of', () => {
  const faults: [name: string, recipe: object, message: RegExp][] = [
    [
      'a setting of another name',
      { ...LEAR, window: [56] },
      /^window is not known here; known are "kind", "windows", "training"$/,
    ],
    ['an unknown kind', { kind: 'lasso' }, /^kind must be one of "weekly-naive", .*; got "lasso"$/],
    ['no kind', {}, /^kind is missing/],
    ['nothing', [], /^The recipe must be an object/],
    ['a member with a fault', stack({ windows: [5] }), /^members\[1\]\.recipe\.windows\[0\] must be/],
  ];
  for (const [name, recipe, message] of faults) {
    test(name, () => {
      assert.throws(
        // @ts-expect-error: what a caller without types may hand over.
        () => createModel(recipe),
        { name: 'RecipeError', message },
      );
    });
  }
});
