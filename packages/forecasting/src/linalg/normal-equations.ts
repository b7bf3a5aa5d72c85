import { type Block, type Kernel, paddedWidth, takeBlocks } from '../kernel/kernel.ts';

/**
 * A positive definite matrix of `size` rows, a multiple of 16, and its right sides as further rows below, in the kernel's memory.
 * `Kernel.factorize` leaves L of the matrix and L^-1 of each right side.
 */
export interface System {
  matrix: Block;
  size: number;
  inverse: Block;
  out: Block;
}

/** What `takeBlocks` is asked for; `panels` is for the factorisation alone. */
export function roomForSystem(
  size: number,
  rightSides: number,
): Record<'matrix' | 'panels' | 'inverse' | 'out', number> {
  const rows = size + Math.ceil(rightSides / 4) * 4;
  return { matrix: rows * size, panels: rows * size, inverse: size, out: size };
}

/** The first `unknowns` numbers of the solution for each right side, once the system is factored. */
export function solutionsOf(
  kernel: Kernel,
  { matrix, size, inverse, out }: System,
  { unknowns, rightSides }: { unknowns: number; rightSides: number },
): Float64Array[] {
  for (let i = 0; i < size; i++) inverse.values[i] = 1 / matrix.values[i * (size + 1)];
  return Array.from({ length: rightSides }, (_, k) => {
    const solved = matrix.address + (size + k) * size * Float64Array.BYTES_PER_ELEMENT;
    kernel.solveUpper(matrix.address, size, inverse.address, size, solved, out.address);
    return out.values.slice(0, unknowns);
  });
}

/** Inner products of so many vectors that stand behind each other, row-major. */
export function innerProducts(kernel: Kernel, vectors: Float64Array, count: number): Float64Array {
  const size = paddedWidth(count);
  const length = vectors.length / count;
  const { x, packed, gram } = takeBlocks(kernel, {
    x: vectors.length,
    packed: length * size,
    gram: size * size,
  });
  x.values.set(vectors);
  kernel.gram(x.address, length, count, packed.address, gram.address, size, 0);
  const products = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    products.set(gram.values.subarray(i * size, i * size + count), i * count);
  }
  return products;
}
