import { AppError } from '../../ground/errors.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { sessionOf } from '../../people/users/session-user.ts';
import { type TicketThread, addMessage, closeThread } from './ticket-thread.ts';
import { withOwnTicket } from './with-own-ticket.ts';

/** A customer's message to one of the tenant's tickets, which is open again with it; a closed one is its author's and the admins' to open. */
export async function replyToTicket(
  context: IdentityContext,
  principal: Principal,
  id: string,
  text: string,
): Promise<TicketThread> {
  const authorId = sessionOf(principal).userId;
  return withOwnTicket(context, principal, id, (tx, ticket) => {
    if (ticket.state === 'closed') assertOwner(principal, ticket, 'open a closed ticket again');
    const audit = { actor: actorOf(principal), now: context.clock.now() };
    return addMessage(tx, ticket, { authorKind: 'customer', authorId, text }, audit);
  });
}

/** Closes one of the tenant's tickets; a reply opens it again. */
export async function closeOwnTicket(
  context: IdentityContext,
  principal: Principal,
  id: string,
): Promise<TicketThread> {
  return withOwnTicket(context, principal, id, (tx, ticket) => {
    assertOwner(principal, ticket, 'close a ticket');
    return closeThread(tx, ticket, { actor: actorOf(principal), now: context.clock.now() });
  });
}

function assertOwner({ userId, role }: Principal, { createdBy }: TicketThread, what: string): void {
  if (role === 'admin' || userId === createdBy) return;
  throw new AppError('insufficient_scope', `Only its author and admins can ${what}.`);
}
