import { digestOf } from './digest.ts';

/**
 * The same work, done once for the same input: what it gave for the last `most` inputs is kept under a digest of the whole input.
 * What fails is done again when it is asked for again.
 */
export function rememberWork<Given, Result>(
  work: (given: Given) => Promise<Result>,
  most: number,
): (given: Given) => Promise<Result> {
  const kept = new Map<string, Promise<Result>>();
  return (given) => {
    const key = digestOf(given);
    const result = kept.get(key) ?? work(given);
    kept.delete(key);
    kept.set(key, result);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    result.catch(() => kept.delete(key));
    return result;
  };
}
