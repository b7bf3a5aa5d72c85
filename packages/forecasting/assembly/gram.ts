/**
 * Addresses are bytes. Packs column-major `x` into panels of four columns, in which the four values of a row are neighbours,
 * and multiplies panel by panel: a row costs two vector and four splat loads for sixteen products. Every sum runs over the
 * rows in order, so that a plain loop gives the same bits. Of two columns before `first`, a multiple of four, no product is taken.
 */
// prettier-ignore
export function gram(
  x: usize, rows: i32, columns: i32, packed: usize, out: usize, stride: i32, first: i32,
): void {
  const panels = (columns + 3) >> 2;
  for (let panel = 0; panel < panels; panel++)
    pack(x, rows, columns, panel * 4, packed + ((usize(panel) * rows) << 5));
  for (let i = 0; i < panels; i++) {
    for (let j = max<i32>(i, first >> 2); j < panels; j++) {
      tile(
        packed + ((usize(i) * rows) << 5),
        packed + ((usize(j) * rows) << 5),
        rows,
        out,
        stride,
        i * 4,
        j * 4,
      );
    }
  }
  for (let i = max<i32>(1, first); i < panels * 4; i++) {
    for (let j = 0; j < i; j++) {
      store<f64>(out + (usize(i * stride + j) << 3), load<f64>(out + (usize(j * stride + i) << 3)));
    }
  }
}

function pack(x: usize, rows: i32, columns: i32, first: i32, panel: usize): void {
  for (let c = 0; c < 4; c++) {
    const isThere = first + c < columns;
    const column = x + (usize((first + c) * rows) << 3);
    for (let k = 0; k < rows; k++) {
      store<f64>(panel + (usize(4 * k + c) << 3), isThere ? load<f64>(column + (usize(k) << 3)) : 0);
    }
  }
}

// prettier-ignore
function tile(a: usize, b: usize, rows: i32, out: usize, stride: i32, row: i32, column: i32): void {
  let s00 = f64x2.splat(0), s01 = f64x2.splat(0), s10 = f64x2.splat(0), s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0), s21 = f64x2.splat(0), s30 = f64x2.splat(0), s31 = f64x2.splat(0);
  for (let k = 0; k < rows; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let v = v128.load_splat<f64>(a);
    s00 = f64x2.add(s00, f64x2.mul(v, b0));
    s01 = f64x2.add(s01, f64x2.mul(v, b1));
    v = v128.load_splat<f64>(a, 8);
    s10 = f64x2.add(s10, f64x2.mul(v, b0));
    s11 = f64x2.add(s11, f64x2.mul(v, b1));
    v = v128.load_splat<f64>(a, 16);
    s20 = f64x2.add(s20, f64x2.mul(v, b0));
    s21 = f64x2.add(s21, f64x2.mul(v, b1));
    v = v128.load_splat<f64>(a, 24);
    s30 = f64x2.add(s30, f64x2.mul(v, b0));
    s31 = f64x2.add(s31, f64x2.mul(v, b1));
    a += 32;
    b += 32;
  }
  const at = out + (usize(row * stride + column) << 3);
  const line = usize(stride) << 3;
  v128.store(at, s00);
  v128.store(at, s01, 16);
  v128.store(at + line, s10);
  v128.store(at + line, s11, 16);
  v128.store(at + 2 * line, s20);
  v128.store(at + 2 * line, s21, 16);
  v128.store(at + 3 * line, s30);
  v128.store(at + 3 * line, s31, 16);
}
