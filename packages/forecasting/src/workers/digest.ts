import { createHash, type Hash } from 'node:crypto';

/** A digest by which equal plain data and arrays of numbers are recognised. */
export function digestOf(value: unknown): string {
  const hash = createHash('sha256');
  feed(hash, value);
  return hash.digest('base64');
}

/** Hashes plain data and arrays of numbers, each part marked by what it is. */
function feed(hash: Hash, value: unknown): void {
  if (value instanceof Float64Array) {
    hash.update(`numbers ${value.length}`).update(value);
  } else if (Array.isArray(value)) {
    hash.update(`list ${value.length}`);
    for (const part of value) feed(hash, part);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      hash.update(`field ${name}`);
      feed(hash, part);
    }
    hash.update('end');
  } else {
    hash.update(`${typeof value} ${String(value)};`);
  }
}
