/** A record with its names as the service writes them in JSON: `newestDay` becomes `newest_day`. */
export function wireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), wireNames(part)]));
}

/** `asOf` becomes `as_of`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
