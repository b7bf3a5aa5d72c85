import { LRUCache } from 'lru-cache';

const MOST_BYTES = 32e6;
/** So long after its manifest a caller may take to begin with the last file. */
const KEPT_MS = 10 * 60_000;

/** Files of manifests, each set with its size, by the address that the manifest gives them. What is not kept any more is made again. */
export type MadeFiles = Pick<LRUCache<string, Uint8Array[]>, 'get' | 'set'>;

/** Keeps the files of the last manifests in memory, 32 MB of them at most, since their callers ask for them next. */
export function createMadeFiles(): MadeFiles {
  return new LRUCache({
    maxSize: MOST_BYTES,
    sizeCalculation: (pieces) =>
      Math.max(
        1,
        pieces.reduce((sum, { length }) => sum + length, 0),
      ),
    ttl: KEPT_MS,
  });
}
