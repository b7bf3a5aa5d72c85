import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { SupportMessageTable, TicketState } from '../../ground/database/support-schema.ts';

/** Instants are epoch ms. */
export interface Ticket {
  id: string;
  tenantId: string;
  tenantName: string;
  subject: string;
  state: TicketState;
  /** Undefined: somebody who was erased. */
  createdBy: string | undefined;
  /** Undefined where the reader may not see the person. */
  authorName: string | undefined;
  createdAt: number;
  /** When it was last written to, answered or closed. */
  updatedAt: number;
  closedAt: number | undefined;
}

export interface TicketMessage {
  id: string;
  authorKind: SupportMessageTable['author_kind'];
  /** Undefined where the reader may not see the person. */
  authorName: string | undefined;
  text: string;
  createdAt: number;
}

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
  ticket: { id: string; tenantId: string; subject: string; createdBy: string; now: number },
): Promise<void> {
  await tx
    .insertInto('support_ticket')
    .values({
      id: ticket.id,
      tenant_id: ticket.tenantId,
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
    ticket: Pick<Ticket, 'id' | 'tenantId'>;
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
      tenant_id: message.ticket.tenantId,
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
  return { tickets: rows.map(toTicket), total: Number(total) };
}

export async function findTicket(tx: Db, id: string): Promise<Ticket | undefined> {
  const row = await withNames(
    tx.selectFrom('support_ticket').where('support_ticket.id', '=', id),
  ).executeTakeFirst();
  return row && toTicket(row);
}

/** The messages of a ticket, oldest first. */
export async function listMessages(
  tx: Db,
  ticket: Pick<Ticket, 'id' | 'tenantId'>,
): Promise<TicketMessage[]> {
  const rows = await tx
    .selectFrom('support_message')
    .leftJoin('app_user', 'app_user.id', 'support_message.author_id')
    .selectAll('support_message')
    .select('app_user.full_name')
    .where('support_message.tenant_id', '=', ticket.tenantId)
    .where('support_message.ticket_id', '=', ticket.id)
    .orderBy('support_message.created_at')
    .orderBy('support_message.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    authorKind: row.author_kind,
    authorName: row.full_name ?? undefined,
    text: row.body,
    createdAt: row.created_at.getTime(),
  }));
}

function withNames(tickets: SelectQueryBuilder<Database, 'support_ticket', object>) {
  return tickets
    .innerJoin('tenant', 'tenant.id', 'support_ticket.tenant_id')
    .leftJoin('app_user', 'app_user.id', 'support_ticket.created_by')
    .selectAll('support_ticket')
    .select(['tenant.name as tenant_name', 'app_user.full_name as author_name']);
}

type TicketRow = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

function toTicket(row: TicketRow): Ticket {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    subject: row.subject,
    state: row.state,
    createdBy: row.created_by ?? undefined,
    authorName: row.author_name ?? undefined,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    closedAt: row.closed_at?.getTime(),
  };
}
