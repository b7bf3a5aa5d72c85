/** Columns whose inner products are kept together: half a day of hours, so that few of them hold columns of two groups of features. */
const CHUNK_COLUMNS = 12;

/** What is kept of each chunk: an explanation asks for a day with and without its prices and each of its inputs. */
const VERSIONS_KEPT = 4;

/** Values that were asked for, and their inner products with each training day's. */
interface Products {
  values: Float64Array;
  products: Float64Array;
}

/** Some of the columns of the training days. */
interface Chunk {
  /** Column by column. */
  columns: Float64Array;
  latest: Products[];
}

/** Inner products of a day's features with those of each row of a matrix. The result may be kept and must not be changed. */
export type RowProducts = (features: Float64Array) => Float64Array;

/**
 * For a matrix of training days, row-major `days` x features, which must not change later. What was asked for lately with the same values
 * in some of the columns is not summed again: days that are forecast under one fit share most of theirs. Columns are summed chunk by chunk
 * whatever is kept, so that a product does not depend on what was asked before.
 */
export function createRowProducts(matrix: Float64Array, days: number): RowProducts {
  // Most matrices are asked for one day alone, and need no chunks.
  let first: Products | undefined;
  let chunks: Chunk[] | undefined;
  return (features) => {
    if (first === undefined) {
      first = { values: features.slice(), products: timesRows(features, matrix, days) };
      return first.products;
    }
    if (isAt(first.values, features, 0)) return first.products;
    chunks ??= chunksOf(matrix, days);
    return sumOf(
      chunks.map((chunk, c) => chunkProducts(chunk, features, c * CHUNK_COLUMNS, days)),
      days,
    );
  };
}

/** Whether these values stand in `features` from a place on. */
function isAt(values: Float64Array, features: Float64Array, from: number): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== features[from + i]) return false;
  return true;
}

/** Of the vector with each row, four rows at once because each sum waits for its last addition. */
function timesRows(vector: Float64Array, matrix: Float64Array, rows: number): Float64Array {
  const products = new Float64Array(rows);
  const width = vector.length;
  for (let row = 0; row < rows; row += 4) {
    const start = (offset: number) => Math.min(row + offset, rows - 1) * width;
    const [first, second, third, fourth] = [start(0), start(1), start(2), start(3)];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let from = 0; from < width; from += CHUNK_COLUMNS) {
      const to = Math.min(from + CHUNK_COLUMNS, width);
      let [p, q, r, s] = [0, 0, 0, 0];
      for (let j = from; j < to; j++) {
        const value = vector[j];
        p += value * matrix[first + j];
        q += value * matrix[second + j];
        r += value * matrix[third + j];
        s += value * matrix[fourth + j];
      }
      a += p;
      b += q;
      c += r;
      d += s;
    }
    products.set([a, b, c, d].slice(0, rows - row), row);
  }
  return products;
}

function chunksOf(matrix: Float64Array, days: number): Chunk[] {
  const width = matrix.length / days;
  return Array.from({ length: Math.ceil(width / CHUNK_COLUMNS) }, (_, c) => {
    const first = c * CHUNK_COLUMNS;
    const count = Math.min(CHUNK_COLUMNS, width - first);
    const columns = new Float64Array(count * days);
    for (let i = 0; i < days; i++) {
      for (let j = 0; j < count; j++) columns[j * days + i] = matrix[i * width + first + j];
    }
    return { columns, latest: [] };
  });
}

/** Of the features from a place on, as many as the chunk has columns. */
function chunkProducts(
  { columns, latest }: Chunk,
  features: Float64Array,
  from: number,
  days: number,
): Float64Array {
  for (const version of latest) if (isAt(version.values, features, from)) return version.products;
  const values = features.slice(from, from + CHUNK_COLUMNS);
  const products = timesColumns(values, columns, days);
  if (latest.length === VERSIONS_KEPT) latest.shift();
  latest.push({ values, products });
  return products;
}

// Added one after the other as `timesRows` does, four at once.

/** The sum of the columns, each times its value. */
function timesColumns(values: Float64Array, columns: Float64Array, days: number): Float64Array {
  const products = new Float64Array(days);
  let j = 0;
  for (; j + 4 <= values.length; j += 4) {
    const [a, b, c, d] = values.subarray(j, j + 4);
    const first = j * days;
    const second = first + days;
    const third = second + days;
    const fourth = third + days;
    for (let i = 0; i < days; i++) {
      products[i] =
        products[i] +
        a * columns[first + i] +
        b * columns[second + i] +
        c * columns[third + i] +
        d * columns[fourth + i];
    }
  }
  for (; j < values.length; j++) {
    for (let i = 0; i < days; i++) products[i] += values[j] * columns[j * days + i];
  }
  return products;
}

function sumOf(parts: Float64Array[], days: number): Float64Array {
  const sums = new Float64Array(days);
  let k = 0;
  for (; k + 4 <= parts.length; k += 4) {
    const [a, b, c, d] = parts.slice(k, k + 4);
    for (let i = 0; i < days; i++) sums[i] = sums[i] + a[i] + b[i] + c[i] + d[i];
  }
  for (; k < parts.length; k++) {
    const part = parts[k];
    for (let i = 0; i < days; i++) sums[i] += part[i];
  }
  return sums;
}
