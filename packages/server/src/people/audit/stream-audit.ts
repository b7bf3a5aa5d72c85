import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import {
  extendAuditStream,
  listWaitingEntries,
  lockAuditStream,
  removeFromAuditQueue,
} from './audit-queue.ts';
import type { AuditTarget } from './audit-target.ts';
import { toPlatformAuditRecord } from './audit.ts';

/** How long entries wait where nobody takes them. */
export const AUDIT_WAITS_DAYS = 7;

const AT_ONCE = 100;
const EXTENDED_EVERY_MS = 3_600_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;

/** Sends what waits. Called again and again, it pauses after failures, longer each time. */
interface AuditStream {
  send(): Promise<void>;
}

/**
 * Sends entries of the audit, oldest first, by any number of processes, one at a time. An entry leaves the queue in the transaction in
 * which it was handed over, so one that is handed over when a process dies is sent again: its `id` tells.
 */
export function createAuditStream({
  db,
  clock,
  target,
}: {
  db: Db;
  clock: Clock;
  target: AuditTarget;
}): AuditStream {
  let extendedAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pauseMs = FIRST_PAUSE_MS;

  async function sendPart(): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      if (!(await lockAuditStream(tx))) return false;
      const entries = await listWaitingEntries(tx, AT_ONCE);
      if (entries.length === 0) return false;
      await target(entries.map(toPlatformAuditRecord));
      await removeFromAuditQueue(
        tx,
        entries.map(({ id }) => id),
      );
      return entries.length === AT_ONCE;
    });
  }

  return {
    async send() {
      const now = clock.now();
      if (now - extendedAt >= EXTENDED_EVERY_MS) {
        await extendAuditStream(db, AUDIT_WAITS_DAYS);
        extendedAt = now;
      }
      if (now < pausedUntil) return;
      try {
        while (await sendPart());
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        pausedUntil = clock.now() + pauseMs;
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        throw error;
      }
    },
  };
}

const POLLING_MS = 2000;

/** Sends the audit to where it is kept while it runs. */
export function startAuditStreaming(stream: AuditStream, logger: Logger): Turns {
  return startTurns(() => stream.send(), {
    everyMs: POLLING_MS,
    logger,
    failure: 'the audit could not be sent to AUDIT_STREAM_URL',
  });
}
