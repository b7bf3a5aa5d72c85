import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import { deleteEventsBefore } from '../../store/webhooks/deliveries.ts';

const KEPT_MS = 30 * 86_400_000;

/** Deletes events and deliveries that are no longer kept. */
export async function forgetEvents({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await deleteEventsBefore(db, clock.now() - KEPT_MS);
}
