import type { Logger } from 'pino';

/** Reports how far a piece of work has come. `done` and `total` are counts of the same thing. */
export type Progress = (step: string, done: number, total: number) => void;

/** Progress for a person at a terminal: one line, drawn over itself, on standard error. */
export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  const width = 24;
  return (step, done, total) => {
    const share = total === 0 ? 1 : done / total;
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
    stream.write(`\r\u001B[2K${step.padEnd(28)} ${bar} ${done}/${total}${done >= total ? '\n' : ''}`);
  };
}

/** Progress for a log: the beginning and the end of each step. */
export function loggedProgress(logger: Logger): Progress {
  return (step, done, total) => {
    if (done === 0 || done >= total)
      logger.info({ step, done, total }, done >= total ? 'step finished' : 'step started');
  };
}
