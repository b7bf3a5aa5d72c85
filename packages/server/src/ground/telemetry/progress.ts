import type { Logger } from 'pino';

/** Reports how far a piece of work has come. `done` and `total` are counts of the same thing. */
export type Progress = (step: string, done: number, total: number) => void;

/** A log gets a line about a step that goes on after so long; about one in the background, that nobody waits for, more rarely. */
const LOG_EVERY_MS = 15_000;
export const BACKGROUND_LOG_EVERY_MS = 60_000;

/** Of a terminal, with what is drawn on it so far. */
export const CLEAR_LINE = '\r\u001B[2K';

const BAR_WIDTH = 24;
const LABEL_WIDTH = 28;

/** Progress for a person at a terminal: one line of its width, drawn over itself, on standard error. A long name takes the room of the bar. */
export function terminalProgress(stream: Pick<NodeJS.WriteStream, 'write' | 'columns'>): Progress {
  const remaining = createEstimate(() => performance.now());
  return (step, done, total) => {
    const share = total === 0 ? 1 : done / total;
    const { text } = remaining(step, done, total);
    const label = step.padEnd(LABEL_WIDTH);
    const count = `${done}/${total}${text}`;
    // A line that fills the terminal would go on in the next one.
    const room = (stream.columns || Infinity) - 1 - label.length - count.length - 2;
    const width = Math.max(0, Math.min(BAR_WIDTH, room));
    const bar = width === 0 ? '' : ` ${'█'.repeat(Math.round(share * width)).padEnd(width, '░')}`;
    const line = `${label}${bar} ${count}`.slice(0, Math.max(0, (stream.columns || Infinity) - 1));
    stream.write(`${CLEAR_LINE}${line}${done >= total ? '\n' : ''}`);
  };
}

/** Progress for a log: the beginning and the end of each step, and every quarter of a minute, unless another period is given, how far it is and how long it takes. */
export function loggedProgress(
  logger: Logger,
  { everyMs = LOG_EVERY_MS, now = () => performance.now() }: { everyMs?: number; now?: () => number } = {},
): Progress {
  const remaining = createEstimate(now);
  const loggedAt = new Map<string, number>();
  return (step, done, total) => {
    const { text, isFirst } = remaining(step, done, total);
    const isLast = done >= total;
    if (!isFirst && !isLast && now() - (loggedAt.get(step) ?? 0) < everyMs) return;
    loggedAt.set(step, now());
    if (isLast) loggedAt.delete(step);
    logger.info(
      { step, done, total },
      isLast ? `${step}: done, ${total}` : `${step}: ${done} of ${total}${text}`,
    );
  };
}

/** How long a step will still take, by how long it took so far. A step that has reached its total begins anew when it is reported again. */
function createEstimate(now: () => number) {
  const begun = new Map<string, { at: number; done: number }>();
  return (step: string, done: number, total: number): { text: string; isFirst: boolean } => {
    const known = begun.get(step);
    const start = known !== undefined && done >= known.done ? known : { at: now(), done };
    begun.set(step, start);
    if (done >= total) begun.delete(step);
    const isFirst = start !== known;
    if (done >= total || done <= start.done) return { text: '', isFirst };
    const leftMs = ((now() - start.at) / (done - start.done)) * (total - done);
    return { text: `, about ${formatDuration(leftMs)} left`, isFirst };
  };
}

function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
