import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asinh } from './asinh.ts';

test('asinh agrees with the language to 1e-15 of its value from 1e-300 to 1e300, on both sides', () => {
  for (let exponent = -300; exponent <= 300; exponent += 0.37) {
    const x = 10 ** exponent;
    assert.ok(Math.abs(asinh(x) / Math.asinh(x) - 1) < 1e-15, `at ${x}`);
    assert.equal(asinh(-x), -asinh(x));
  }
  for (let x = 0.01; x < 60; x += 0.01) assert.ok(Math.abs(asinh(x) / Math.asinh(x) - 1) < 1e-15, `at ${x}`);
});

test('asinh of 0 is 0', () => {
  assert.equal(asinh(0), 0);
});
