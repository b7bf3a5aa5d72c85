import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { readBounded } from '../../ground/http/read-bounded.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import type { Telemetry } from '../../ground/telemetry/telemetry.ts';
import { askForTimestamp, readTimestamp } from './timestamp-token.ts';

const EVERY_MS = 60_000;
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 5 * 60_000;
const MOST_BYTES = 65_536;
/** Number of the advisory lock of those who ask. */
const LOCK = 7_310_442_070;

interface StampContext {
  db: Db;
  /** Of the authority. */
  url: URL;
}

/**
 * Lets the authority stamp the last entry of the list, and with it all before, unless that was done; true where it has. One process asks at a
 * time. Throws where the authority does not answer or answers wrongly.
 */
export async function stampEvidence({ db, url }: StampContext): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}::bigint) as "isMine"`.execute(tx);
    if (!rows[0].isMine) return false;
    const head = await tx
      .selectFrom('evidence_entry as entry')
      .leftJoin('evidence_timestamp as stamp', 'stamp.seq', 'entry.seq')
      .select(['entry.seq', 'entry.entry', 'stamp.stamped_at'])
      .orderBy('entry.seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (head === undefined || head.stamped_at !== null) return false;
    const { body, nonce } = askForTimestamp(head.entry);
    const reply = await post(url, body);
    const { at } = await readTimestamp(reply, head.entry, { nonce });
    await tx
      .insertInto('evidence_timestamp')
      .values({ seq: head.seq, reply: Buffer.from(reply), stamped_at: new Date(at) })
      .execute();
    return true;
  });
}

/** Stamps the list while it runs, within a minute of each publication; after a failure it waits five. */
export function startStamping(
  context: StampContext,
  { logger, onStamp }: { logger: Logger; onStamp?: Telemetry['onStamp'] },
): Turns {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return startTurns(
    async () => {
      if (performance.now() < pausedUntil) return;
      try {
        if (await stampEvidence(context)) onStamp?.('stamped');
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS;
        onStamp?.('failed');
        throw error;
      }
    },
    { everyMs: EVERY_MS, logger, failure: 'no time stamp came from EVIDENCE_TIMESTAMP_URL' },
  );
}

async function post(url: URL, body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    throw new Error(`it answered ${answer.status}`);
  }
  return new Uint8Array(await readBounded(answer.body, MOST_BYTES));
}
