/**
 * The Cholesky factor L of the active columns' Gram matrix: row i starts at `lower + i * capacity` numbers, `inverse` holds
 * 1 / L[i][i], and z = L^-1 r for a right side r is kept beside it.
 */

/**
 * Writes the row of a new variable: products `matrixRow[active[i]]` with the ones there are, forward-solved. Returns the sum of
 * its squares, and the row's product with z goes to `withZ`.
 */
// prettier-ignore
export function appendToFactor(
  lower: usize, capacity: i32, inverse: usize, size: i32, matrixRow: usize, active: usize, z: usize, withZ: usize,
): f64 {
  const line = usize(capacity) << 3;
  const row = lower + usize(size) * line;
  let squares: f64 = 0;
  let product: f64 = 0;
  for (let i = 0; i < size; i++) {
    const column = usize(load<i32>(active + (usize(i) << 2))) << 3;
    const rest = load<f64>(matrixRow + column) - dot(lower + usize(i) * line, row, i);
    const entry = rest * load<f64>(inverse + (usize(i) << 3));
    store<f64>(row + (usize(i) << 3), entry);
    squares += entry * entry;
    product += entry * load<f64>(z + (usize(i) << 3));
  }
  store<f64>(withZ, product);
  return squares;
}

/** values = L^-1 values. */
export function solveLower(lower: usize, capacity: i32, inverse: usize, size: i32, values: usize): void {
  const line = usize(capacity) << 3;
  for (let i = 0; i < size; i++) {
    const at = values + (usize(i) << 3);
    const rest = load<f64>(at) - dot(lower + usize(i) * line, values, i);
    store<f64>(at, rest * load<f64>(inverse + (usize(i) << 3)));
  }
}

/** out = L'^-1 values. */
// prettier-ignore
export function solveUpper(
  lower: usize, capacity: i32, inverse: usize, size: i32, values: usize, out: usize,
): void {
  memory.copy(out, values, usize(size) << 3);
  const line = usize(capacity) << 3;
  for (let i = size - 1; i >= 0; i--) {
    const at = out + (usize(i) << 3);
    const solved = load<f64>(at) * load<f64>(inverse + (usize(i) << 3));
    store<f64>(at, solved);
    subtractMultiple(out, lower + usize(i) * line, i, solved);
  }
}

/**
 * Takes out the variable at `position` and restores the triangle and z by Givens rotations of neighbouring columns: row by row, each
 * through the rotations of the rows above, which `rotations` keeps as pairs of cosine and sine. It has two numbers a column.
 */
// prettier-ignore
export function removeFromFactor(
  lower: usize, capacity: i32, inverse: usize, size: i32, z: usize, position: i32, rotations: usize,
): void {
  const line = usize(capacity) << 3;
  const first = usize(position) << 3;
  for (let i = position; i < size - 1; i++) {
    const row = lower + usize(i) * line;
    memory.copy(row, row + line, usize(i + 2) << 3);
    const diagonal = row + (usize(i) << 3);
    rotate(row + first, i - position, rotations);
    const a = load<f64>(diagonal);
    const b = load<f64>(diagonal, 8);
    const radius = Math.sqrt(a * a + b * b);
    store<f64>(diagonal, radius);
    store<f64>(inverse + (usize(i) << 3), 1 / radius);
    const own = rotations + (usize(i - position) << 4);
    store<f64>(own, a / radius);
    store<f64>(own, b / radius, 8);
  }
  rotate(z + first, size - 1 - position, rotations);
}

/** Applies the first `count` rotations to neighbours from `values` on, one after the other. */
function rotate(values: usize, count: i32, rotations: usize): void {
  let left = load<f64>(values);
  for (let i = 0; i < count; i++) {
    const cosine = load<f64>(rotations);
    const sine = load<f64>(rotations, 8);
    const right = load<f64>(values, 8);
    store<f64>(values, cosine * left + sine * right);
    left = cosine * right - sine * left;
    rotations += 16;
    values += 8;
  }
  store<f64>(values, left);
}

/** Four sums by place modulo 4, then the rest in order. */
function dot(a: usize, b: usize, count: i32): f64 {
  let sums = f64x2.splat(0);
  let others = f64x2.splat(0);
  const whole = count & ~3;
  let at: usize = 0;
  for (let i = 0; i < whole; i += 4) {
    sums = f64x2.add(sums, f64x2.mul(v128.load(a + at), v128.load(b + at)));
    others = f64x2.add(others, f64x2.mul(v128.load(a + at, 16), v128.load(b + at, 16)));
    at += 32;
  }
  sums = f64x2.add(sums, others);
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  for (let i = whole; i < count; i++) {
    sum += load<f64>(a + at) * load<f64>(b + at);
    at += 8;
  }
  return sum;
}

/** values -= factor * row. */
function subtractMultiple(values: usize, row: usize, count: i32, factor: f64): void {
  const factors = f64x2.splat(factor);
  let at: usize = 0;
  let i = 0;
  for (; i + 1 < count; i += 2) {
    v128.store(values + at, f64x2.sub(v128.load(values + at), f64x2.mul(factors, v128.load(row + at))));
    at += 16;
  }
  if (i < count) store<f64>(values + at, load<f64>(values + at) - factor * load<f64>(row + at));
}
