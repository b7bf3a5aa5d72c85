import { digestOf } from '@lonja/forecasting/workers';

/** What was begun in vain is dropped beyond so much. */
const MOST_KEPT = 32;

interface EarlyWork<Given extends unknown[], Result> {
  begin: (...given: Given) => Promise<Result>;
  /** What was begun, or the work as it would be done without. */
  take: (...given: Given) => Promise<Result>;
}

/** Work that can begin before it is requested, identified by all that `inputOf` takes of its input. */
export function createEarlyWork<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
  inputOf: (...given: Given) => unknown,
): EarlyWork<Given, Result> {
  const kept = new Map<string, Promise<Result>>();
  return {
    begin: (...given) => {
      const key = digestOf(inputOf(...given));
      const known = kept.get(key) ?? work(...given);
      kept.set(key, known);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return known;
    },
    take: (...given) => {
      const key = digestOf(inputOf(...given));
      const known = kept.get(key);
      kept.delete(key);
      return known ?? work(...given);
    },
  };
}
