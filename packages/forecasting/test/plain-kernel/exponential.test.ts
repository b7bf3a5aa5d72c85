import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponential } from './exponential.ts';

test('it agrees with the language to 1e-15 of its value from -700 to 700', () => {
  for (let x = -700; x <= 700; x += 0.037) {
    assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-15, `at ${x}`);
  }
  for (let exponent = -300; exponent < 0; exponent += 0.37) {
    for (const x of [10 ** exponent, -(10 ** exponent)]) {
      assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-15, `at ${x}`);
    }
  }
});

test('it is 1 at 0 and next to nothing below -700', () => {
  assert.equal(exponential(0), 1);
  assert.equal(exponential(-1e9), exponential(-700));
  assert.ok(exponential(-700) < 1e-300);
});
