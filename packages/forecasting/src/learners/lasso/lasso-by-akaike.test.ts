import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Problem, momentsOf, randomProblem } from '../../../test/random-problem.ts';
import { createKernel, paddedWidth, takeBlocks } from '../../kernel/kernel.ts';
import { lambdaByAkaike } from '../../../test/oracles/akaike.ts';
import { type AkaikeLasso, lassoByAkaike } from './lasso-by-akaike.ts';
import { createWalk, walkLengths } from './lasso-walk.ts';
import { solveLasso } from './solve-lasso.ts';
import type { Moments } from './moments.ts';

const DESIGNS: [string, Problem][] = [
  ['independent columns', randomProblem(60, 12, 0, 1)],
  ['correlated columns', randomProblem(90, 40, 0.9, 2)],
  ['more columns than rows', randomProblem(20, 45, 0.5, 4)],
  ['columns of very different length', withLengths(randomProblem(120, 30, 0.6, 6))],
  ['one column', randomProblem(15, 1, 0, 8)],
];

for (const [name, { rows, moments }] of DESIGNS) {
  test(`lambda and coefficients are those of two paths from 0 with ${name}`, () => {
    const { lambda, coefficients } = solve(moments, rows);
    const expected = lambdaByAkaike(unitMoments(moments), rows);
    assert.ok(Math.abs(lambda - expected) < 1e-10 * Math.sqrt(moments.squares));
    assert.ok(coefficients !== undefined);
    solveLasso(moments, expected).forEach((b, j) => {
      assert.ok(Math.abs(coefficients[j] - b) < 1e-9 * (1 + Math.abs(b)), `column ${j}`);
    });
  });
}

test('the search that stops early finds the lambda of the whole path on every one of fifty targets', () => {
  const { rows, columns, x, moments } = randomProblem(100, 35, 0.7, 10);
  for (let seed = 1; seed <= 50; seed++) {
    const noise = randomProblem(rows, 1, 0, seed).x;
    const y = noise.map((value, i) => value + (seed / 20) * x[(seed % columns) * rows + i]);
    const problem = momentsOf(rows, columns, x, y);
    const expected = lambdaByAkaike(unitMoments(problem), rows);
    assert.ok(Math.abs(solve({ ...problem, gram: moments.gram }, rows).lambda - expected) < 1e-10 * expected);
  }
});

test('constant columns and a constant target get 0', () => {
  const { rows, columns, x, y } = randomProblem(30, 6, 0.3, 8);
  x.fill(0, 2 * rows, 3 * rows);
  assert.equal(solve(momentsOf(rows, columns, x, y), rows).coefficients?.[2], 0);
  const nothing = solve(momentsOf(rows, columns, x, y.fill(0)), rows);
  assert.deepEqual([...(nothing.coefficients ?? [])], [0, 0, 0, 0, 0, 0]);
});

function solve({ columns, gram, cross, squares }: Moments, rows: number): AkaikeLasso {
  const kernel = createKernel();
  const stride = paddedWidth(columns);
  const blocks = takeBlocks(kernel, { gram: stride * stride, ...walkLengths(columns) });
  for (let j = 0; j < columns; j++) {
    blocks.gram.values.set(gram.subarray(j * columns, (j + 1) * columns), j * stride);
  }
  const walk = createWalk(kernel, { block: blocks.gram, stride, columns }, blocks);
  const [solution] = lassoByAkaike(walk, [{ cross, squares }], rows);
  return solution;
}

function unitMoments({ columns, gram, cross, squares }: Moments): Moments {
  const length = (j: number) => Math.sqrt(gram[j * (columns + 1)]);
  return {
    columns,
    gram: gram.map((value, at) => value / (length(Math.floor(at / columns)) * length(at % columns))),
    cross: cross.map((value, j) => value / length(j)),
    squares,
  };
}

function withLengths({ rows, columns, x, y }: Problem): Problem {
  const scaled = x.map((value, at) => value * 10 ** (((at / rows) | 0) % 4));
  return { rows, columns, x: scaled, y, moments: momentsOf(rows, columns, scaled, y) };
}
