import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../../test/random-problem.ts';
import { createRowProducts } from './row-products.ts';

const DAYS = 9;
const WIDTH = 41;

function randomDays(seed: number): { matrix: Float64Array; days: Float64Array[] } {
  const normal = createNormal(seed);
  const matrix = Float64Array.from({ length: DAYS * WIDTH }, normal);
  return { matrix, days: [1, 2, 3].map(() => Float64Array.from({ length: WIDTH }, normal)) };
}

test('each product is the sum of the products of the columns', () => {
  const { matrix, days } = randomDays(1);
  const products = createRowProducts(matrix, DAYS);
  for (const features of days) {
    products(features).forEach((product, day) => {
      const wanted = features.reduce((sum, value, j) => sum + value * matrix[day * WIDTH + j], 0);
      assert.ok(Math.abs(product - wanted) < 1e-12, `day ${day}`);
    });
  }
});

test('a product does not depend on what was asked before', () => {
  const { matrix, days } = randomDays(2);
  const mixtures = Array.from({ length: 27 }, (_, k) =>
    Float64Array.from(
      { length: WIDTH },
      (__, j) => days[j < 10 ? k % 3 : j < 25 ? Math.floor(k / 3) % 3 : Math.floor(k / 9)][j],
    ),
  );
  const products = createRowProducts(matrix, DAYS);
  const one = mixtures.map(products);
  const fresh = mixtures.map((features) => createRowProducts(matrix, DAYS)(features));
  assert.deepEqual(one, fresh);
  const backwards = mixtures.toReversed().map(products);
  assert.deepEqual(backwards.toReversed(), fresh);
});

test('features that the caller overwrites are not taken for what they were', () => {
  const { matrix, days } = randomDays(3);
  const features = days[0].slice();
  const products = createRowProducts(matrix, DAYS);
  products(features);
  features.set(days[1]);
  assert.deepEqual(products(features), createRowProducts(matrix, DAYS)(days[1]));
});
