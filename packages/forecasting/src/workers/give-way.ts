import { constants, setPriority } from 'node:os';

/**
 * Gives this thread the lowest priority, so that it computes only while nothing else uses the core. Linux alone has priorities of
 * threads; elsewhere it would be that of the whole process, and nothing is done.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A system that forbids it computes at the usual priority.
  }
}
