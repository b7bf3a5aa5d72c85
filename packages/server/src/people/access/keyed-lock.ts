/** Runs work that shares a key one after another, and other work side by side. */
export interface KeyedLock {
  /** Waits for all keys in the given order; every caller must name them in the same order. */
  run<T>(keys: string[], work: () => Promise<T>): Promise<T>;
}

export function createKeyedLock(): KeyedLock {
  const lastByKey = new Map<string, Promise<void>>();

  async function runWithKey<T>(key: string, work: () => Promise<T>): Promise<T> {
    const earlier = lastByKey.get(key);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    lastByKey.set(key, done);
    await earlier;
    try {
      return await work();
    } finally {
      finish();
      if (lastByKey.get(key) === done) lastByKey.delete(key);
    }
  }

  return {
    run: (keys, work) => keys.reduceRight((inner, key) => () => runWithKey(key, inner), work)(),
  };
}
