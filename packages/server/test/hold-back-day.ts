import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Db } from '../src/ground/database/database.ts';
import { otherReason, type Reasons } from '../src/ground/reasons/reasons.ts';
import type { HeldBackSeries } from '../src/market/publications/held-back.ts';
import { recordPublication } from '../src/market/publications/publications.ts';
import { quarantineDay } from '../src/market/publications/quarantined-days.ts';

/** Holds a day back as `ingestDays` does, with its line of the ledger, and gives its id; instants are epoch ms. */
export async function holdBackDay(
  db: Db,
  held: {
    source: string;
    name: string;
    day: DeliveryDay;
    expectedAt: number;
    now: number;
    /** A sentence, as of before there were codes, or codes. */
    reason: string | Reasons;
    series: HeldBackSeries[];
  },
): Promise<string> {
  const { source, name, day, expectedAt, now, series } = held;
  const reason = typeof held.reason === 'string' ? otherReason(held.reason) : held.reason;
  await quarantineDay(db, { source, name, day, reason, payload: series, now });
  await recordPublication(db, {
    source,
    name,
    day,
    expectedAt,
    state: 'quarantined',
    attempts: 1,
    lastAttemptAt: now,
    nextAttemptAt: undefined,
    publishedAt: undefined,
    corrections: 0,
    correctedAt: undefined,
    reason,
  });
  const { id } = await db
    .selectFrom('quarantined_day')
    .select('id')
    .where('source', '=', source)
    .where('name', '=', name)
    .where('day', '=', day)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return `d${id}`;
}
