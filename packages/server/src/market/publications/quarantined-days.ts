import { createHash } from 'node:crypto';
import type { Db } from '../../ground/database/database.ts';
import { type Reasons, reasonsText, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { PublicationKey } from './publications.ts';

/** Keeps a day that failed a check, once for each reason and content; gives whether it was not kept yet. */
export async function quarantineDay(
  db: Db,
  day: PublicationKey & { reason: Reasons; payload: unknown; now: number },
): Promise<boolean> {
  const payload = JSON.stringify(day.payload);
  const { numInsertedOrUpdatedRows: count = 0n } = await db
    .insertInto('quarantined_day')
    .values({
      source: day.source,
      name: day.name,
      day: day.day,
      reason: sentenceOf(day.reason),
      reason_codes: reasonsText(day.reason),
      digest: digestOf(payload),
      payload,
      recorded_at: new Date(day.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return count > 0n;
}

/** Whether somebody has looked at this very content of a day and released it. */
export async function isReleasedDay(db: Db, day: PublicationKey & { payload: unknown }): Promise<boolean> {
  const row = await db
    .selectFrom('quarantined_day')
    .select('id')
    .where('source', '=', day.source)
    .where('name', '=', day.name)
    .where('day', '=', day.day)
    .where('digest', '=', digestOf(JSON.stringify(day.payload)))
    .where('released_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function digestOf(payload: string): string {
  return createHash('sha256').update(payload).digest('hex');
}
