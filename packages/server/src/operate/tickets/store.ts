import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { SupportMessageTable, TicketState } from '../../ground/database/support-schema.ts';

/** A ticket as it is on the wire, with its tenant; without a name of the author where the reader may not see the person. */
export type Ticket = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;
/** A message as it is on the wire. */
export type TicketMessage = Awaited<ReturnType<typeof listMessages>>[number];

/** Lets one transaction at a time count and open a tenant's tickets. */
export async function lockTickets(tx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tickets ${tenantId}`}, 0))`.execute(tx);
}

/** Tickets that are not closed: of the tenant, and of them those that a user has opened. */
export async function countUnclosedTickets(
  tx: Db,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<{ ofTenant: number; ofUser: number }> {
  const { total, own } = await tx
    .selectFrom('support_ticket')
    .select((row) => [
      row.fn.countAll<string>().as('total'),
      row.fn.countAll<string>().filterWhere('created_by', '=', userId).as('own'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('state', '<>', 'closed')
    .executeTakeFirstOrThrow();
  return { ofTenant: Number(total), ofUser: Number(own) };
}

export async function insertTicket(
  tx: Db,
  ticket: Pick<Ticket, 'id' | 'tenant_id' | 'subject'> & { createdBy: string; now: number },
): Promise<void> {
  await tx
    .insertInto('support_ticket')
    .values({
      id: ticket.id,
      tenant_id: ticket.tenant_id,
      subject: ticket.subject,
      state: 'open',
      created_by: ticket.createdBy,
      created_at: new Date(ticket.now),
      updated_at: new Date(ticket.now),
    })
    .execute();
}

export async function insertMessage(
  tx: Db,
  message: {
    ticket: Pick<Ticket, 'id' | 'tenant_id'>;
    authorKind: SupportMessageTable['author_kind'];
    authorId: string;
    text: string;
    now: number;
  },
): Promise<void> {
  await tx
    .insertInto('support_message')
    .values({
      id: orderedId(),
      tenant_id: message.ticket.tenant_id,
      ticket_id: message.ticket.id,
      author_kind: message.authorKind,
      author_id: message.authorId,
      body: message.text,
      created_at: new Date(message.now),
    })
    .execute();
}

/** Keeps every other change off a ticket until the transaction ends; false when there is none with this id. */
export async function lockTicket(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('support_ticket')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function setTicketState(tx: Db, id: string, state: TicketState, now: number): Promise<void> {
  const at = new Date(now);
  await tx
    .updateTable('support_ticket')
    .set({ state, updated_at: at, closed_at: state === 'closed' ? at : null })
    .where('id', '=', id)
    .execute();
}

/** A page of tickets, the one that changed last first: of the tenant whose transaction this is, or of all. */
export async function listTickets(
  tx: Db,
  query: {
    tenantId: string | undefined;
    state: TicketState | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ tickets: Ticket[]; total: number }> {
  const { tenantId, state } = query;
  const matching = tx
    .selectFrom('support_ticket')
    .$if(tenantId !== undefined, (some) => some.where('support_ticket.tenant_id', '=', String(tenantId)))
    .$if(state !== undefined, (some) => some.where('state', '=', sql<TicketState>`${state}`));
  const rows = await withNames(matching)
    .orderBy('support_ticket.updated_at', 'desc')
    .orderBy('support_ticket.id')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const { total } = await matching
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { tickets: rows, total: Number(total) };
}

export async function findTicket(tx: Db, id: string): Promise<Ticket | undefined> {
  return withNames(tx.selectFrom('support_ticket').where('support_ticket.id', '=', id)).executeTakeFirst();
}

/** The messages of a ticket, oldest first. */
export async function listMessages(tx: Db, ticket: Pick<Ticket, 'id' | 'tenant_id'>) {
  return tx
    .selectFrom('support_message')
    .leftJoin('app_user', 'app_user.id', 'support_message.author_id')
    .select([
      'support_message.id',
      'support_message.author_kind as author',
      'app_user.full_name as author_name',
      'support_message.body as text',
      'support_message.created_at',
    ])
    .where('support_message.tenant_id', '=', ticket.tenant_id)
    .where('support_message.ticket_id', '=', ticket.id)
    .orderBy('support_message.created_at')
    .orderBy('support_message.id')
    .execute();
}

function withNames(tickets: SelectQueryBuilder<Database, 'support_ticket', object>) {
  return tickets
    .innerJoin('tenant', 'tenant.id', 'support_ticket.tenant_id')
    .leftJoin('app_user', 'app_user.id', 'support_ticket.created_by')
    .selectAll('support_ticket')
    .select(['tenant.name as tenant_name', 'app_user.full_name as author_name']);
}
