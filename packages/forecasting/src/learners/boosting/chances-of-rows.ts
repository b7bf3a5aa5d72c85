/** The chance of each day for every one of its `slots` rows, so that a tree draws each hour for itself and sees something of most days. */
export function chancesOfRows(dayChances: readonly number[], slots: number): Float64Array {
  const chances = new Float64Array(dayChances.length * slots);
  dayChances.forEach((chance, day) => chances.fill(chance, day * slots, (day + 1) * slots));
  return chances;
}
