/** What names of declared sources begin with: no imported file's feed can have one, and it tells them apart in the database. */
const DECLARED_PREFIX = 'declared.';
export type DeclaredName = `${typeof DECLARED_PREFIX}${string}`;

export function declaredNameOf(id: string): DeclaredName {
  return `${DECLARED_PREFIX}${id}`;
}

export function isDeclared(source: string): source is DeclaredName {
  return source.startsWith(DECLARED_PREFIX);
}
