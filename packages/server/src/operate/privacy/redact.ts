const ERASED = '[erased]';

/** Gives a text without some others, whatever their case, where they stand as whole words. */
export function createRedaction(texts: readonly string[]): (text: string) => string {
  const named = texts.filter((text) => text.trim() !== '').sort((a, b) => b.length - a.length);
  if (named.length === 0) return (text) => text;
  const any = named.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])`, 'giu');
  return (text) => text.replaceAll(pattern, ERASED);
}

/** The same for every text within a value of JSON. */
export function redactWithin(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((part) => redactWithin(part, redact));
  if (typeof value !== 'object' || value === null) return value;
  return redactFields(value, redact);
}

export function redactFields(value: object, redact: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redact(name), redactWithin(part, redact)]),
  );
}
