import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { probabilityAtMost } from '../distribution/price-distribution.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { crossingOf, type Search } from './crossing.ts';
import { countAtMost } from './statistics.ts';

const HALVINGS = 40;

/** Plain bisection, which asks at every halving. */
function slowCrossing(
  shareAtMost: (place: number) => number,
  level: number,
  { from, to, halvings }: Search,
): number {
  let [low, high] = [from, to];
  for (let i = 0; i < halvings && high > low; i++) {
    const middle = (low + high) / 2;
    if (shareAtMost(middle) < level) low = middle;
    else high = middle;
  }
  return high;
}

const normal = createNormal(3);

/** Prices of which some coincide. */
function randomPrices(scale: number): Float64Array {
  return Float64Array.from(QUANTILE_LEVELS, () => Math.round(scale * normal() * 4) / 4).sort();
}

/** Shares of a mixture of distributions of prices, moved apart. */
function randomMixture(): (price: number) => number {
  const parts = Array.from({ length: 5 }, () => ({ prices: randomPrices(20), move: 10 * normal() }));
  return (price) =>
    parts.reduce((sum, { prices, move }) => sum + probabilityAtMost(prices, price - move) / 5, 0);
}

/** Shares of a weighted sample beside an exponential. */
function randomSample(): (size: number) => number {
  const sizes = Float64Array.from({ length: 60 }, () => Math.round(Math.abs(30 * normal()))).sort();
  return (size) => (countAtMost(sizes, size) + 5 * (1 - Math.exp(-Math.max(0, size) / 8))) / 65;
}

for (const [what, make] of [
  ['a mixture of distributions', randomMixture],
  ['a sample beside an exponential', randomSample],
  ['a jump', () => (place: number) => (place < 1 / 3 ? 0.2 : 0.8)],
  ['a plain', () => () => 0.5],
] as const) {
  test(`the crossing of ${what} is that of plain bisection to the last bit, wherever it is thought to lie`, () => {
    for (let i = 0; i < 20; i++) {
      const share = make();
      for (const level of [...QUANTILE_LEVELS, 0.5]) {
        const [from, to] = [-150 + normal(), 150 + normal()];
        const place = slowCrossing(share, level, { from, to, halvings: HALVINGS });
        for (const near of [undefined, [place - 1, place + 1], [place + 1, place + 2], [to, from]] as const) {
          assert.equal(crossingOf(share, level, { from, to, halvings: HALVINGS, near }), place);
        }
      }
    }
  });
}

test('the sum of a price and a spread is asked for less than half as often', () => {
  const prices = Float64Array.from(QUANTILE_LEVELS, () => 60 + 25 * normal()).sort();
  const moves = Array.from({ length: 6 }, () => 5 * normal());
  let asked = 0;
  const share = (price: number) => {
    asked++;
    return moves.reduce((sum, move) => sum + probabilityAtMost(prices, price - move) / moves.length, 0);
  };
  const [down, up] = [Math.min(...moves), Math.max(...moves)];
  for (const [k, level] of QUANTILE_LEVELS.entries()) {
    crossingOf(share, level, { from: prices[k] + down, to: prices[k] + up, halvings: HALVINGS });
  }
  assert.ok(asked < (QUANTILE_LEVELS.length * HALVINGS) / 2, `${asked / QUANTILE_LEVELS.length} a level`);
});
