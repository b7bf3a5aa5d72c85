import { withTenant } from '../../ground/database/database.ts';
import type { TicketState } from '../../ground/database/support-schema.ts';
import { type Ticket, listTickets } from './support-tickets.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { TicketThread } from './ticket-thread.ts';
import { withOwnTicket } from './with-own-ticket.ts';

/** A page of the tenant's tickets, the one that changed last first. */
export async function listOwnTickets(
  { db }: IdentityContext,
  { tenantId }: Principal,
  query: { state: TicketState | undefined; limit: number; offset: number },
): Promise<{ tickets: Ticket[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listTickets(tx, { tenantId, ...query }));
}

export async function getOwnTicket(
  context: IdentityContext,
  principal: Principal,
  id: string,
): Promise<TicketThread> {
  return withOwnTicket(context, principal, id, async (_tx, ticket) => ticket);
}
