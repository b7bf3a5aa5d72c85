/**
 * Products of single-precision matrices for the training of a small network. Addresses are bytes, strides and widths count
 * numbers; widths are multiples of eight. Sums run in the order of the plain loops, so that the bits are the same.
 */

/** out[i] = start + sum over k of x[rows[i]][k] * weights[k], each a row of `width`; `count` is a multiple of four. */
// prettier-ignore
export function multiplyRows(
  x: usize, stride: i32, rows: usize, count: i32, inner: i32, weights: usize, width: i32, start: usize, out: usize,
): void {
  const line = usize(width) << 2;
  for (let i = 0; i < count; i += 4) {
    const x0 = rowOf(x, stride, rows, i);
    const x1 = rowOf(x, stride, rows, i + 1);
    const x2 = rowOf(x, stride, rows, i + 2);
    const x3 = rowOf(x, stride, rows, i + 3);
    for (let j: usize = 0; j < line; j += 32) {
      let s00 = v128.load(start + j), s01 = v128.load(start + j, 16);
      let s10 = s00, s11 = s01, s20 = s00, s21 = s01, s30 = s00, s31 = s01;
      let w = weights + j;
      for (let k: usize = 0; k < usize(inner) << 2; k += 4) {
        const w0 = v128.load(w);
        const w1 = v128.load(w, 16);
        w += line;
        let v = v128.load_splat<f32>(x0 + k);
        s00 = f32x4.add(s00, f32x4.mul(v, w0));
        s01 = f32x4.add(s01, f32x4.mul(v, w1));
        v = v128.load_splat<f32>(x1 + k);
        s10 = f32x4.add(s10, f32x4.mul(v, w0));
        s11 = f32x4.add(s11, f32x4.mul(v, w1));
        v = v128.load_splat<f32>(x2 + k);
        s20 = f32x4.add(s20, f32x4.mul(v, w0));
        s21 = f32x4.add(s21, f32x4.mul(v, w1));
        v = v128.load_splat<f32>(x3 + k);
        s30 = f32x4.add(s30, f32x4.mul(v, w0));
        s31 = f32x4.add(s31, f32x4.mul(v, w1));
      }
      const at = out + usize(i) * line + j;
      storeTile(at, line, s00, s01, s10, s11, s20, s21, s30, s31);
    }
  }
}

/** out[k] = sum over i of x[rows[i]][k] * errors[i], each a row of `width`; `inner` is a multiple of four. */
// prettier-ignore
export function multiplyColumns(
  x: usize, stride: i32, rows: usize, count: i32, inner: i32, errors: usize, width: i32, out: usize,
): void {
  const line = usize(width) << 2;
  for (let k = 0; k < inner; k += 4) {
    for (let j: usize = 0; j < line; j += 32) {
      let s00 = f32x4.splat(0), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
      let e = errors + j;
      for (let i = 0; i < count; i++) {
        const values = rowOf(x, stride, rows, i) + (usize(k) << 2);
        const e0 = v128.load(e);
        const e1 = v128.load(e, 16);
        e += line;
        let v = v128.load_splat<f32>(values);
        s00 = f32x4.add(s00, f32x4.mul(v, e0));
        s01 = f32x4.add(s01, f32x4.mul(v, e1));
        v = v128.load_splat<f32>(values, 4);
        s10 = f32x4.add(s10, f32x4.mul(v, e0));
        s11 = f32x4.add(s11, f32x4.mul(v, e1));
        v = v128.load_splat<f32>(values, 8);
        s20 = f32x4.add(s20, f32x4.mul(v, e0));
        s21 = f32x4.add(s21, f32x4.mul(v, e1));
        v = v128.load_splat<f32>(values, 12);
        s30 = f32x4.add(s30, f32x4.mul(v, e0));
        s31 = f32x4.add(s31, f32x4.mul(v, e1));
      }
      const at = out + usize(k) * line + j;
      storeTile(at, line, s00, s01, s10, s11, s20, s21, s30, s31);
    }
  }
}

/** m = a m + (1 - a) g, s = b s + (1 - b) g^2, value -= rate m / (sqrt(s) + floor); `count` is a multiple of four. */
// prettier-ignore
export function stepAdam(
  values: usize, gradient: usize, means: usize, squares: usize, count: i32, a: f32, b: f32, rate: f32, floor: f32,
): void {
  const oldMean = f32x4.splat(a), newMean = f32x4.splat(<f32>1 - a);
  const oldSquare = f32x4.splat(b), newSquare = f32x4.splat(<f32>1 - b);
  const rates = f32x4.splat(rate), floors = f32x4.splat(floor);
  for (let i: usize = 0; i < usize(count) << 2; i += 16) {
    const g = v128.load(gradient + i);
    const m = f32x4.add(f32x4.mul(oldMean, v128.load(means + i)), f32x4.mul(newMean, g));
    const s = f32x4.add(f32x4.mul(oldSquare, v128.load(squares + i)), f32x4.mul(newSquare, f32x4.mul(g, g)));
    v128.store(means + i, m);
    v128.store(squares + i, s);
    const step = f32x4.div(f32x4.mul(rates, m), f32x4.add(f32x4.sqrt(s), floors));
    v128.store(values + i, f32x4.sub(v128.load(values + i), step));
  }
}

function rowOf(x: usize, stride: i32, rows: usize, i: i32): usize {
  return x + (usize(load<i32>(rows + (usize(i) << 2)) * stride) << 2);
}

// prettier-ignore
function storeTile(
  at: usize, line: usize, s00: v128, s01: v128, s10: v128, s11: v128, s20: v128, s21: v128, s30: v128, s31: v128,
): void {
  v128.store(at, s00);
  v128.store(at, s01, 16);
  v128.store(at + line, s10);
  v128.store(at + line, s11, 16);
  v128.store(at + 2 * line, s20);
  v128.store(at + 2 * line, s21, 16);
  v128.store(at + 3 * line, s30);
  v128.store(at + 3 * line, s31, 16);
}
