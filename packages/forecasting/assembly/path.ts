/** Columns that `combineRows` takes at once: eight vectors of sums stay in registers. Rows of the matrix come in such widths. */
const BLOCK: i32 = 16;

/** out[j] = sum of weights[i] * matrix[rows[i]][j] over i in order, for `width` columns, a multiple of 16. */
// prettier-ignore
export function combineRows(
  matrix: usize, stride: i32, rows: usize, weights: usize, count: i32, out: usize, width: i32,
): void {
  const line = usize(stride) << 3;
  for (let j = 0; j < width; j += BLOCK) {
    let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
    let s4 = f64x2.splat(0), s5 = f64x2.splat(0), s6 = f64x2.splat(0), s7 = f64x2.splat(0);
    const block = matrix + (usize(j) << 3);
    for (let i = 0; i < count; i++) {
      const row = block + usize(load<i32>(rows + (usize(i) << 2))) * line;
      const w = v128.load_splat<f64>(weights + (usize(i) << 3));
      s0 = f64x2.add(s0, f64x2.mul(w, v128.load(row)));
      s1 = f64x2.add(s1, f64x2.mul(w, v128.load(row, 16)));
      s2 = f64x2.add(s2, f64x2.mul(w, v128.load(row, 32)));
      s3 = f64x2.add(s3, f64x2.mul(w, v128.load(row, 48)));
      s4 = f64x2.add(s4, f64x2.mul(w, v128.load(row, 64)));
      s5 = f64x2.add(s5, f64x2.mul(w, v128.load(row, 80)));
      s6 = f64x2.add(s6, f64x2.mul(w, v128.load(row, 96)));
      s7 = f64x2.add(s7, f64x2.mul(w, v128.load(row, 112)));
    }
    const at = out + (usize(j) << 3);
    v128.store(at, s0);
    v128.store(at, s1, 16);
    v128.store(at, s2, 32);
    v128.store(at, s3, 48);
    v128.store(at, s4, 64);
    v128.store(at, s5, 80);
    v128.store(at, s6, 96);
    v128.store(at, s7, 112);
  }
}

/**
 * The first column j whose correlation c - t a meets its bound w - t v or -(w - t v) at the least t below `length`, or -1; that t
 * goes to `reached`. Columns that may not join have an infinite w. `dropped` has just left the side on which it stands.
 */
// prettier-ignore
export function nearestJoin(
  c: usize, a: usize, w: usize, v: usize, width: i32, dropped: i32, length: f64, reached: usize,
): i32 {
  let best = length;
  let joining = -1;
  const zero = f64x2.splat(0);
  let bests = f64x2.splat(best);
  for (let j = 0; j < width; j += 2) {
    const at = usize(j) << 3;
    const cj = v128.load(c + at);
    const aj = v128.load(a + at);
    const wj = v128.load(w + at);
    const vj = v128.load(v + at);
    const up = f64x2.lt(f64x2.max(zero, f64x2.sub(wj, cj)), f64x2.mul(bests, f64x2.sub(vj, aj)));
    const down = f64x2.lt(f64x2.max(zero, f64x2.add(wj, cj)), f64x2.mul(bests, f64x2.add(vj, aj)));
    if (!v128.any_true(v128.or(up, down))) continue;
    for (let k = j; k < j + 2; k++) {
      const here = usize(k) << 3;
      const ck = load<f64>(c + here);
      const ak = load<f64>(a + here);
      const wk = load<f64>(w + here);
      const vk = load<f64>(v + here);
      if (vk - ak > 0 && !(k === dropped && ck > 0)) {
        const reach = max<f64>(0, wk - ck) / (vk - ak);
        if (reach < best) {
          best = reach;
          joining = k;
        }
      }
      if (vk + ak > 0 && !(k === dropped && ck < 0)) {
        const reach = max<f64>(0, wk + ck) / (vk + ak);
        if (reach < best) {
          best = reach;
          joining = k;
        }
      }
    }
    bests = f64x2.splat(best);
  }
  store<f64>(reached, best);
  return joining;
}

/** values -= length * slopes. */
export function advance(values: usize, slopes: usize, width: i32, length: f64): void {
  const lengths = f64x2.splat(length);
  for (let j = 0; j < width; j += 2) {
    const at = usize(j) << 3;
    v128.store(values + at, f64x2.sub(v128.load(values + at), f64x2.mul(lengths, v128.load(slopes + at))));
  }
}
