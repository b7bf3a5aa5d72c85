import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createKernel, takeBlocks } from './kernel.ts';

const host = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly');

afterEach(() => {
  if (host !== undefined) Object.defineProperty(globalThis, 'WebAssembly', host);
});

test('without WebAssembly, or without its SIMD, one clear error says what to use', () => {
  for (const value of [undefined, { validate: () => false }]) {
    Object.defineProperty(globalThis, 'WebAssembly', { value, configurable: true });
    assert.throws(createKernel, /WebAssembly with SIMD, which is missing here; use Node 20/);
  }
});

test('each kernel has memory of its own', () => {
  const [one, other] = [createKernel(), createKernel()].map(
    (kernel) => takeBlocks(kernel, { numbers: 3 }).numbers,
  );
  one.values.fill(7);
  assert.ok(other.values.every((value) => value === 0));
});

test('blocks are zero, apart from each other and grow with the need', () => {
  const kernel = createKernel();
  for (const length of [3, 40_000]) {
    const { first, second } = takeBlocks(kernel, { first: length, second: length });
    assert.ok(first.values.every((value) => value === 0));
    first.values.fill(7);
    assert.ok(second.values.every((value) => value === 0));
    assert.equal(first.address % 128, 0);
    assert.equal(second.address % 128, 0);
  }
});
