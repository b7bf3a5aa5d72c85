import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestApi } from '../http/test-api.ts';
import { sendAs } from './access-faults.ts';
import { ACCESS_TABLE } from './access-table.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

/** Tables of the tenants, but for what only counts or notes the time of a use. */
const TABLES = [
  'tenant',
  'app_user',
  'api_key',
  'user_session',
  'invitation',
  'mail_queue',
  'webhook_endpoint',
  'alert_rule',
  'alert_channel',
  'support_ticket',
  'support_message',
  'backfill',
];

async function snapshot(): Promise<string> {
  const rows: string[] = [];
  for (const table of TABLES) {
    const result = await sql<{ text: string | null }>`
      select jsonb_agg(to_jsonb(t) - 'last_seen_at' - 'last_used_at' order by t.id)::text as text
      from ${sql.table(table)} t
    `.execute(api.db);
    rows.push(`${table} ${result.rows[0]?.text}`);
  }
  return rows.join('\n');
}

test('no change of an account outlives an audit row that could not be written', async () => {
  const changes = Object.entries(ACCESS_TABLE).filter(
    ([operation, entry]) => !operation.startsWith('GET ') && !entry.isPublic,
  );
  assert.ok(changes.length > 25);
  await sql`
    create function refuse_audit() returns trigger language plpgsql as
      $$ begin raise exception 'the audit is broken'; end $$;
    create trigger refuse before insert on audit_entry execute function refuse_audit();
    alter table audit_entry disable trigger refuse;
  `.execute(api.db);
  const faults: string[] = [];
  let refused = 0;
  for (const [operation, entry] of changes) {
    const caller = await api.createSession({ isSuperadmin: true });
    const ids = await entry.record?.(api, caller);
    await sql`alter table audit_entry enable trigger refuse`.execute(api.db);
    const before = await snapshot();
    const { status } = await sendAs(api, operation, entry, caller.token, ids);
    if ((await snapshot()) !== before) faults.push(`${operation} changed something and answered ${status}`);
    if (status === 500) refused++;
    await sql`alter table audit_entry disable trigger refuse`.execute(api.db);
  }
  assert.deepEqual(faults, []);
  assert.ok(refused >= 20, `${refused} of ${changes.length} were refused`);
});
