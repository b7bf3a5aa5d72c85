import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { takeBlocks } from './kernel.ts';
import { loadKernel } from './load-kernel.ts';
import { createWasmKernel } from './wasm-kernel.ts';

const host = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly');

afterEach(() => {
  if (host !== undefined) Object.defineProperty(globalThis, 'WebAssembly', host);
});

test('without WebAssembly, or without its vectors, the plain kernel serves', () => {
  for (const value of [undefined, { validate: () => false }]) {
    Object.defineProperty(globalThis, 'WebAssembly', { value, configurable: true });
    assert.equal(createWasmKernel(), undefined);
  }
  const kernel = loadKernel();
  const { values } = takeBlocks(kernel, { values: 2 });
  values.values.set([-4, 3]);
  kernel.advance(values.address, values.address, 2, 0.5);
  assert.deepEqual([...values.values], [-2, 1.5]);
});

test('the kernel is loaded once', () => {
  assert.equal(loadKernel(), loadKernel());
});

test('blocks are zero, apart from each other and grow with the need', () => {
  for (const length of [3, 40_000]) {
    const { first, second } = takeBlocks(loadKernel(), { first: length, second: length });
    assert.ok(first.values.every((value) => value === 0));
    first.values.fill(7);
    assert.ok(second.values.every((value) => value === 0));
    assert.equal(first.address % 128, 0);
    assert.equal(second.address % 128, 0);
  }
});
