/**
 * A PostgreSQL array of values whose text holds no comma, brace, quote or space: numbers, identifiers, instants. For the long ones the
 * driver takes several times as long, as it quotes every element.
 */
export function arrayLiteral(values: Iterable<string | number | null>): string {
  return `{${Array.from(values, (value) => value ?? 'null').join(',')}}`;
}
