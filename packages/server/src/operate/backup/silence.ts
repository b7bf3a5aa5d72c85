import { sql } from 'kysely';
import { reason, reasonsText, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';

const IS_COPY = [reason('copy_of_installation')];

/** Keeps a copy from sending what the original sends: nothing waits any more, and every webhook and channel of alerts is disabled. */
export async function silence(tx: Db): Promise<void> {
  await sql`delete from mail_queue`.execute(tx);
  await sql`delete from audit_queue`.execute(tx);
  await sql`delete from audit_stream`.execute(tx);
  await sql`delete from alert_message`.execute(tx);
  await sql`update alert_channel set enabled = false, last_error = '{"code":"copy"}' where enabled`.execute(
    tx,
  );
  await sql`delete from event_fan_out`.execute(tx);
  await sql`delete from webhook_queue`.execute(tx);
  await sql`update webhook_delivery set state = 'failed', completed_at = now() where state = 'pending'`.execute(
    tx,
  );
  await sql`
    update webhook_endpoint set state = 'disabled', disabled_reason = ${sentenceOf(IS_COPY)},
      disabled_reason_codes = ${reasonsText(IS_COPY)}
    where state = 'active'`.execute(tx);
}
