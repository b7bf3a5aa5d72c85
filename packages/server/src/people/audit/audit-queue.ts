import { sql } from 'kysely';
import { type AuditEntry, toAuditEntry, withActors } from './audit.ts';
import type { Db } from '../../ground/database/database.ts';

/** Of those who send entries; a process that finds it taken leaves them to the other. */
const SENDER_LOCK = 7_305_118_022;

/** Lets entries wait to be sent that are written from now on, for so many days. By the clock of the database. */
export async function extendAuditStream(db: Db, days: number): Promise<void> {
  await sql`
    insert into audit_stream (until) values (now() + make_interval(days => ${days}))
    on conflict (singleton) do update set until = excluded.until`.execute(db);
}

/** Whether this transaction may send entries; the others may not until it ends. */
export async function lockAuditStream(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${SENDER_LOCK}::bigint) as is_mine`.execute(tx);
  return rows[0].is_mine;
}

/** The entries that have waited longest. */
export async function listWaitingEntries(tx: Db, limit: number): Promise<AuditEntry[]> {
  const entries = tx
    .selectFrom('audit_entry')
    .innerJoin('audit_queue', 'audit_queue.entry_id', 'audit_entry.id')
    .orderBy('audit_queue.entry_id')
    .limit(limit);
  return (await withActors(entries).execute()).map(toAuditEntry);
}

export async function removeFromAuditQueue(tx: Db, ids: readonly string[]): Promise<void> {
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
