import { type Kernel, createKernel } from './kernel.ts';

/**
 * What fits of one thread share: the memory of the kernel, what has been computed from the columns of a panel, and results that stay
 * the same for weeks. Forecasts do not depend on what it holds, only their cost does. Columns of a panel that a fit or a forecast
 * with this cache has seen must not change afterwards.
 */
export interface FitCache {
  readonly kernel: Kernel;
  readonly readings: WeakMap<Float64Array, Map<string, unknown>>;
  readonly recent: Map<string, unknown[]>;
}

/** An empty cache, for fits and forecasts of one thread. Throws an Error where the runtime has no WebAssembly with SIMD. */
export function createFitCache(): FitCache {
  return { kernel: createKernel(), readings: new WeakMap(), recent: new Map() };
}

/** What `compute` gives, computed once for the same column and key. The key names everything else that the result depends on. */
export function readOnce<Reading>(
  { readings }: FitCache,
  column: Float64Array,
  key: string,
  compute: () => Reading,
): Reading {
  const known = readings.get(column) ?? new Map<string, unknown>();
  readings.set(column, known);
  if (!known.has(key)) known.set(key, compute());
  return known.get(key) as Reading;
}

/** Kinds of work whose results are kept: those of the recipes that a thread runs in turn. */
const KEPT_KINDS = 16;

/** The latest results of one kind of work, as a list that may be changed. The results of kinds that were not asked for lately are dropped. */
export function recentOf<Result>({ recent }: FitCache, kind: string): Result[] {
  const list = recent.get(kind) ?? [];
  recent.delete(kind);
  recent.set(kind, list);
  const [oldest] = recent.keys();
  if (recent.size > KEPT_KINDS && oldest !== undefined) recent.delete(oldest);
  return list as Result[];
}
