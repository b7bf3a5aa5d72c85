/** Columns whose inner products are kept together: half a day of hours, so that few of them hold columns of two groups of features. */
const CHUNK_COLUMNS = 12;

/** What is kept of each chunk: an explanation asks for a day with and without its prices and each of its inputs. */
const VERSIONS_KEPT = 4;

/** Some of the columns of the training days, and their latest inner products. */
interface Chunk {
  /** Column by column. */
  columns: Float64Array;
  latest: { values: Float64Array; products: Float64Array }[];
}

/** By the matrix of training days. */
const chunksOfDays = new WeakMap<Float64Array, Chunk[]>();

/**
 * The inner products of a day's features with those of each training day (`matrix`, row-major `days` x features, which must not change
 * later). What was asked for lately with the same values in some of the columns is not summed again: days that are forecast under one fit
 * share most of theirs. Columns are summed chunk by chunk whatever is kept, so that a product does not depend on what was asked before.
 */
export function productsWithDays(features: Float64Array, matrix: Float64Array, days: number): Float64Array {
  const chunks = chunksOfDays.get(matrix) ?? chunksOf(matrix, days);
  chunksOfDays.set(matrix, chunks);
  return sumOf(
    chunks.map((chunk, c) => {
      const values = features.subarray(c * CHUNK_COLUMNS, (c + 1) * CHUNK_COLUMNS);
      return chunkProducts(chunk, values, days);
    }),
    days,
  );
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

function chunkProducts({ columns, latest }: Chunk, values: Float64Array, days: number): Float64Array {
  const kept = latest.find((version) => equal(version.values, values));
  if (kept !== undefined) return kept.products;
  const products = timesColumns(values, columns, days);
  if (latest.length === VERSIONS_KEPT) latest.shift();
  latest.push({ values: values.slice(), products });
  return products;
}

function equal(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The sum of the columns, each times its value: four at once, added in their order. */
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
      products[i] +=
        a * columns[first + i] + b * columns[second + i] + c * columns[third + i] + d * columns[fourth + i];
    }
  }
  for (; j < values.length; j++) {
    for (let i = 0; i < days; i++) products[i] += values[j] * columns[j * days + i];
  }
  return products;
}

/** Added in their order, four at once. */
function sumOf(products: Float64Array[], days: number): Float64Array {
  const sums = new Float64Array(days);
  let k = 0;
  for (; k + 4 <= products.length; k += 4) {
    const [a, b, c, d] = products.slice(k, k + 4);
    for (let i = 0; i < days; i++) sums[i] += a[i] + b[i] + c[i] + d[i];
  }
  for (; k < products.length; k++) {
    const last = products[k];
    for (let i = 0; i < days; i++) sums[i] += last[i];
  }
  return sums;
}
