import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import { deleteEventsBefore, failStranded } from '../../store/webhooks/deliveries.ts';

const KEPT_MS = 30 * 86_400_000;

/** Deletes events and deliveries that are no longer kept, and fails those that nothing will send. */
export async function forgetEvents({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  await failStranded(db, now);
  await deleteEventsBefore(db, now - KEPT_MS);
}
