import type { WriteStream } from 'node:tty';

const WIDTH = 30;

export interface ProgressBar {
  update: (progress: { done: number; total: number }) => void;
  clear: () => void;
}

/** A bar that redraws itself on one line; silent where the stream is not a terminal. */
export function createProgressBar(stream: WriteStream): ProgressBar {
  if (!stream.isTTY) return { update: () => {}, clear: () => {} };
  const startedAt = performance.now();
  return {
    update: ({ done, total }) => {
      const filled = Math.floor((WIDTH * done) / total);
      const secondsLeft = Math.round(((performance.now() - startedAt) / 1000 / done) * (total - done));
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      stream.write(`\r${bar} ${done}/${total} days, ${secondsLeft} s left\u001B[K`);
    },
    clear: () => stream.write('\r\u001B[K'),
  };
}

const PARTS = 10;

/** A line for each tenth of the work, for a file or pipe. */
export function createProgressLines(stream: NodeJS.WritableStream): ProgressBar {
  let shown = 0;
  return {
    update: ({ done, total }) => {
      const part = Math.floor((PARTS * done) / total);
      if (part === shown) return;
      shown = part;
      stream.write(`${done} of ${total} days forecast\n`);
    },
    clear: () => {},
  };
}
