/**
 * The common length of the columns that a metric compares. Every metric calls this first, so all share one policy: lengths
 * agree, there is at least one value, and every value is finite. A period without an actual price is left out by the
 * caller, never scored as NaN. Throws RangeError that names the column and the place.
 */
export function lengthOfComplete(columns: Readonly<Record<string, ArrayLike<number>>>): number {
  const [first, ...others] = Object.entries(columns);
  if (first === undefined || first[1].length === 0)
    throw new RangeError('A metric needs at least one value.');
  const [firstName, { length }] = first;
  for (const [name, values] of others) {
    if (values.length !== length) {
      throw new RangeError(`${name} has ${values.length} values but ${firstName} has ${length}.`);
    }
  }
  for (const [name, values] of Object.entries(columns)) {
    for (let i = 0; i < length; i++) {
      if (!Number.isFinite(values[i]))
        throw new RangeError(`${name}[${i}] is ${String(values[i])}: metrics need finite values.`);
    }
  }
  return length;
}
