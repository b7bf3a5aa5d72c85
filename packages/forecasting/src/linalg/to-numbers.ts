/** The values as a plain array, for models that are JSON; many times as fast as `Array.from`. */
export function toNumbers(values: Float64Array): number[] {
  // oxlint-disable-next-line unicorn/no-new-array -- room at once: a list that grows takes four times as long
  const numbers = new Array<number>(values.length);
  for (let i = 0; i < values.length; i++) numbers[i] = values[i];
  return numbers;
}
