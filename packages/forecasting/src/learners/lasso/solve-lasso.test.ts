import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Problem, momentsOf, problemOf, randomProblem } from '../../../test/random-problem.ts';
import { descendLasso } from './solve-lasso.ts';
import { solveLasso } from './solve-lasso.ts';
import { type Moments, correlations } from './moments.ts';

type Solver = (moments: Moments, lambda: number) => Float64Array;

const SOLVERS: [string, Solver][] = [
  ['the path', solveLasso],
  ['coordinate descent', (moments, lambda) => descendLasso(moments, lambda).coefficients],
];

const DESIGNS: [string, Problem][] = [
  ['more rows than columns', randomProblem(60, 12, 0, 1)],
  ['correlated columns', randomProblem(60, 30, 0.9, 2)],
  ['as many rows as columns', randomProblem(25, 25, 0.5, 3)],
  ['more columns than rows', randomProblem(20, 45, 0.5, 4)],
];

const SHARES_OF_LARGEST = [0.9, 0.3, 0.05, 0.005];

for (const [name, solve] of SOLVERS) {
  test(`by ${name}, one column shrinks its least-squares coefficient by lambda over its square`, () => {
    // X'X = 4, X'y = 6, so b = (6 - 2) / 4.
    const moments = { columns: 1, gram: Float64Array.of(4), cross: Float64Array.of(6), squares: 10 };
    assert.equal(solve(moments, 2)[0], 1);
    assert.equal(solve(moments, 6)[0], 0);
    assert.equal(solve(moments, 7)[0], 0);
  });

  test(`by ${name}, an orthogonal design gives the soft-threshold closed form`, () => {
    const lengths = [1, 2, 0.5, 3, 1];
    const cross = Float64Array.of(3, -8, 0.4, 2, -0.9);
    const gram = new Float64Array(25);
    lengths.forEach((length, j) => (gram[j * 6] = length * length));
    const solved = solve({ columns: 5, gram, cross, squares: 40 }, 1);
    const expected = lengths.map((length, j) => {
      const excess = Math.max(0, Math.abs(cross[j]) - 1);
      return (Math.sign(cross[j]) * excess) / length ** 2;
    });
    expected.forEach((value, j) => assert.ok(Math.abs(solved[j] - value) < 1e-12, `column ${j}`));
  });

  for (const [design, problem] of DESIGNS) {
    test(`by ${name}, the optimality conditions hold with ${design}`, () => {
      for (const share of SHARES_OF_LARGEST) {
        const lambda = share * largestCorrelation(problem.moments);
        assertOptimal(problem.moments, lambda, solve(problem.moments, lambda));
      }
    });

    test(`by ${name}, coefficients agree to 1e-6 with plain descent on X with ${design}`, () => {
      for (const share of SHARES_OF_LARGEST) {
        const lambda = share * largestCorrelation(problem.moments);
        assertClose(solve(problem.moments, lambda), plainLasso(problem, lambda), 1e-6);
      }
    });
  }

  test(`by ${name}, coefficients agree to 1e-6 with scikit-learn`, () => {
    const reference = readReference();
    assert.equal(reference.problems.length, 3);
    for (const { rows, columns, x, y, solutions } of reference.problems) {
      const columnMajor = Array.from(
        { length: x.length },
        (_, at) => x[(at % rows) * columns + Math.floor(at / rows)],
      );
      const { moments } = problemOf(rows, columns, columnMajor, y);
      for (const { alpha, coefficients } of solutions) {
        assertClose(solve(moments, alpha * rows), coefficients, 1e-6);
      }
    }
  });

  test(`by ${name}, reordering, flipping and rescaling change the solution as they must`, () => {
    const { rows, columns, x, y, moments } = randomProblem(40, 9, 0.4, 6);
    const lambda = 0.1 * largestCorrelation(moments);
    const solved = solve(moments, lambda);
    const reversed = new Float64Array(x.length);
    for (let j = 0; j < columns; j++)
      reversed.set(x.subarray(j * rows, (j + 1) * rows), (columns - 1 - j) * rows);
    assertClose(solve(momentsOf(rows, columns, reversed, y), lambda).reverse(), solved, 1e-9);
    const flipped = x.map((value, at) => (at < rows ? -value : value));
    assertClose(solve(momentsOf(rows, columns, flipped, y), lambda), [-solved[0], ...solved.slice(1)], 1e-9);
    const tripled = y.map((value) => 3 * value);
    assertClose(
      solve(momentsOf(rows, columns, x, tripled), 3 * lambda),
      solved.map((b) => 3 * b),
      1e-9,
    );
  });

  test(`by ${name}, a lambda beyond every correlation leaves all coefficients at 0`, () => {
    const { moments } = randomProblem(30, 8, 0.2, 7);
    assert.ok(solve(moments, 1.0001 * largestCorrelation(moments)).every((b) => b === 0));
  });

  test(`by ${name}, constant columns get 0 and twins share one optimal fit`, () => {
    const { rows, columns, x, y } = randomProblem(30, 6, 0.3, 8);
    const doubled = new Float64Array(rows * (2 * columns + 1));
    doubled.set(x);
    doubled.set(x, rows * columns);
    const single = momentsOf(rows, columns, x, y);
    const twins = momentsOf(rows, 2 * columns + 1, doubled, y);
    const lambda = 0.02 * largestCorrelation(single);
    const solved = solve(twins, lambda);
    assert.equal(solved[2 * columns], 0);
    assertOptimal(twins, lambda, solved);
    const sums = Float64Array.from({ length: columns }, (_, j) => solved[j] + solved[j + columns]);
    assertClose(sums, solve(single, lambda), 1e-6);
  });
}

