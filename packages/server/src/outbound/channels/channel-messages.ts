import { sql, type Transaction } from 'kysely';
import type { Locale } from '../../ground/config/locale.ts';
import { arrayLiteral } from '../../ground/database/arrays.ts';
import type { Db } from '../../ground/database/database.ts';
import {
  ALERT_CHANNELS,
  type AlertContent,
  type ChannelFault,
} from '../../ground/database/notification-schema.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { Database } from '../../ground/database/schema.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { listAdmins } from '../../people/users/store.ts';
import { describeFault } from '../notifications/channel-fault.ts';
import { notify } from '../notifications/notify.ts';
import { dueAt } from './due-at.ts';

/** An alert of a user, for the channels of the user and of the tenant. */
interface AlertOfUser {
  tenantId: string;
  userId: string;
  content: AlertContent;
}

/** A channel with the alerts that are to be sent to it now. */
export interface ClaimedChannel {
  id: string;
  target: Buffer;
  failures: number;
  /** Of its user, or of the tenant. */
  locale: Locale;
}

/** Alerts that one message tells at most; further ones follow. */
const MOST_IN_A_MESSAGE = 200;

/** Queues alerts for every channel of their users and tenants, in the transaction that notifies of them. */
export async function queueForChannels(
  tx: Transaction<Database>,
  alerts: readonly AlertOfUser[],
  now: number,
): Promise<void> {
  if (alerts.length === 0) return;
  const channels = await tx
    .selectFrom('alert_channel')
    .select(['id', 'tenant_id', 'user_id', 'time_zone', 'quiet_from', 'quiet_to', 'digest_at'])
    .where('enabled', '=', true)
    .where(
      'tenant_id',
      '=',
      sql<string>`any (${arrayLiteral(new Set(alerts.map((one) => one.tenantId)))}::uuid[])`,
    )
    // One that is being deleted gets none; the alert would fail with it.
    .forKeyShare()
    .execute();
  const ofTenant = Map.groupBy(channels, (channel) => channel.tenant_id);
  const rows = alerts.flatMap(({ tenantId, userId, content }) =>
    (ofTenant.get(tenantId) ?? [])
      .filter((channel) => channel.user_id === null || channel.user_id === userId)
      .map((channel) => ({
        id: orderedId(),
        tenant_id: tenantId,
        channel_id: channel.id,
        content: JSON.stringify(content),
        created_at: new Date(now),
        due_at: new Date(dueAt(now, channel)),
      })),
  );
  if (rows.length > 0) await tx.insertInto('alert_message').values(rows).execute();
}

/**
 * Takes a channel for which an alert is due, those that fail last. For `leaseMs` nobody else takes it; should this process die, its alerts
 * are sent then.
 */
export async function claimChannel(
  db: Db,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<ClaimedChannel | undefined> {
  const { rows } = await sql<ClaimedChannel>`
    update alert_channel as claimed
    set next_attempt_at = ${new Date(now + leaseMs)}
    from (
      select channel.id, coalesce(owner.locale, tenant.locale) as locale
      from alert_channel as channel
      join tenant on tenant.id = channel.tenant_id
      left join app_user as owner on owner.id = channel.user_id
      where channel.enabled and channel.next_attempt_at <= ${new Date(now)}
        and exists (
          select from alert_message as message
          where message.channel_id = channel.id and message.due_at <= ${new Date(now)}
        )
        and tenant.deactivated_at is null and owner.deactivated_at is null
      order by channel.failures, channel.next_attempt_at
      limit 1
      for update of channel skip locked
    ) as due
    where claimed.id = due.id
    returning claimed.id, claimed.target, claimed.failures, due.locale`.execute(db);
  return rows[0];
}

/** The alerts that are due for a channel, oldest first. */
export async function listDueMessages(
  db: Db,
  channelId: string,
  now: number,
): Promise<{ id: string; content: AlertContent }[]> {
  return db
    .selectFrom('alert_message')
    .select(['id', 'content'])
    .where('channel_id', '=', channelId)
    .where('due_at', '<=', new Date(now))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_IN_A_MESSAGE)
    .execute();
}

/** Takes away what was sent. */
export async function noteSent(
  db: Db,
  { channelId, messageIds, now }: { channelId: string; messageIds: string[]; now: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('alert_message').where('id', 'in', messageIds).execute();
    await tx
      .updateTable('alert_channel')
      .set({ failures: 0, next_attempt_at: new Date(now), last_success_at: new Date(now), last_error: null })
      .where('id', '=', channelId)
      .execute();
  });
}

/**
 * Tries a channel again later, or gives up what waits for it: once, or with the channel itself, which then
 * rests and whose owner is told.
 */
export async function noteUnsent(
  db: Db,
  failure: {
    channelId: string;
    fault: ChannelFault;
    now: number;
    next: { again: number } | 'give up' | 'rest';
  },
): Promise<void> {
  const { channelId, fault, next } = failure;
  const now = new Date(failure.now);
  const isOver = typeof next === 'string';
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('alert_channel')
      .set((channel) => ({
        failures: isOver ? 0 : sql<number>`${channel.ref('failures')} + 1`,
        next_attempt_at: isOver ? now : new Date(next.again),
        last_failure_at: now,
        last_error: JSON.stringify(fault),
        ...(next === 'rest' && { enabled: false, updated_at: now }),
      }))
      .where('id', '=', channelId)
      .execute();
    if (isOver) await tx.deleteFrom('alert_message').where('channel_id', '=', channelId).execute();
    if (next === 'rest') await tellOwner(tx, { channelId, fault, now: failure.now });
  });
}

/**
 * Tells whose channel it is, the user or the tenant's admins, that it was turned off, in the application and by mail, in the transaction
 * that turns it off, and keeps it in the audit.
 */
async function tellOwner(
  tx: Transaction<Database>,
  { channelId, fault, now }: { channelId: string; fault: ChannelFault; now: number },
): Promise<void> {
  const channel = await tx
    .selectFrom('alert_channel')
    .select(['tenant_id', 'user_id', 'name'])
    .where('id', '=', channelId)
    .executeTakeFirst();
  // It was deleted while it was written to.
  if (channel === undefined) return;
  const { tenant_id: tenantId, user_id: userId, name } = channel;
  await appendAudit(tx, {
    tenantId,
    actor: { kind: 'system', id: undefined },
    action: 'alert_channel.disabled',
    target: { type: 'alert_channel', id: channelId },
    details: { name, reason: describeFault('en', fault) },
    now,
  });
  const owners = userId === null ? await listAdmins(tx, tenantId) : await findUser(tx, userId);
  const content = { kind: 'channel_disabled' as const, channelId, name, fault };
  await notify(
    tx,
    owners.map((recipient) => ({ recipient, content, channels: ALERT_CHANNELS })),
    now,
  );
}

function findUser(tx: Transaction<Database>, id: string) {
  return tx
    .selectFrom('app_user')
    .select(['tenant_id as tenantId', 'id as userId', 'email', 'locale'])
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .execute();
}
