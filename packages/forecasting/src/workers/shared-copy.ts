/** The numbers in memory that all threads see. */
export function sharedCopy(values: ArrayLike<number>): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.length * Float64Array.BYTES_PER_ELEMENT));
  copy.set(values);
  return copy;
}
