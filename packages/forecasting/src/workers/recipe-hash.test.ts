import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAMPION } from '../pipelines/champion.ts';
import { SPREAD_OPTIONS } from '../pipelines/intraday.ts';
import { BOOSTED_HOURS, GAUSSIAN_PROCESS, LEAR } from '../pipelines/members.ts';
import { recipeHash } from './recipe-hash.ts';

/** The same with the keys of all objects in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, field]) => [key, turned(field)]),
  );
}

test('the hash of a recipe is the same in any order of its keys, and of no other recipe', () => {
  const other: typeof CHAMPION = JSON.parse(JSON.stringify(turned(CHAMPION)));
  assert.match(recipeHash(CHAMPION), /^[0-9a-f]{64}$/);
  assert.equal(recipeHash(other), recipeHash(CHAMPION));
  const others = [LEAR, { ...LEAR, windows: [84, 56, 364, 728] }, BOOSTED_HOURS, GAUSSIAN_PROCESS];
  assert.equal(new Set([CHAMPION, ...others].map(recipeHash)).size, 5);
});

test('what is left out of JSON makes no difference', () => {
  assert.equal(
    recipeHash({ ...GAUSSIAN_PROCESS, relevance: undefined }),
    recipeHash(JSON.parse(JSON.stringify({ ...GAUSSIAN_PROCESS, relevance: undefined }))),
  );
  const { drawnDays: _, ...options } = SPREAD_OPTIONS;
  const unlimited = { kind: 'intraday-spread' as const, ...options, drawnDays: Infinity };
  assert.equal(
    recipeHash(unlimited),
    recipeHash(JSON.parse(JSON.stringify({ ...unlimited, drawnDays: undefined }))),
  );
});
