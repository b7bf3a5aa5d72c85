import type { Transaction } from 'kysely';
import { ALERT_CHANNELS, type ChannelFault } from '../../ground/database/notification-schema.ts';
import type { Database } from '../../ground/database/schema.ts';
import { listAdmins } from '../../people/users/store.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { describeFault } from '../notifications/channel-fault.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Tells whose channel it is, the user or the tenant's admins, that it was turned off, in the application and by mail, in the transaction
 * that turns it off, and keeps it in the audit.
 */
export async function tellOwner(
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
