/** The methods that each path has. */
export interface RouteMethods {
  /** Adds a route by its template, in which `:name` stands for one part of a path. */
  add(template: string, methods: readonly string[]): void;
  /** The methods of a path, OPTIONS among them, in the order in which `Allow` lists them; none where no route answers it. */
  of(path: string): string[];
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function createRouteMethods(): RouteMethods {
  const routes: { parts: string[]; methods: readonly string[] }[] = [];
  return {
    add(template, methods) {
      // A template for all paths answers only some of them and refuses the others itself.
      if (!template.includes('*')) routes.push({ parts: template.split('/'), methods });
    },
    of(path) {
      const given = path.split('/');
      const methods = new Set<string>();
      for (const route of routes) {
        if (matches(route.parts, given)) for (const method of route.methods) methods.add(method);
      }
      return methods.size === 0 ? [] : ORDER.filter((method) => method === 'OPTIONS' || methods.has(method));
    },
  };
}

function matches(parts: readonly string[], given: readonly string[]): boolean {
  return (
    parts.length === given.length &&
    parts.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]))
  );
}
