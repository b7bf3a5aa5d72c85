import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Person, PersonalRows } from './personal-rows.ts';

/** Deletes or anonymises the rows of one kind, and gives how many. */
export async function eraseRows(
  tx: Db,
  { table, of, anonymised }: PersonalRows,
  person: Person,
  pseudonym: string,
): Promise<number> {
  const statement =
    anonymised === undefined
      ? sql`delete from ${sql.table(table)} where ${of(person)}`
      : sql`update ${sql.table(table)} set ${anonymised(pseudonym)} where ${of(person)}`;
  const { numAffectedRows = 0n } = await statement.execute(tx);
  return Number(numAffectedRows);
}

/** Counts of requests, mails and tries, whose keys name people, sessions, keys or tenants. They are worth a day at most. */
export async function forgetCounts(tx: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    delete from request_window where exists (select from unnest(${names}::text[]) as name where position(name in key) > 0)
  `.execute(tx);
}

/** Ids of a person's sessions, under which requests and tries are counted. */
export async function listSessionIds(tx: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from user_session where user_id = any(${userIds}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Entries of the audit that may name a person in what they say: of the tenant, and of none. */
export async function listEntriesNaming(
  tx: Db,
  { person, pseudonym }: { person: Person; pseudonym: string },
): Promise<{ id: string; details: Record<string, unknown> }[]> {
  const { rows } = await sql<{ id: string; details: Record<string, unknown> }>`
    select id, details from audit_entry
    where (tenant_id = ${person.tenant_id} or tenant_id is null)
      and (position(${asInJson(person.email)} in lower(details::text)) > 0
        or position(${person.id} in details::text) > 0
        or ((actor_id = ${pseudonym} or target_id = ${pseudonym})
          and position(lower(${asInJson(person.full_name)}) in lower(details::text)) > 0))
  `.execute(tx);
  return rows;
}

export async function setDetails(tx: Db, id: string, details: Record<string, unknown>): Promise<void> {
  await tx
    .updateTable('audit_entry')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute();
}

/** Subjects and texts of tickets that a person opened or wrote to; call it before they are anonymised. */
export async function listOwnTexts(
  tx: Db,
  userId: string,
): Promise<{ table: 'support_ticket' | 'support_message'; id: string; text: string }[]> {
  const { rows } = await sql<{ table: 'support_ticket' | 'support_message'; id: string; text: string }>`
    select 'support_ticket' as table, id, subject as text from support_ticket where created_by = ${userId}
    union all
    select 'support_message', message.id, message.body from support_message as message
    join support_ticket as ticket on ticket.id = message.ticket_id
    where message.author_id = ${userId} or ticket.created_by = ${userId}
  `.execute(tx);
  return rows;
}

export async function setOwnText(
  tx: Db,
  { table, id, text }: { table: 'support_ticket' | 'support_message'; id: string; text: string },
): Promise<void> {
  const column = table === 'support_ticket' ? 'subject' : 'body';
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where id = ${id}`.execute(tx);
}

/** Texts of a tenant that its people write as they like; what they say of whom is for them to know. */
export const FREE_TEXTS = {
  'tenant.name': ['tenant', 'name', 'id'],
  'site.name': ['site', 'name', 'tenant_id'],
  'site.notes': ['site', 'notes', 'tenant_id'],
  'api_key.label': ['api_key', 'label', 'tenant_id'],
  'alert_channel.name': ['alert_channel', 'name', 'tenant_id'],
  'webhook_endpoint.name': ['webhook_endpoint', 'name', 'tenant_id'],
  'webhook_endpoint.url': ['webhook_endpoint', 'url', 'tenant_id'],
} as const;

/** How many free texts of a tenant name a person still, by table and column. */
export async function countMentions(
  tx: Db,
  { tenant_id: tenantId, email, full_name: fullName }: Person,
): Promise<{ where: string; count: number }[]> {
  const mentions: { where: string; count: number }[] = [];
  for (const [where, [table, column, tenant]] of Object.entries(FREE_TEXTS)) {
    const text = sql`lower(coalesce(${sql.ref(column)}, ''))`;
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(tenant)} = ${tenantId}
        and (position(${email} in ${text}) > 0 or position(lower(${fullName}) in ${text}) > 0)`.execute(tx);
    if (rows[0].count > 0) mentions.push({ where, count: rows[0].count });
  }
  return mentions;
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
