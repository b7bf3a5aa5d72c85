import { DAY_MS } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { ALERT_CHANNELS } from '../../ground/database/notification-schema.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { type ExpiringKey, listExpiringKeys, lockApiKey, wasReminded } from '../../people/api-keys/store.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { listAdmins } from '../../people/users/store.ts';
import { notify } from './notify.ts';

const POLLING_MS = 10 * 60_000;

/** Reminds admins of keys that are about to end while it runs. */
export function startKeyReminders(context: {
  db: Db;
  clock: Clock;
  logger: Logger;
  onMailQueued: () => void;
}): Turns {
  const remind = async () => {
    if ((await remindOfExpiry(context)) > 0) context.onMailQueued();
  };
  return startTurns(remind, {
    everyMs: POLLING_MS,
    logger: context.logger,
    failure: 'reminders of keys could not be sent',
  });
}

/** Days before its end at which the admins are reminded of a key, the last one on its last day. */
const REMINDERS = [0, 3, 14];
const ACTION = 'api_key.expiry_reminded';

/** Reminds admins of keys that are about to end, once for each of the days. Gives how many reminders were sent. */
export async function remindOfExpiry({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now();
  let sent = 0;
  for (const key of await listExpiringKeys(db, { from: now, to: now + leadMs(14) })) {
    const days = REMINDERS.find((one) => key.expiresAt - now < leadMs(one));
    // Who makes a key for two days needs no reminder three days before.
    if (days === undefined || key.createdAt > key.expiresAt - leadMs(days)) continue;
    if (await remind(db, key, { days, now })) sent++;
  }
  return sent;
}

/** Zero days before is the last day. */
function leadMs(days: number): number {
  return Math.max(1, days) * DAY_MS;
}

/** Notification, mail and the note that they were sent are one transaction, so none is there without the others. */
async function remind(
  db: Db,
  key: ExpiringKey,
  { days, now }: { days: number; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const held = await lockApiKey(tx, key.id);
    if (held === undefined || held.revoked_at !== null || held.replaced_by !== null) return false;
    if (await wasReminded(tx, key, { action: ACTION, days, since: key.expiresAt - leadMs(14) - DAY_MS }))
      return false;
    const { tenantId } = key;
    const { id: keyId, label, prefix, expiresAt } = key;
    const content = { kind: 'key_expiring' as const, keyId, label, prefix, expiresAt };
    const admins = await listAdmins(tx, tenantId);
    await notify(
      tx,
      admins.map((recipient) => ({ recipient, content, channels: ALERT_CHANNELS })),
      now,
    );
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'system', id: undefined },
      action: ACTION,
      target: { type: 'api_key', id: key.id },
      details: { label, days, expires_at: new Date(expiresAt).toISOString() },
      now,
    });
    return true;
  });
}
