import { createThreads, type Threads } from './threads.ts';

/** Where work is done: on threads that somebody keeps, or on new ones that end with it. */
export interface ThreadOptions {
  threads?: Threads | undefined;
  /** Jobs of this work that run at once; by default as many as there are threads, on new ones one for each core. */
  atOnce?: number | undefined;
}

export async function withThreads<T>(
  { threads, atOnce }: ThreadOptions,
  work: (threads: Threads) => Promise<T>,
): Promise<T> {
  if (threads !== undefined) return work(threads);
  const own = createThreads(atOnce);
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}
