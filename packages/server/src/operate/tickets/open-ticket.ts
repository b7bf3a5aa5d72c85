import { AppError } from '../../ground/errors.ts';
import { withTenant } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import { countUnclosedTickets, insertMessage, insertTicket, lockTickets } from './support-tickets.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { userOf } from '../../people/users/session-user.ts';
import { type TicketThread, auditTicket, readThread } from './ticket-thread.ts';

const MOST_UNCLOSED_TICKETS = 50;
/** Of those, so many are the admins' alone: nobody else can keep a tenant from asking. */
const KEPT_FOR_ADMINS = 10;
/** Of a user who is no admin. */
const MOST_OF_USER = 10;

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
    const unclosed = await countUnclosedTickets(tx, { tenantId, userId });
    const isAdmin = principal.role === 'admin';
    if (!isAdmin && unclosed.ofUser >= MOST_OF_USER) {
      throw new AppError(
        'conflict',
        `A user has at most ${MOST_OF_USER} tickets that are not closed; close one first.`,
      );
    }
    if (unclosed.ofTenant >= MOST_UNCLOSED_TICKETS - (isAdmin ? 0 : KEPT_FOR_ADMINS)) {
      const message = isAdmin
        ? `A tenant has at most ${MOST_UNCLOSED_TICKETS} tickets that are not closed; close one first.`
        : `The tenant has ${unclosed.ofTenant} tickets that are not closed; further ones are for its admins to open.`;
      throw new AppError('conflict', message);
    }
    await insertTicket(tx, { ...ticket, createdBy: userId, now });
    await insertMessage(tx, { ticket, authorKind: 'customer', authorId: userId, text, now });
    await auditTicket(tx, ticket, { actor: actorOf(principal), verb: 'opened', now });
    return readThread(tx, ticket.id);
  });
}
