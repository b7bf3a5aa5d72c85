/**
 * JSON as RFC 8785 writes it, of plain data: keys in the order of their UTF-16 code units, no blanks, numbers as ECMAScript prints them.
 * Throws for numbers that JSON does not have.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) throw new Error(`JSON has no ${part}.`);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
