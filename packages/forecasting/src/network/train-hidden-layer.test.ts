import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { createPlainKernel } from '../kernel/plain-kernel.ts';
import { createWasmKernel } from '../kernel/wasm-kernel.ts';
import { type HiddenLayer, addHiddenLayer, trainHiddenLayer } from './train-hidden-layer.ts';

const OPTIONS = { units: 16, epochs: 60, rate: 0.01, seed: 4 };

/** Two outputs that no linear map gives: |a| and the larger of a and b. */
function bentProblem(rows: number): { features: Float64Array[]; targets: Float64Array } {
  const normal = createNormal(31);
  const features = Array.from({ length: rows }, () => Float64Array.of(normal(), normal(), normal()));
  const targets = Float64Array.from(features.flatMap(([a, b]) => [Math.abs(a), Math.max(a, b)]));
  return { features, targets };
}

test('hidden units learn what bends', () => {
  const { features, targets } = bentProblem(600);
  const layer = trainHiddenLayer(createWasmKernel() ?? createPlainKernel(), features, targets, OPTIONS);
  let error = 0;
  features.forEach((row, i) => {
    const result = new Float64Array(2);
    addHiddenLayer(layer, row, result);
    for (let k = 0; k < 2; k++) error += Math.abs(result[k] - targets[2 * i + k]) / targets.length;
  });
  assert.ok(error < 0.08, `mean absolute error ${error}`);
});

test('targets of 0 leave outputs of 0', () => {
  const { features, targets } = bentProblem(40);
  const layer = trainHiddenLayer(createPlainKernel(), features, targets.fill(0), { ...OPTIONS, epochs: 2 });
  assert.ok([...layer.outputs, ...layer.outputBiases].every((value) => value === 0));
});

test('a seed gives the same layer and another seed another', () => {
  const { features, targets } = bentProblem(50);
  const train = (seed: number) =>
    trainHiddenLayer(createPlainKernel(), features, targets, { ...OPTIONS, epochs: 3, seed });
  assert.deepEqual(train(1), train(1));
  assert.notDeepEqual(train(1), train(2));
});

test('the vector kernel trains the layer of the plain one bit for bit', (t) => {
  const wasm = createWasmKernel();
  if (wasm === undefined) return t.skip('this host has no WebAssembly vectors');
  for (const rows of [5, 27, 70]) {
    const { features, targets } = bentProblem(rows);
    const train = (kernel: Kernel): HiddenLayer =>
      trainHiddenLayer(kernel, features, targets, { ...OPTIONS, epochs: 4 });
    assert.deepEqual(train(wasm), train(createPlainKernel()));
  }
});
