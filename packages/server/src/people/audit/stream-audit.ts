import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { AuditTarget } from './audit-target.ts';
import { type AuditEntry, toPlatformAuditRecord, withActors } from './audit.ts';

/** Of those who send entries; a process that finds it taken leaves them to the other. */
const SENDER_LOCK = 7_305_118_022;

/** Lets entries wait to be sent that are written from now on, for so many days. By the clock of the database. */
async function extendAuditStream(db: Db, days: number): Promise<void> {
  await sql`
    insert into audit_stream (until) values (now() + make_interval(days => ${days}))
    on conflict (singleton) do update set until = excluded.until`.execute(db);
}

/** Whether this transaction may send entries; the others may not until it ends. */
async function lockAuditStream(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${SENDER_LOCK}::bigint) as is_mine`.execute(tx);
  return rows[0].is_mine;
}

/** The entries that have waited longest. */
async function listWaitingEntries(tx: Db, limit: number): Promise<AuditEntry[]> {
  const entries = tx
    .selectFrom('audit_entry')
    .innerJoin('audit_queue', 'audit_queue.entry_id', 'audit_entry.id')
    .orderBy('audit_queue.entry_id')
    .limit(limit);
  return withActors(entries).execute();
}

async function removeFromAuditQueue(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from audit_queue where entry_id = any(${ids}::uuid[])`.execute(tx);
}

/** Lets go of at most `limit` entries of before an instant (epoch ms) that nobody has taken, and gives how many. The audit keeps them. */
export async function forgetWaitingEntries(db: Db, before: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from audit_queue where entry_id = any(array(
      select entry_id from audit_queue join audit_entry on id = entry_id where at < ${new Date(before)} limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}

export interface AuditQueueFigures {
  waiting: number;
  /** Of the entry that has waited longest, epoch ms. */
  oldestAt: number | undefined;
}

/** How far the stream of the audit is behind; undefined where none is set up. */
export async function measureAuditQueue(db: Db): Promise<AuditQueueFigures | undefined> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null; is_on: boolean }>`
    select (select count(*)::integer from audit_queue) as waiting,
      (select at from audit_queue join audit_entry on id = entry_id order by entry_id limit 1) as oldest,
      exists (select from audit_stream where until > now()) as is_on`.execute(db);
  const { waiting, oldest, is_on: isOn } = rows[0];
  return isOn ? { waiting, oldestAt: oldest?.getTime() } : undefined;
}

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
