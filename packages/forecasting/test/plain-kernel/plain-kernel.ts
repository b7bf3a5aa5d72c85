import type { Kernel } from '../../src/kernel/kernel.ts';
import { factorize } from './cholesky.ts';
import { applyAsinh, deviationMedian, gram, median } from './columns.ts';
import { fillMatern, fillSquaredExponential } from './covariance.ts';
import { appendToFactor, removeFromFactor, solveLower, solveUpper } from './factor.ts';
import { advance, combineRows, nearestJoin } from './path.ts';
import {
  drawGroups,
  fillHistogram,
  findSplit,
  partitionRows,
  subtractHistogram,
  subtractTree,
} from './trees.ts';

/** The kernel's memory as numbers of double precision, as 32-bit integers and as bytes. */
export interface Heap {
  memory: ArrayBuffer;
  numbers: Float64Array;
  integers: Int32Array;
  bytes: Uint8Array;
}

/** The kernel in plain loops: what the one in WebAssembly is tested against, bit for bit. */
export function createPlainKernel(): Kernel {
  const heap = heapOf(0);
  return {
    memoryOf(bytes) {
      if (heap.numbers.byteLength < bytes) Object.assign(heap, heapOf(bytes));
      return heap.memory;
    },
    median: (values, count) => median(heap, values, count),
    deviationMedian: (...arguments_) => deviationMedian(heap, ...arguments_),
    applyAsinh: (...arguments_) => applyAsinh(heap, ...arguments_),
    fillSquaredExponential: (...arguments_) => fillSquaredExponential(heap, ...arguments_),
    fillMatern: (...arguments_) => fillMatern(heap, ...arguments_),
    gram: (...arguments_) => gram(heap, ...arguments_),
    combineRows: (...arguments_) => combineRows(heap, ...arguments_),
    nearestJoin: (...arguments_) => nearestJoin(heap, ...arguments_),
    advance: (...arguments_) => advance(heap, ...arguments_),
    appendToFactor: (...arguments_) => appendToFactor(heap, ...arguments_),
    removeFromFactor: (...arguments_) => removeFromFactor(heap, ...arguments_),
    solveLower: (...arguments_) => solveLower(heap, ...arguments_),
    solveUpper: (...arguments_) => solveUpper(heap, ...arguments_),
    drawGroups: (...arguments_) => drawGroups(heap, ...arguments_),
    fillHistogram: (...arguments_) => fillHistogram(heap, ...arguments_),
    subtractHistogram: (...arguments_) => subtractHistogram(heap, ...arguments_),
    findSplit: (...arguments_) => findSplit(heap, ...arguments_),
    partitionRows: (...arguments_) => partitionRows(heap, ...arguments_),
    subtractTree: (...arguments_) => subtractTree(heap, ...arguments_),
    factorize: (matrix, stride, size, rows, _packed, known) =>
      factorize(heap, matrix, stride, size, rows, known),
  };
}

function heapOf(bytes: number): Heap {
  const memory = new ArrayBuffer(Math.ceil(bytes / 8) * 8);
  return {
    memory,
    numbers: new Float64Array(memory),
    integers: new Int32Array(memory),
    bytes: new Uint8Array(memory),
  };
}
