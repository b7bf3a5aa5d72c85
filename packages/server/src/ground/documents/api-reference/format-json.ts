const WIDTH = 100;

/** JSON in which whatever fits a line stands on one. */
export function formatJson(value: unknown, indent = ''): string {
  const line = inline(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${formatJson(item, inner)}`).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([key, child]) => {
    const name = `${JSON.stringify(key)}: `;
    return `${inner}${name}${formatJson(child, inner)}`;
  });
  return `{\n${entries.join(',\n')}\n${indent}}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${inline(child)}`);
  return `{${entries.join(', ')}}`;
}
