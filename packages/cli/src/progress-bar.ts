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
