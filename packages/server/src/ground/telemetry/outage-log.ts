import { isDatabaseUnreachable } from '../database/database-fault.ts';

/** What is left unsaid, and for how long, before a line says that the outage lasts. */
const REMIND_MS = 60_000;
/** Faults further apart than this are of two outages, though no new connection marked the end of the first. */
const QUIET_MS = 15_000;

/** Decides what a log says while the database is away: the first fault, a count once a minute, and the end. */
export interface OutageLog {
  /** Whether a line about this error is written; `linesLeftOut` are those that were not since the last one. */
  admit(error: unknown): { isWritten: boolean; linesLeftOut: number };
  /** The database has answered: ends the outage, where there is one, and gives what came of it. */
  end(): { awayS: number; linesLeftOut: number } | undefined;
}

/** `now`: a clock in ms; `isFault`: what is a fault of such an outage. */
export function createOutageLog(
  now: () => number = () => performance.now(),
  isFault: (error: unknown) => boolean = isDatabaseUnreachable,
): OutageLog {
  let outage:
    | { since: number; lastFault: number; lastLine: number; leftOut: number; leftOutInAll: number }
    | undefined;
  return {
    admit(error) {
      if (!isFault(error)) return { isWritten: true, linesLeftOut: 0 };
      const at = now();
      if (outage === undefined || at - outage.lastFault > QUIET_MS) {
        outage = { since: at, lastFault: at, lastLine: at, leftOut: 0, leftOutInAll: 0 };
        return { isWritten: true, linesLeftOut: 0 };
      }
      outage.lastFault = at;
      if (at - outage.lastLine < REMIND_MS) {
        outage.leftOut++;
        outage.leftOutInAll++;
        return { isWritten: false, linesLeftOut: outage.leftOut };
      }
      const linesLeftOut = outage.leftOut;
      outage.lastLine = at;
      outage.leftOut = 0;
      return { isWritten: true, linesLeftOut };
    },
    end() {
      if (outage === undefined) return undefined;
      const { since, leftOutInAll } = outage;
      outage = undefined;
      return { awayS: Math.round((now() - since) / 1000), linesLeftOut: leftOutInAll };
    },
  };
}
