import type { TicketThread } from './ticket-thread.ts';
import type { Ticket } from './support-tickets.ts';
import type { TicketDetail, TicketRecord } from './schemas.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';

/** How tickets look on the wire. */
export function toTicketRecord(ticket: Ticket): TicketRecord {
  return {
    id: ticket.id,
    subject: ticket.subject,
    state: ticket.state,
    author_name: ticket.authorName ?? null,
    created_at: formatInstant(ticket.createdAt),
    updated_at: formatInstant(ticket.updatedAt),
    closed_at: formatOptionalInstant(ticket.closedAt),
  };
}

export function toTicketDetail(thread: TicketThread): TicketDetail {
  return {
    ...toTicketRecord(thread),
    messages: thread.messages.map((message) => ({
      id: message.id,
      author: message.authorKind,
      author_name: message.authorName ?? null,
      text: message.text,
      created_at: formatInstant(message.createdAt),
    })),
  };
}

/** The tenant of a ticket, for the platform's people. */
export function tenantOf({ tenantId, tenantName }: Ticket) {
  return { tenant_id: tenantId, tenant_name: tenantName };
}
