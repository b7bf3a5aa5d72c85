/** The name of a column as records that are kept for good have had it from the first on: `capacity_mw` is `capacityMw`. */
export function inCamelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
