import type { Reasons } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { findPublications, type PublicationKey, recordPublication } from '../publications/publications.ts';

/** The line of the ledger of a day that is held back, by which it can be released. A day that is stored stays complete. */
export async function noteHeldBack(
  tx: Db,
  publication: PublicationKey,
  { expectedAt, reason, now }: { expectedAt: number; reason: Reasons; now: number },
): Promise<void> {
  const { source, name, day } = publication;
  const known = (await findPublications(tx, { source, name, from: day, to: day })).get(day);
  await recordPublication(tx, {
    ...(known ?? { ...publication, expectedAt, attempts: 0, corrections: 0 }),
    state: known?.state === 'complete' ? 'complete' : 'quarantined',
    lastAttemptAt: now,
    nextAttemptAt: known?.nextAttemptAt,
    publishedAt: known?.publishedAt,
    correctedAt: known?.correctedAt,
    reason,
  });
}
