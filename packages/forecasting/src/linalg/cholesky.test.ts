import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomProblem } from '../../test/random-problem.ts';
import {
  type CholeskyFactor,
  appendVariable,
  createCholesky,
  removeVariable,
  solveInPlace,
} from './cholesky.ts';

const { columns, moments } = randomProblem(20, 7, 0.6, 5);
const { gram } = moments;

test('a factor of one variable divides by its square', () => {
  const factor = createCholesky(1);
  appendVariable(factor, new Float64Array(0), 4, 0);
  const values = Float64Array.of(8);
  solveInPlace(factor, values);
  assert.equal(values[0], 2);
});

test('solving after appending and removing variables satisfies the system that is left', () => {
  const factor = createCholesky(columns);
  const active: number[] = [];
  for (let j = 0; j < columns; j++) append(factor, active, j);
  for (const position of [6, 2, 0]) {
    removeVariable(factor, position);
    active.splice(position, 1);
    assertSolves(factor, active);
  }
  append(factor, active, 2);
  assertSolves(factor, active);
});

test('a variable that the present ones explain is refused and changes nothing', () => {
  const factor = createCholesky(columns);
  const active: number[] = [];
  for (let j = 0; j < 3; j++) append(factor, active, j);
  const copyOfFirst = Float64Array.from(active, (i) => gram[i]);
  assert.equal(appendVariable(factor, copyOfFirst, gram[0], 1e-9), false);
  assert.equal(factor.size, 3);
  assertSolves(factor, active);
});

function append(factor: CholeskyFactor, active: number[], column: number): void {
  const products = Float64Array.from(active, (i) => gram[column * columns + i]);
  assert.equal(appendVariable(factor, products, gram[column * columns + column], 1e-12), true);
  active.push(column);
}

function assertSolves(factor: CholeskyFactor, active: number[]): void {
  const right = Float64Array.from(active, (i) => i + 1);
  const solved = Float64Array.from(right);
  solveInPlace(factor, solved);
  active.forEach((row, i) => {
    const product = active.reduce((sum, column, j) => sum + gram[row * columns + column] * solved[j], 0);
    assert.ok(Math.abs(product - right[i]) < 1e-10);
  });
}
