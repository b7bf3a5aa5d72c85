import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomProblem } from '../random-problem.ts';
import { lambdaByAkaike } from './akaike.ts';
import { descendLasso } from '../../src/learners/lasso/solve-lasso.ts';
import { coefficientsAt, larsPath } from './lars.ts';
import { residualSquares } from './lars.ts';

const DESIGNS = [randomProblem(60, 12, 0, 1), randomProblem(60, 30, 0.9, 2), randomProblem(20, 45, 0.5, 4)];

test('the path of an orthogonal design lets columns join in the order of their correlation', () => {
  const moments = { columns: 3, gram: identity(3), cross: Float64Array.of(1, -3, 2), squares: 20 };
  const path = larsPath(moments);
  assert.deepEqual(
    path.map((knot) => knot.lambda),
    [3, 2, 1, 0],
  );
  assert.deepEqual([...path[3].active], [1, 2, 0]);
  assert.deepEqual([...path[3].coefficients], [-3, 2, 1]);
  assert.equal(path[3].residualSquares, 20 - 9 - 4 - 1);
});

test('the path agrees with coordinate descent at its knots and between them', () => {
  for (const { columns, moments } of DESIGNS) {
    const path = larsPath(moments);
    for (let i = 1; i < path.length - 1; i += 3) {
      for (const lambda of [path[i].lambda, (path[i].lambda + path[i + 1].lambda) / 2]) {
        const descended = descendLasso(moments, lambda).coefficients;
        const followed = coefficientsAt(path, columns, lambda);
        followed.forEach((b, j) =>
          assert.ok(Math.abs(b - descended[j]) < 1e-7, `lambda ${lambda}, column ${j}`),
        );
      }
    }
  }
});

test('lambda falls and the residual squares of each knot are those of its coefficients', () => {
  for (const { columns, moments } of DESIGNS) {
    const path = larsPath(moments);
    path.forEach((knot, i) => {
      const coefficients = coefficientsAt(path, columns, knot.lambda);
      const expected = residualSquares(moments, coefficients);
      assert.ok(Math.abs(knot.residualSquares - expected) < 1e-8 * moments.squares);
      if (i > 0) assert.ok(knot.lambda <= path[i - 1].lambda);
    });
  }
});

test('the path ends with a perfect fit where there are more columns than rows', () => {
  const { moments } = DESIGNS[2];
  const last = larsPath(moments).at(-1);
  assert.ok(last !== undefined && last.residualSquares < 1e-9 * moments.squares);
  assert.ok(last.active.length <= 19);
});

test('the path stops at the lambda, the number of knots or the knot asked for', () => {
  const { moments } = DESIGNS[0];
  const lambdaMin = larsPath(moments)[2].lambda * 0.99;
  assert.equal(larsPath(moments, { lambdaMin }).at(-1)?.lambda, lambdaMin);
  assert.equal(larsPath(moments, { maxKnots: 4 }).length, 4);
  assert.equal(larsPath(moments, { isEnough: (knot) => knot.active.length === 2 }).at(-1)?.active.length, 2);
});

test("Akaike's criterion takes the knot after the columns that earn their cost", () => {
  // y'y = 10 and 10 rows: a column is worth its cost of 2 where it lowers the residual squares by more than 2.
  const moments = { columns: 3, gram: identity(3), cross: Float64Array.of(2.5, 1.6, 0.3), squares: 10 };
  assert.ok(Math.abs(lambdaByAkaike(moments, 10) - 0.3) < 1e-12);
});

test("Akaike's criterion keeps all columns out where none earns its cost", () => {
  const moments = { columns: 2, gram: identity(2), cross: Float64Array.of(0.5, 0.4), squares: 10 };
  assert.equal(lambdaByAkaike(moments, 10), 0.5);
});

function identity(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
}
