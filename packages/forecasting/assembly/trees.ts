/** Bytes of one column in a histogram: one number for each code. */
const COLUMN_BYTES: usize = 256 << 3;

/** A packed slope is this times its rows plus the sum of their slopes. */
const ROW_UNIT: f64 = 4294967296;

/** Of the Lehmer generator that draws. */
const MODULUS: u64 = 2147483647;
const MULTIPLIER: u64 = 48271;

/**
 * Draws each group of `groupRows` consecutive rows by its chance, one number of the generator whose state stands at `state` for each, and puts
 * those that are drawn first in `order`, the others after them from the end; returns how many rows are drawn.
 */
export function drawGroups(state: usize, chances: usize, groups: i32, groupRows: i32, order: usize): i32 {
  let lehmer = u64(load<i32>(state));
  let row = 0;
  let seen = order;
  let unseen = order + (usize(groups * groupRows - 1) << 2);
  for (let group = 0; group < groups; group++) {
    const product = lehmer * MULTIPLIER;
    // 2^31 is 1 more than the modulus.
    lehmer = (product & MODULUS) + (product >> 31);
    if (lehmer >= MODULUS) lehmer -= MODULUS;
    const uniform = f64(lehmer - 1) / f64(MODULUS - 1);
    const step = usize(i32(uniform < load<f64>(chances + (usize(group) << 3)))) << 2;
    for (const end = row + groupRows; row < end; row++) {
      // Both places are free still; a branch would be mispredicted every other time.
      store<i32>(unseen, row);
      store<i32>(seen, row);
      seen += step;
      unseen -= 4 - step;
    }
  }
  store<i32>(state, i32(lehmer));
  return i32((seen - order) >> 2);
}

/**
 * Sums of `packed` by code, over `count` rows, for each of the columns, whose codes begin at `codes + column * stride`. Four columns at a time
 * share what is read of each row. The sums are whole numbers, so their order does not matter.
 */
// prettier-ignore
export function fillHistogram(
  codes: usize, stride: i32, columns: usize, columnCount: i32, rows: usize, count: i32, packed: usize, out: usize,
): void {
  memory.fill(out, 0, usize(columnCount) * COLUMN_BYTES);
  const end = rows + (usize(count) << 2);
  let k = 0;
  for (; k + 3 < columnCount; k += 4) {
    const c0 = columnAt(codes, stride, columns, k);
    const c1 = columnAt(codes, stride, columns, k + 1);
    const c2 = columnAt(codes, stride, columns, k + 2);
    const c3 = columnAt(codes, stride, columns, k + 3);
    const h0 = out + usize(k) * COLUMN_BYTES;
    const h1 = h0 + COLUMN_BYTES;
    const h2 = h1 + COLUMN_BYTES;
    const h3 = h2 + COLUMN_BYTES;
    for (let at = rows; at < end; at += 4) {
      const row = usize(load<i32>(at));
      const slope = load<f64>(packed + (row << 3));
      add(h0, load<u8>(c0 + row), slope);
      add(h1, load<u8>(c1 + row), slope);
      add(h2, load<u8>(c2 + row), slope);
      add(h3, load<u8>(c3 + row), slope);
    }
  }
  for (; k < columnCount; k++) {
    const column = columnAt(codes, stride, columns, k);
    const histogram = out + usize(k) * COLUMN_BYTES;
    for (let at = rows; at < end; at += 4) {
      const row = usize(load<i32>(at));
      add(histogram, load<u8>(column + row), load<f64>(packed + (row << 3)));
    }
  }
}

/** Takes a child's histogram from its parent's: what remains is the other child's. `widths` has the number of codes of every column. */
// prettier-ignore
export function subtractHistogram(
  parent: usize, child: usize, columns: usize, columnCount: i32, widths: usize,
): void {
  for (let k = 0; k < columnCount; k++) {
    const from = usize(k) * COLUMN_BYTES;
    // Two codes at a time; one beyond an odd width is 0 in both.
    const to = from + (usize(widthAt(widths, columns, k)) << 3);
    for (let at = from; at < to; at += 16) {
      v128.store(parent + at, f64x2.sub(v128.load(parent + at), v128.load(child + at)));
    }
  }
}

/**
 * The first split of greatest gain of a leaf whose packed slopes add up to `total`: returns the gain, 0 where none has one and enough rows on
 * both sides, and writes the column and the last code that goes left. Two columns at a time; what a narrower one lacks is 0 and changes nothing.
 */
