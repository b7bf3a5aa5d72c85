import type { Writable } from 'node:stream';

/** A step within a day is reported at each tenth of it. */
const PARTS = 10;

/** A line for the start, for each day and for each tenth of the steps before the first day is done, with or without a terminal. */
export function replayProgress(stderr: Writable) {
  const startedAt = performance.now();
  const shownParts = new Map<string, number>();
  let daysDone = 0;
  const write = (line: string) => void stderr.write(`lonja: ${line}\n`);
  return {
    begin: () =>
      write(
        'Before the first day come steps that take as long for one day as for a year: the history is copied, and past days are forecast to calibrate the bounds.',
      ),
    step: (step: string, done: number, total: number) => {
      if (daysDone > 0 || total === 0) return;
      const part = Math.floor((done / total) * PARTS);
      if (shownParts.get(step) === part) return;
      shownParts.set(step, part);
      write(`${step}: ${done} of ${total}, ${secondsSince(startedAt)} s`);
    },
    day: ({ day, done, total }: { day: string; done: number; total: number }) => {
      daysDone = done;
      write(
        done === total
          ? `All ${total} days are replayed, ${secondsSince(startedAt)} s`
          : `Day ${done + 1} of ${total}, ${day}, ${secondsSince(startedAt)} s`,
      );
    },
  };
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
