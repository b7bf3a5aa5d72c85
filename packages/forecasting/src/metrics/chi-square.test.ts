import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chiSquareUpperTail } from './chi-square.ts';
import { normalCdf } from './normal-distribution.ts';

function assertClose(actual: number, expected: number, tolerance = 1e-11): void {
  assert.ok(Math.abs(actual / expected - 1) <= tolerance, `${actual} is not ${expected}`);
}

describe('chi-square distribution', () => {
  test('the tabulated 5 % and 1 % points', () => {
    assertClose(chiSquareUpperTail(3.841458820694124, 1), 0.05);
    assertClose(chiSquareUpperTail(5.991464547107979, 2), 0.05);
    assertClose(chiSquareUpperTail(7.814727903251179, 3), 0.05);
    assertClose(chiSquareUpperTail(18.307038053275146, 10), 0.05);
    assertClose(chiSquareUpperTail(6.6348966010212145, 1), 0.01);
    assertClose(chiSquareUpperTail(37.56623478662507, 20), 0.01);
  });
  test('one degree of freedom is the square of a normal variable', () => {
    for (const z of [0.01, 0.5, 1, 2.99, 3.01, 8])
      assertClose(chiSquareUpperTail(z * z, 1), 2 * normalCdf(-z));
  });
  test('two degrees of freedom are exponential, four have e^-y (1 + y)', () => {
    for (const y of [0.1, 1, 40]) {
      assertClose(chiSquareUpperTail(2 * y, 2), Math.exp(-y));
      assertClose(chiSquareUpperTail(2 * y, 4), Math.exp(-y) * (1 + y));
    }
  });
  test('the far tail keeps its relative accuracy', () => {
    assertClose(chiSquareUpperTail(1200, 1), 6.099568814808675e-263);
    assertClose(chiSquareUpperTail(1300, 40), 1.2070055271621877e-246);
  });
  test('the tail falls with x and rises with the degrees of freedom', () => {
    for (let k = 1; k < 30; k++) {
      for (let x = 0.5; x < 60; x += 0.5) {
        const rounding = 1 + 1e-11;
        assert.ok(chiSquareUpperTail(x, k) * rounding >= chiSquareUpperTail(x + 0.5, k));
        assert.ok(chiSquareUpperTail(x, k) <= chiSquareUpperTail(x, k + 1) * rounding);
      }
    }
  });
  test('nothing lies below 0 and nothing beyond Infinity', () => {
    assert.deepEqual([chiSquareUpperTail(0, 3), chiSquareUpperTail(-1, 1)], [1, 1]);
    assert.equal(chiSquareUpperTail(Infinity, 5), 0);
  });
  test('NaN and broken degrees of freedom are refused', () => {
    assert.throws(() => chiSquareUpperTail(NaN, 1), RangeError);
    assert.throws(() => chiSquareUpperTail(1, 0), RangeError);
    assert.throws(() => chiSquareUpperTail(1, 1.5), RangeError);
  });
});