// prettier-ignore
export function findSplit(
  histogram: usize, columns: usize, columnCount: i32, widths: usize, total: f64, minLeafRows: i32, shrinkage: f64, out: usize,
): f64 {
  const rows = floor(total / ROW_UNIT + 0.5);
  const slopes = total - rows * ROW_UNIT;
  const whole = (slopes * slopes) / (rows + shrinkage);
  const least = whole * (1 + 1e-12);
  let best = least;
  for (let k = 0; k < columnCount; k += 2) {
    // The last of an odd number stands beside itself.
    const other = min(k + 1, columnCount - 1);
    const width = max(widthAt(widths, columns, k), widthAt(widths, columns, other));
    const first = histogram + usize(k) * COLUMN_BYTES;
    const second = histogram + usize(other) * COLUMN_BYTES;
    let left = f64x2.splat(0);
    let scores = f64x2.splat(best);
    let bins = f64x2.splat(-1);
    for (let code = 0; code < width - 1; code++) {
      const at = usize(code) << 3;
      left = f64x2.add(left, v128.load64_lane(second + at, v128.load64_zero(first + at), 1));
      const leftRows = f64x2.floor(f64x2.add(f64x2.mul(left, f64x2.splat(1 / ROW_UNIT)), f64x2.splat(0.5)));
      const rightRows = f64x2.sub(f64x2.splat(rows), leftRows);
      const leftSlopes = f64x2.sub(left, f64x2.mul(leftRows, f64x2.splat(ROW_UNIT)));
      const rightSlopes = f64x2.sub(f64x2.splat(slopes), leftSlopes);
      const score = f64x2.add(
        f64x2.div(f64x2.mul(leftSlopes, leftSlopes), f64x2.add(leftRows, f64x2.splat(shrinkage))),
        f64x2.div(f64x2.mul(rightSlopes, rightSlopes), f64x2.add(rightRows, f64x2.splat(shrinkage))),
      );
      const fewer = f64x2.min(leftRows, rightRows);
      const better = v128.and(f64x2.ge(fewer, f64x2.splat(minLeafRows)), f64x2.gt(score, scores));
      scores = v128.bitselect(score, scores, better);
      bins = v128.bitselect(f64x2.splat(code), bins, better);
    }
    if (f64x2.extract_lane(scores, 0) > best) {
      best = f64x2.extract_lane(scores, 0);
      writeSplit(out, columns, k, f64x2.extract_lane(bins, 0));
    }
    if (f64x2.extract_lane(scores, 1) > best) {
      best = f64x2.extract_lane(scores, 1);
      writeSplit(out, columns, other, f64x2.extract_lane(bins, 1));
    }
  }
  return best > least ? best - whole : 0;
}

/**
 * Moves the rows whose code in the column at `codes` is at most `bin` to the front, in order, and the others behind them, in order; returns
 * how many there are in front. `scratch` has room for as many rows.
 */
export function partitionRows(rows: usize, count: i32, codes: usize, bin: i32, scratch: usize): i32 {
  let front = rows;
  let back = scratch;
  const end = rows + (usize(count) << 2);
  // Every row is written to both sides, and the side that it does not belong to is written over: no branch to guess.
  for (let at = rows; at < end; at += 4) {
    const row = load<i32>(at);
    const goesBack = usize(i32(load<u8>(codes + usize(row))) > bin);
    store<i32>(front, row);
    store<i32>(back, row);
    back += goesBack << 2;
    front += (1 - goesBack) << 2;
  }
  memory.copy(front, scratch, back - scratch);
  return i32((front - rows) >> 2);
}

/**
 * Subtracts a tree's value at each row from its residual. `nodes` has four integers for each node of the tree: the byte at which the codes of
 * its column begin, its bin, its left child (0 at a leaf; the right one follows) and nothing.
 */
// prettier-ignore
export function subtractTree(
  nodes: usize, values: usize, codes: usize, rows: usize, count: i32, residuals: usize,
): void {
  const end = rows + (usize(count) << 2);
  for (let at = rows; at < end; at += 4) {
    const row = usize(load<i32>(at));
    let node: usize = 0;
    let left = load<i32>(nodes, 8);
    while (left > 0) {
      const here = nodes + (node << 4);
      const code = i32(load<u8>(codes + usize(load<i32>(here)) + row));
      node = usize(left + i32(code > load<i32>(here, 4)));
      left = load<i32>(nodes + (node << 4), 8);
    }
    const residual = residuals + (row << 3);
    store<f64>(residual, load<f64>(residual) - load<f64>(values + (node << 3)));
  }
}

function columnAt(codes: usize, stride: i32, columns: usize, k: i32): usize {
  return codes + usize(load<i32>(columns + (usize(k) << 2))) * usize(stride);
}

function widthAt(widths: usize, columns: usize, k: i32): i32 {
  return load<i32>(widths + (usize(load<i32>(columns + (usize(k) << 2))) << 2));
}

function writeSplit(out: usize, columns: usize, k: i32, bin: f64): void {
  store<i32>(out, load<i32>(columns + (usize(k) << 2)));
  store<i32>(out, i32(bin), 4);
}

function add(histogram: usize, code: u8, slope: f64): void {
  const at = histogram + (usize(code) << 3);
  store<f64>(at, load<f64>(at) + slope);
}
