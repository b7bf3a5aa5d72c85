/**
 * The Cholesky factor L of a symmetric positive definite matrix that grows and shrinks by one variable at a time:
 * row i of L starts at `i * capacity`. Appending costs k^2 / 2, removing k^2 at most, solving k^2 multiply-adds.
 */
export interface CholeskyFactor {
  capacity: number;
  size: number;
  lower: Float64Array;
}

export function createCholesky(capacity: number): CholeskyFactor {
  return { capacity, size: 0, lower: new Float64Array(capacity * capacity) };
}

/**
 * Appends a variable with the given products with the present ones (`products[0..size)`) and with itself. Returns false, and
 * changes nothing, where it depends linearly on them: its part that they do not explain is below `tolerance` of itself.
 */
export function appendVariable(
  factor: CholeskyFactor,
  products: Float64Array,
  ownSquare: number,
  tolerance: number,
): boolean {
  const { capacity, size, lower } = factor;
  const row = size * capacity;
  let remaining = ownSquare;
  for (let i = 0; i < size; i++) {
    let sum = products[i];
    const start = i * capacity;
    for (let k = 0; k < i; k++) sum -= lower[start + k] * lower[row + k];
    const entry = sum / lower[start + i];
    lower[row + i] = entry;
    remaining -= entry * entry;
  }
  if (!(remaining > tolerance * ownSquare)) return false;
  lower[row + size] = Math.sqrt(remaining);
  factor.size = size + 1;
  return true;
}

/** Removes the variable at a position and restores the triangle by Givens rotations. */
export function removeVariable(factor: CholeskyFactor, position: number): void {
  const { capacity, size, lower } = factor;
  for (let i = position; i < size - 1; i++) {
    lower.copyWithin(i * capacity, (i + 1) * capacity, (i + 1) * capacity + i + 2);
  }
  factor.size = size - 1;
  for (let column = position; column < size - 1; column++) {
    const diagonal = column * capacity + column;
    const a = lower[diagonal];
    const b = lower[diagonal + 1];
    const radius = Math.hypot(a, b);
    const cosine = a / radius;
    const sine = b / radius;
    lower[diagonal] = radius;
    for (let i = column + 1; i < size - 1; i++) {
      const at = i * capacity + column;
      const left = lower[at];
      const right = lower[at + 1];
      lower[at] = cosine * left + sine * right;
      lower[at + 1] = cosine * right - sine * left;
    }
  }
}

/** Solves L L' x = right side, in place: `values[0..size)` goes in as the right side and comes out as x. */
export function solveInPlace(factor: CholeskyFactor, values: Float64Array): void {
  const { capacity, size, lower } = factor;
  for (let i = 0; i < size; i++) {
    let sum = values[i];
    const start = i * capacity;
    for (let k = 0; k < i; k++) sum -= lower[start + k] * values[k];
    values[i] = sum / lower[start + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    const start = i * capacity;
    const solved = values[i] / lower[start + i];
    values[i] = solved;
    for (let k = 0; k < i; k++) values[k] -= lower[start + k] * solved;
  }
}
