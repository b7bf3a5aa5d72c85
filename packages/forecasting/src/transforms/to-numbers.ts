/** The values as a plain array, for models that are JSON; many times as fast as `Array.from`. */
export function toNumbers(values: Float64Array): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < values.length; i++) numbers.push(values[i]);
  return numbers;
}
