import { AppError } from '../../errors.ts';
import { withTenant } from '../../store/database.ts';
import { orderedId } from '../../store/ordered-id.ts';
import {
  countUnclosedTickets,
  insertMessage,
  insertTicket,
  lockTickets,
} from '../../store/support-tickets.ts';
import { actorOf } from '../identity/actor-of.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
import { userOf } from '../profile/session-user.ts';
import { type TicketThread, auditTicket, readThread } from './ticket-thread.ts';

const MOST_UNCLOSED_TICKETS = 50;

/** Asks the platform's people something. */
export async function openTicket(
  { db, clock }: IdentityContext,
  principal: Principal,
  { subject, text }: { subject: string; text: string },
): Promise<TicketThread> {
  const { tenantId, userId } = userOf(principal);
  const ticket = { id: orderedId(), tenantId, subject };
  return withTenant(db, tenantId, async (tx) => {
    const now = clock.now();
    await lockTickets(tx, tenantId);
    if ((await countUnclosedTickets(tx, tenantId)) >= MOST_UNCLOSED_TICKETS) {
      throw new AppError(
        'conflict',
        `A tenant has at most ${MOST_UNCLOSED_TICKETS} tickets that are not closed; close one first.`,
      );
    }
    await insertTicket(tx, { ...ticket, createdBy: userId, now });
    await insertMessage(tx, { ticket, authorKind: 'customer', authorId: userId, text, now });
    await auditTicket(tx, ticket, { actor: actorOf(principal), verb: 'opened', now });
    return readThread(tx, ticket.id);
  });
}
