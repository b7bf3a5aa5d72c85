import type { Heap } from './plain-kernel.ts';

/**
 * Factors the symmetric positive definite matrix in the first `size` rows of row-major `matrix`, of which only the lower triangle is
 * read, into L L', and solves the rows below it: row r becomes (L^-1 r')'. L and the solved rows replace what they came from;
 * nothing is said of the upper triangle. The first `known` rows are L already, and the first `known` columns of the rows below the
 * matrix are solved already. Returns whether every pivot was positive. Each entry's sum runs over whole tiles of four columns first
 * and is then taken off, as the vector kernel does.
 */
export function factorize(
  { numbers }: Heap,
  matrix: number,
  stride: number,
  size: number,
  rows: number,
  known: number,
): number {
  const first = matrix >> 3;
  for (let i = known; i < rows; i++) {
    const row = first + i * stride;
    const last = Math.min(i, size - 1);
    for (let j = i < size ? 0 : known; j <= last; j++) {
      const other = first + j * stride;
      const whole = j - (j % 4);
      let sum = 0;
      for (let k = 0; k < whole; k++) sum += numbers[row + k] * numbers[other + k];
      let rest = numbers[row + j] - sum;
      for (let k = whole; k < j; k++) rest -= numbers[row + k] * numbers[other + k];
      if (i === j && !(rest > 0)) return 0;
      numbers[row + j] = i === j ? Math.sqrt(rest) : rest / numbers[other + j];
    }
  }
  return 1;
}
