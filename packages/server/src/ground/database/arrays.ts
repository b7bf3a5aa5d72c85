import { type RawBuilder, sql } from 'kysely';

/** Of PostgreSQL's binary form of an array with one dimension: dimensions, flags, type, length and lower bound. */
const HEADER_BYTES = 20;
/** An element's length, which is always 8, comes before it. */
const ELEMENT_BYTES = 12;
const LENGTH_BYTES = 4;

/** A column of type float8[] in its binary form and base64: a third of the work of reading and writing decimals. */
export function packedNumbers(column: string): RawBuilder<string | null> {
  return sql<string | null>`encode(array_send(${sql.ref(column)}), 'base64')`;
}

/** The numbers of an array without nulls; none of a null. */
export function unpackNumbers(packed: string | null): Float64Array {
  const bytes = Buffer.from(packed ?? '', 'base64');
  const count = Math.max(0, (bytes.length - HEADER_BYTES) / ELEMENT_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++)
    numbers[i] = view.getFloat64(HEADER_BYTES + i * ELEMENT_BYTES + LENGTH_BYTES);
  return numbers;
}

/** An instant as epoch ms: for thousands of rows, as pg takes ten times as long to make dates of their text. */
export function epochMs(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}

/**
 * A PostgreSQL array of values whose text holds no comma, brace, quote or space: numbers, identifiers, instants. For the long ones the
 * driver takes several times as long, as it quotes every element.
 */
export function arrayLiteral(values: Iterable<string | number | null>): string {
  return `{${Array.from(values, (value) => value ?? 'null').join(',')}}`;
}
