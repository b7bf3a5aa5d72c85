/**
 * The Gram matrix X'X of a column-major matrix, symmetric, both triangles filled. Tiles of 4 x 4 columns keep sixteen sums
 * in registers while eight columns stream by: rows * columns^2 / 2 multiply-adds.
 */
export function gram(x: Float64Array, rows: number, columns: number): Float64Array {
  const product = crossProduct(x, x, rows, columns, columns, true);
  for (let i = 0; i < columns; i++) {
    for (let j = i + 1; j < columns; j++) product[j * columns + i] = product[i * columns + j];
  }
  return product;
}

/** X'Y of two column-major matrices with the same rows, row-major `xColumns x yColumns`. */
export function crossProduct(
  x: Float64Array,
  y: Float64Array,
  rows: number,
  xColumns: number,
  yColumns: number,
  upperOnly = false,
): Float64Array {
  const product = new Float64Array(xColumns * yColumns);
  const sums = new Float64Array(16);
  for (let i = 0; i < xColumns; i += 4) {
    for (let j = upperOnly ? i : 0; j < yColumns; j += 4) {
      tile(x, y, rows, i, j, xColumns, yColumns, sums);
      for (let a = 0; a < 4 && i + a < xColumns; a++) {
        for (let b = 0; b < 4 && j + b < yColumns; b++) product[(i + a) * yColumns + j + b] = sums[a * 4 + b];
      }
    }
  }
  return product;
}

/** Dot products of columns i..i+3 of x with columns j..j+3 of y; past the last column the last one is repeated. */
function tile(
  x: Float64Array,
  y: Float64Array,
  rows: number,
  i: number,
  j: number,
  xColumns: number,
  yColumns: number,
  sums: Float64Array,
): void {
  const x0 = i * rows;
  const x1 = Math.min(i + 1, xColumns - 1) * rows;
  const x2 = Math.min(i + 2, xColumns - 1) * rows;
  const x3 = Math.min(i + 3, xColumns - 1) * rows;
  const y0 = j * rows;
  const y1 = Math.min(j + 1, yColumns - 1) * rows;
  const y2 = Math.min(j + 2, yColumns - 1) * rows;
  const y3 = Math.min(j + 3, yColumns - 1) * rows;
  let s00 = 0, s01 = 0, s02 = 0, s03 = 0; // prettier-ignore
  let s10 = 0, s11 = 0, s12 = 0, s13 = 0; // prettier-ignore
  let s20 = 0, s21 = 0, s22 = 0, s23 = 0; // prettier-ignore
  let s30 = 0, s31 = 0, s32 = 0, s33 = 0; // prettier-ignore
  for (let k = 0; k < rows; k++) {
    const a0 = x[x0 + k];
    const a1 = x[x1 + k];
    const a2 = x[x2 + k];
    const a3 = x[x3 + k];
    const b0 = y[y0 + k];
    const b1 = y[y1 + k];
    const b2 = y[y2 + k];
    const b3 = y[y3 + k];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  sums[0] = s00;
  sums[1] = s01;
  sums[2] = s02;
  sums[3] = s03;
  sums[4] = s10;
  sums[5] = s11;
  sums[6] = s12;
  sums[7] = s13;
  sums[8] = s20;
  sums[9] = s21;
  sums[10] = s22;
  sums[11] = s23;
  sums[12] = s30;
  sums[13] = s31;
  sums[14] = s32;
  sums[15] = s33;
}
