const SCHEMA_PREFIX = '#/components/schemas/';

/** Names of the component schemas that a part of a document refers to. */
export function referencedSchemas(part: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (key === '$ref' && typeof child === 'string' && child.startsWith(SCHEMA_PREFIX)) {
          names.add(child.slice(SCHEMA_PREFIX.length));
        } else visit(child);
      }
    }
  };
  visit(part);
  return names;
}

/** The schemas that the given names reach, directly or through each other. */
export function pruneSchemas(
  schemas: Record<string, unknown>,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  const reached = new Set(names);
  // A Set visits what is added to it while it is walked.
  for (const name of reached) {
    for (const further of referencedSchemas(schemas[name])) reached.add(further);
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
}