test('coordinate descent from the solution itself stays there', () => {
  const { moments } = randomProblem(50, 20, 0.7, 9);
  const lambda = 0.03 * largestCorrelation(moments);
  const start = solveLasso(moments, lambda);
  const again = descendLasso(moments, lambda, { start });
  assert.ok(again.sweeps <= 8);
  assert.ok(again.gap <= 1e-9 * moments.squares);
  assertClose(again.coefficients, start, 1e-10);
});

function assertOptimal(moments: Moments, lambda: number, coefficients: Float64Array): void {
  const gradient = correlations(moments, coefficients);
  const slack = 1e-8 * largestCorrelation(moments);
  coefficients.forEach((b, j) => {
    if (b === 0) assert.ok(Math.abs(gradient[j]) <= lambda + slack, `column ${j} should be active`);
    else assert.ok(Math.abs(gradient[j] - lambda * Math.sign(b)) <= slack, `column ${j} is off its bound`);
  });
}

/** The slow oracle: coordinate descent on X itself, residual by residual, far past convergence. */
function plainLasso({ rows, columns, x, y }: Problem, lambda: number): Float64Array {
  const b = new Float64Array(columns);
  const residual = Float64Array.from(y);
  for (let change = Infinity, pass = 0; change > 1e-12 && pass < 50_000; pass++) {
    change = 0;
    for (let j = 0; j < columns; j++) {
      let correlation = 0;
      let square = 0;
      for (let i = 0; i < rows; i++) {
        const value = x[j * rows + i];
        correlation += value * (residual[i] + value * b[j]);
        square += value * value;
      }
      const updated = (Math.sign(correlation) * Math.max(0, Math.abs(correlation) - lambda)) / square;
      for (let i = 0; i < rows; i++) residual[i] -= (updated - b[j]) * x[j * rows + i];
      change = Math.max(change, Math.abs(updated - b[j]));
      b[j] = updated;
    }
  }
  return b;
}

function largestCorrelation(moments: Moments): number {
  return moments.cross.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

function assertClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (let j = 0; j < actual.length; j++) {
    const difference = Math.abs(actual[j] - expected[j]);
    assert.ok(difference <= tolerance, `column ${j}: ${actual[j]} is not ${expected[j]}`);
  }
}

interface Reference {
  problems: {
    rows: number;
    columns: number;
    x: number[];
    y: number[];
    solutions: { alpha: number; coefficients: number[] }[];
  }[];
}

/** The file's shape is that which tools/lasso-reference.py writes. */
function readReference(): Reference {
  return JSON.parse(
    readFileSync(new URL('../../../test/fixtures/lasso-reference.json', import.meta.url), 'utf8'),
  );
}
