import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORTED = /(?: from |\bimport\()'(\.[^']+)'/g;

/** What the files of a folder of sources import of each other, tests apart, by file; both as paths below the folder. */
export function readImports(source: string): Map<string, string[]> {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  return new Map(
    files.map((file) => {
      const targets = readFileSync(path.join(source, file), 'utf8').matchAll(IMPORTED);
      return [file, [...targets].map(([, target]) => path.join(path.dirname(file), target))];
    }),
  );
}

/** The same between groups of files, such as folders; `groupOf` gives undefined for a file that may import from anywhere. */
export function importsBetween(
  imports: ReadonlyMap<string, readonly string[]>,
  groupOf: (file: string) => string | undefined,
): Map<string, Set<string>> {
  const between = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const group = groupOf(file);
    if (group === undefined) continue;
    const others = between.get(group) ?? new Set();
    between.set(group, others);
    for (const target of targets) {
      const other = groupOf(target);
      if (other !== undefined && other !== group) others.add(other);
    }
  }
  return between;
}

/** A way through groups that comes back to where it began; undefined where there is none. */
export function findCircle(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (group: string, way: string[]): string[] | undefined => {
    if (way.includes(group)) return [...way.slice(way.indexOf(group)), group];
    if (done.has(group)) return undefined;
    for (const next of imports.get(group) ?? []) {
      const circle = visit(next, [...way, group]);
      if (circle !== undefined) return circle;
    }
    done.add(group);
    return undefined;
  };
  for (const group of imports.keys()) {
    const circle = visit(group, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
