import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { createPlainKernel } from '../kernel/plain-kernel.ts';
import { createWasmKernel } from '../kernel/wasm-kernel.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type NetworkMemory, batchGradient, parameterLayout, takeNetworkMemory } from './batch-gradient.ts';

const SHAPE = { inputs: 12, hidden: 16, outputs: 5, width: 8 };
const ROWS = 21;

function randomMemory(kernel: Kernel): NetworkMemory {
  const normal = createNormal(23);
  const memory = takeNetworkMemory(kernel, SHAPE, ROWS, 8);
  for (const { values } of [memory.features, memory.targets, memory.parameters]) {
    values.forEach((_, i) => (values[i] = 0.5 * normal()));
  }
  memory.rows.values.set([20, 3, 3, 0, 11, 7, 19, 4]);
  return memory;
}

test('the gradient is the slope of the loss in every parameter', () => {
  const kernel = createPlainKernel();
  const memory = randomMemory(kernel);
  batchGradient(kernel, memory);
  const gradient = Float32Array.from(memory.gradient.values);
  const { parameters } = memory;
  const step = 2 ** -9;
  let largest = 0;
  for (let i = 0; i < parameterLayout(SHAPE).count; i++) {
    const value = parameters.values[i];
    parameters.values[i] = value + step;
    const above = batchGradient(kernel, memory);
    parameters.values[i] = value - step;
    const below = batchGradient(kernel, memory);
    parameters.values[i] = value;
    largest = Math.max(largest, Math.abs((above - below) / (2 * step) - gradient[i]));
  }
  // The loss bends where a unit switches on and an error passes the end of the square.
  assert.ok(largest < 2e-3, `off by ${largest}`);
  assert.ok(gradient.some((slope) => Math.abs(slope) > 0.05));
});

test('the loss is that of a plain loop in double precision', () => {
  const kernel = createPlainKernel();
  const { features, targets, parameters, rows, ...memory } = randomMemory(kernel);
  const loss = batchGradient(kernel, { features, targets, parameters, rows, ...memory });
  const { biases, outputs, outputBiases } = parameterLayout(SHAPE);
  const p = parameters.values;
  let expected = 0;
  for (const row of rows.values) {
    const units = Array.from({ length: SHAPE.hidden }, (_, h) => {
      let sum = p[biases + h];
      for (let j = 0; j < SHAPE.inputs; j++) {
        sum += features.values[row * SHAPE.inputs + j] * p[j * SHAPE.hidden + h];
      }
      return Math.max(0, sum);
    });
    for (let k = 0; k < SHAPE.outputs; k++) {
      const output = units.reduce((sum, unit, h) => sum + unit * p[outputs + h * 8 + k], p[outputBiases + k]);
      const size = Math.abs(output - targets.values[row * SHAPE.width + k]);
      expected += (size < 0.1 ? (size * size) / 0.2 : size - 0.05) / (rows.values.length * SHAPE.outputs);
    }
  }
  assert.ok(Math.abs(loss - expected) < 1e-6);
});

test('the vector kernel gives the gradient of the plain one bit for bit', (t) => {
  const wasm = createWasmKernel();
  if (wasm === undefined) return t.skip('this host has no WebAssembly vectors');
  const [plain, vector] = [createPlainKernel(), wasm].map((kernel) => {
    const memory = randomMemory(kernel);
    return [batchGradient(kernel, memory), ...memory.gradient.values];
  });
  assert.deepEqual(vector, plain);
});

test('outputs that only fill the width have no part in the gradient', () => {
  const kernel = createPlainKernel();
  const memory = randomMemory(kernel);
  batchGradient(kernel, memory);
  const { outputs, outputBiases } = parameterLayout(SHAPE);
  for (let h = 0; h <= SHAPE.hidden; h++) {
    const start = h === SHAPE.hidden ? outputBiases : outputs + h * SHAPE.width;
    const filling = memory.gradient.values.subarray(start + SHAPE.outputs, start + SHAPE.width);
    assert.ok(filling.every((slope) => slope === 0));
  }
});
