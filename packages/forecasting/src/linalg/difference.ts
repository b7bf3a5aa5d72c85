/** One profile less another, number by number. */
export function difference(one: Float64Array, other: Float64Array): Float64Array {
  const values = new Float64Array(one.length);
  for (let i = 0; i < values.length; i++) values[i] = one[i] - other[i];
  return values;
}
