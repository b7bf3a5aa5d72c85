import { randomUUIDv7 } from 'node:crypto';

const COUNTERS = 0x1000;

let lastMs = '';
let counter = 0;

/**
 * A UUIDv7 that sorts after every one that this process made before, also within a millisecond and when the system's clock is
 * set back: records of one instant keep the order in which they were made.
 */
export function orderedId(): string {
  const id = randomUUIDv7();
  const ms = id.slice(0, 13);
  if (ms > lastMs) {
    lastMs = ms;
    counter = 0;
  } else if (++counter === COUNTERS) {
    lastMs = nextMs(lastMs);
    counter = 0;
  }
  return `${lastMs}-7${counter.toString(16).padStart(3, '0')}${id.slice(18)}`;
}

function nextMs(ms: string): string {
  const digits = (Number.parseInt(ms.replace('-', ''), 16) + 1).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
