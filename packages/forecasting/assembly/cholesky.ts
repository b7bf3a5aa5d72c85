/**
 * Factors the symmetric positive definite matrix in the first `size` rows of row-major `matrix`, of which only the lower triangle is
 * read, into L L', and solves the rows below it: row r becomes (L^-1 r')'. L and the solved rows replace what they came from;
 * nothing is said of the upper triangle. The first `known` rows are L already, and the first `known` columns of the rows below the
 * matrix are solved already. `size`, `rows` and `known` are multiples of four, and `packed` holds rows x size numbers.
 * Returns whether every pivot was positive. Works on tiles of four by four, each sum over k in order.
 */
// prettier-ignore
export function factorize(matrix: usize, stride: i32, size: i32, rows: i32, packed: usize, known: i32): i32 {
  const line = usize(stride) << 3;
  const panelBytes = usize(size) << 5;
  for (let i = 0; i < rows; i += 4) {
    const own = packed + usize(i >> 2) * panelBytes;
    const last = min<i32>(i, size - 4);
    const isNew = i >= known && i < size;
    for (let j = 0; j <= last; j += 4) {
      const at = matrix + usize(i) * line + (usize(j) << 3);
      if (isNew || j >= known) {
        const other = packed + usize(j >> 2) * panelBytes;
        reduce(own, other, j, at, line);
        if (i === j) {
          if (!factorTile(at, line)) return 0;
        } else {
          solveTile(matrix + usize(j) * line + (usize(j) << 3), at, line);
        }
      }
      packTile(at, line, own + (usize(j) << 5));
    }
  }
  return 1;
}

/** Tile -= sum over the first `count` columns of own row times other row. */
function reduce(own: usize, other: usize, count: i32, at: usize, line: usize): void {
  let s00 = f64x2.splat(0),
    s01 = f64x2.splat(0),
    s10 = f64x2.splat(0),
    s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0),
    s21 = f64x2.splat(0),
    s30 = f64x2.splat(0),
    s31 = f64x2.splat(0);
  for (let k = 0; k < count; k++) {
    const b0 = v128.load(other);
    const b1 = v128.load(other, 16);
    let v = v128.load_splat<f64>(own);
    s00 = f64x2.add(s00, f64x2.mul(v, b0));
    s01 = f64x2.add(s01, f64x2.mul(v, b1));
    v = v128.load_splat<f64>(own, 8);
    s10 = f64x2.add(s10, f64x2.mul(v, b0));
    s11 = f64x2.add(s11, f64x2.mul(v, b1));
    v = v128.load_splat<f64>(own, 16);
    s20 = f64x2.add(s20, f64x2.mul(v, b0));
    s21 = f64x2.add(s21, f64x2.mul(v, b1));
    v = v128.load_splat<f64>(own, 24);
    s30 = f64x2.add(s30, f64x2.mul(v, b0));
    s31 = f64x2.add(s31, f64x2.mul(v, b1));
    own += 32;
    other += 32;
  }
  subtract(at, s00, s01);
  subtract(at + line, s10, s11);
  subtract(at + 2 * line, s20, s21);
  subtract(at + 3 * line, s30, s31);
}

function subtract(at: usize, low: v128, high: v128): void {
  v128.store(at, f64x2.sub(v128.load(at), low));
  v128.store(at, f64x2.sub(v128.load(at, 16), high), 16);
}

/** L of a tile on the diagonal. */
function factorTile(at: usize, line: usize): bool {
  for (let i: usize = 0; i < 4; i++) {
    const row = at + i * line;
    for (let j: usize = 0; j <= i; j++) {
      const other = at + j * line;
      let rest = load<f64>(row + (j << 3));
      for (let k: usize = 0; k < j; k++) rest -= load<f64>(row + (k << 3)) * load<f64>(other + (k << 3));
      if (i === j && !(rest > 0)) return false;
      store<f64>(row + (j << 3), i === j ? Math.sqrt(rest) : rest / load<f64>(other + (j << 3)));
    }
  }
  return true;
}

/** Rows of the tile at `at` solved with the factored diagonal tile. */
function solveTile(diagonal: usize, at: usize, line: usize): void {
  for (let r: usize = 0; r < 4; r++) {
    const row = at + r * line;
    for (let j: usize = 0; j < 4; j++) {
      const other = diagonal + j * line;
      let rest = load<f64>(row + (j << 3));
      for (let k: usize = 0; k < j; k++) rest -= load<f64>(row + (k << 3)) * load<f64>(other + (k << 3));
      store<f64>(row + (j << 3), rest / load<f64>(other + (j << 3)));
    }
  }
}

/** The four values of a column next to each other. */
function packTile(at: usize, line: usize, packed: usize): void {
  for (let c: usize = 0; c < 4; c++) {
    for (let r: usize = 0; r < 4; r++) {
      store<f64>(packed + (c << 5) + (r << 3), load<f64>(at + r * line + (c << 3)));
    }
  }
}
