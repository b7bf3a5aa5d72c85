import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecipeError } from '../models/read-plain.ts';
import { DAY_AHEAD, INTRADAY } from './forecast.ts';
import { parseIssueRecipe } from './parse-issue-recipe.ts';
import { LEAR } from './members.ts';

const plain = (recipe: object): object => JSON.parse(JSON.stringify(recipe));

test('whole recipes are read as they were written', () => {
  for (const recipe of [DAY_AHEAD, INTRADAY]) assert.deepEqual(parseIssueRecipe(plain(recipe)), recipe);
  const unlimited = { ...INTRADAY, spread: { ...INTRADAY.spread, drawnDays: Infinity } };
  assert.deepEqual(parseIssueRecipe(unlimited), unlimited);
  const { drawnDays: _, ...spread } = unlimited.spread;
  assert.deepEqual(parseIssueRecipe(plain({ ...INTRADAY, spread })), unlimited);
});

test('a fault names its place', () => {
  const faults: [object, RegExp][] = [
    [{ kind: 'week-ahead' }, /^kind must be one of "day-ahead", "intraday-auction"/],
    [{ ...DAY_AHEAD, bounds: { ...DAY_AHEAD.bounds, pitShare: 2 } }, /^bounds\.pitShare must be a number/],
    [{ ...DAY_AHEAD, bounds: { ...DAY_AHEAD.bounds, level: {} } }, /^bounds\.level\.levelDays is missing/],
    [{ ...DAY_AHEAD, point: { ...LEAR, windows: [5] } }, /^point\.windows\[0\] must be a whole number/],
    [{ ...DAY_AHEAD, usualDays: 42 }, /^usualDays is not known here/],
    [{ ...INTRADAY, historyDays: 849 }, /^historyDays must reach as far as spread\.windowDays/],
  ];
  for (const [recipe, message] of faults) {
    assert.throws(
      () => parseIssueRecipe(recipe),
      (error) => {
        assert.ok(error instanceof RecipeError);
        assert.match(error.message, message);
        return true;
      },
    );
  }
});
