import { type Kysely, sql } from 'kysely';

/** Addresses of webhooks are kept in the form to which they are sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; url: string }>`select id, url from webhook_endpoint`.execute(db);
  const changed = rows.flatMap(({ id, url }) => {
    const parsed = URL.parse(url);
    const sent = parsed === null ? url : `${parsed.origin}${parsed.pathname}${parsed.search}`;
    return sent === url || parsed?.origin === 'null' ? [] : [{ id, url: sent }];
  });
  await sql`
    update webhook_endpoint set url = changed.url
    from json_to_recordset(${JSON.stringify(changed)}::json) as changed(id uuid, url text)
    where changed.id = webhook_endpoint.id`.execute(db);
}
