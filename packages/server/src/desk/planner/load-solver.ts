import { createRequire } from 'node:module';
import type { Highs } from 'highs';

/**
 * Loads the solver. The package's types describe a module that Node does not give to an import, so it is required: what comes is
 * its loader.
 */
export function loadSolver(): Promise<Highs> {
  const load: () => Promise<Highs> = createRequire(import.meta.url)('highs');
  return load();
}
