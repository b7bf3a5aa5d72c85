/** One record id, or one number: what differs from one run to the next. */
const VARIABLE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|-?\d+(?:\.\d+)?/g;
const SECRET = /\b(svc|whsec)_[A-Za-z0-9_-]+(\.\.\.)?/g;
const ELLIPSIS = '...';

/**
 * The first line that a page shows and a program did not print, undefined where there is none. Lines are looked for in order; numbers, ids
 * and secrets may differ, blanks too. A line `...` stands for any lines, `...` at the end of a line for the rest of it.
 */
export function findMissingLine(shown: string, printed: string): string | undefined {
  const lines = printed.split('\n').map(shapeOf);
  let next = 0;
  for (const line of shown.split('\n')) {
    const shape = shapeOf(line);
    if (shape === '' || shape === ELLIPSIS) continue;
    const isLike = shape.endsWith(ELLIPSIS)
      ? (other: string) => other.startsWith(shape.slice(0, -ELLIPSIS.length).trimEnd())
      : (other: string) => other === shape;
    const found = lines.findIndex((other, index) => index >= next && isLike(other));
    if (found === -1) return line;
    next = found + 1;
  }
  return undefined;
}

function shapeOf(line: string): string {
  return line.replaceAll(SECRET, '$1_#').replaceAll(VARIABLE, '#').replaceAll(/\s+/g, ' ').trim();
}
