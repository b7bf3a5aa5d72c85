/**
 * What plants that burn something generate, MW: what is left of the load beside everything else, and never less than nothing. Undefined where
 * one of the parts is not known.
 */
export function restOfLoad(loadMw: number, partsMw: readonly (number | undefined)[]): number | undefined {
  const rest = partsMw.reduce<number>((left, part) => left - (part ?? Number.NaN), loadMw);
  return Number.isNaN(rest) ? undefined : Math.max(0, rest);
}
