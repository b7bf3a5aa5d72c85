import type { Transaction } from 'kysely';
import { sentenceOf } from '../../ground/reasons/reasons.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { ALERT_CHANNELS } from '../../ground/database/notification-schema.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { DisabledEndpoint } from './record-attempts.ts';
import { listAdmins } from '../../people/users/store.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Notifies a tenant's admins, in the application and by mail, in the transaction that disables an endpoint because of its answers,
 * and keeps it in the audit.
 */
export async function notifyAdmins(
  tx: Transaction<Database>,
  endpoint: DisabledEndpoint,
  now: number,
): Promise<void> {
  const { tenantId, endpointId, name, url, reason: reasonCodes } = endpoint;
  const reason = sentenceOf(reasonCodes);
  await appendAudit(tx, {
    tenantId,
    actor: { kind: 'system', id: undefined },
    action: 'webhook.disabled',
    target: { type: 'webhook', id: endpointId },
    details: { reason },
    now,
  });
  const content = {
    kind: 'webhook_disabled' as const,
    webhookId: endpointId,
    name,
    url,
    reason,
    reasonCodes,
  };
  const admins = await listAdmins(tx, tenantId);
  await notify(
    tx,
    admins.map((recipient) => ({ recipient, content, channels: ALERT_CHANNELS })),
    now,
  );
}
