import { readFileSync, readdirSync } from 'node:fs';

/** Ticks of `/proc/PID/stat`, as Linux reports them. */
const TICKS_PER_SECOND = 100;

/** Processor time of processes so far, by their number. */
export type ProcessTicks = Map<number, number>;

/** What some processes and their children have used; Linux only. */
export function readProcessTicks(pids: number[]): ProcessTicks {
  const ticks: ProcessTicks = new Map();
  for (const pid of readdirSync('/proc').map(Number)) {
    const stat = Number.isNaN(pid) ? undefined : readStat(pid);
    if (stat !== undefined && (pids.includes(pid) || pids.includes(stat.parent))) ticks.set(pid, stat.ticks);
  }
  return ticks;
}

/** Seconds that were used in between, without those of processes that have ended. */
export function processSeconds(before: ProcessTicks, after: ProcessTicks): number {
  let ticks = 0;
  for (const [pid, used] of after) ticks += used - (before.get(pid) ?? 0);
  return ticks / TICKS_PER_SECOND;
}

function readStat(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, may hold anything and stands in brackets.
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), ticks: Number(rest[9]) + Number(rest[10]) };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
