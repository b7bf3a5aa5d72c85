import { setTimeout as sleep } from 'node:timers/promises';

/** What a promise gives, unless that takes longer: then it rejects. What the promise stands for goes on. */
export async function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const end = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: end.signal }).then(() => {
    throw new Error(`It took over ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    end.abort();
  }
}
