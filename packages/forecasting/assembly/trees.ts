/** Bytes of one column in a histogram: one number for each code. */
const COLUMN_BYTES: usize = 256 << 3;

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

function add(histogram: usize, code: u8, slope: f64): void {
  const at = histogram + (usize(code) << 3);
  store<f64>(at, load<f64>(at) + slope);
}
