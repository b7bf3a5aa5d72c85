import { addDays, deliveryDayOf } from '@lonja/forecasting';
import { deleteFindingsBefore } from '../../store/alerts/pending-runs.ts';
import { deleteNotificationsBefore } from '../../store/notifications.ts';
import type { IdentityContext } from '../identity/identity-context.ts';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Deletes notifications that are no longer kept, and what was told of delivery days that no run forecasts any more. */
export async function forgetNotifications({ db, clock }: IdentityContext): Promise<void> {
  const now = clock.now();
  await deleteNotificationsBefore(db, now - KEPT_DAYS * DAY_MS);
  await deleteFindingsBefore(db, addDays(deliveryDayOf(now), -1));
}
