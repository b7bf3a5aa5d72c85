/** A GitHub table; the first column is text, the others are numbers and stand to the right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, i) => (i === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.map(markdownText).join(' | ')} |`).join('\n');
}

/** Text of others, such as the name of a file, with what Markdown or HTML would read as markup made harmless. */
export function markdownText(content: string): string {
  return content
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[|`*_[\]\\]/g, String.raw`\$&`);
}

/** Three decimals for prices of ordinary size, whole numbers for huge ones. */
export function decimals(value: number | null): string {
  if (value === null) return 'none';
  return Math.abs(value) < 1e6 ? value.toFixed(3) : value.toPrecision(6);
}

export function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}

/** A p value, never as a bare zero. */
export function probability(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** A test statistic, which is infinite where losses differ by the same amount on every day. */
export function statistic(value: number): string {
  if (Number.isFinite(value)) return value.toFixed(2);
  return value < 0 ? '-∞' : '∞';
}
