import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GoldenCase } from './cases.ts';

/** What is kept of a case: a digest of every bit, and the mean of the first array for the reader of a difference. */
export interface GoldenNumbers {
  digest: string;
  mean: number | null;
}

export interface GoldenFile {
  /** Version of the library that made the numbers. */
  library: string;
  madeUp: Record<string, GoldenNumbers>;
  real: Record<string, GoldenNumbers>;
}

export const GOLDEN_FILE = new URL('golden.json', import.meta.url);
const PACKAGE_FILE = new URL('../../package.json', import.meta.url);

export function numbersOf(goldenCase: GoldenCase): GoldenNumbers {
  const arrays = goldenCase();
  const hash = createHash('sha256');
  for (const values of arrays) hash.update(`${values.length};`).update(values);
  const [first] = arrays;
  const mean = first.reduce((sum, value) => sum + value, 0) / first.length;
  return { digest: hash.digest('base64url'), mean: Number.isFinite(mean) ? mean : null };
}

export function readGolden(): GoldenFile {
  return JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')) as GoldenFile;
}

/** The version in the library's package.json. */
export function libraryVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string }).version;
}
