/** Results by key, those asked for last. */
export interface RecentResults<T> {
  /** The result of the key, made by `make` where it is not kept. A failure is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T>;
  /** Has the result made anew when it is next asked for. */
  forget(key: string): void;
}

/** Keeps the `most` results asked for last in memory, for what never changes under its key. */
export function createRecentResults<T>(most: number): RecentResults<T> {
  const kept = new Map<string, Promise<T>>();
  return {
    forget: (key) => void kept.delete(key),
    async get(key, make) {
      const result = kept.get(key) ?? make();
      // A Map keeps the order of insertion: what is used moves to the end, what is oldest goes first.
      kept.delete(key);
      kept.set(key, result);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      try {
        return await result;
      } catch (error) {
        if (kept.get(key) === result) kept.delete(key);
        throw error;
      }
    },
  };
}
