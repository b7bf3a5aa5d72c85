import type { Transaction } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { type Db, inTransaction } from '../../ground/database/database.ts';
import { ALERT_CHANNELS } from '../../ground/database/notification-schema.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { TicketState } from '../../ground/database/support-schema.ts';
import { type Ticket, listTickets } from './support-tickets.ts';
import { findUser } from '../../people/users/store.ts';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import type { AccountContext } from '../../people/access/account-context.ts';
import { notify } from '../../outbound/notifications/notify.ts';
import { sessionOf } from '../../people/users/session-user.ts';
import { type TicketThread, addMessage, closeThread, lockThread } from './ticket-thread.ts';

const Id = z.uuid();

/** A page of the tickets of all tenants, or of one: for routes that are the superadmins' alone, like all of this file. */
export async function listAllTickets(
  { db }: { db: Db },
  query: { tenantId: string | undefined; state: TicketState | undefined; limit: number; offset: number },
): Promise<{ tickets: Ticket[]; total: number }> {
  return listTickets(db, query);
}

export async function getTicket(context: { db: Db }, id: string): Promise<TicketThread> {
  return withTicket(context, id, async (_tx, ticket) => ticket);
}

/** Answers a ticket and notifies its author, as long as the author is active. */
export async function answerTicket(
  context: AccountContext,
  principal: Principal,
  id: string,
  text: string,
): Promise<TicketThread> {
  const authorId = sessionOf(principal).userId;
  const answered = await withTicket(context, id, async (tx, ticket) => {
    const now = context.clock.now();
    const audit = { actor: operatorOf(principal), now };
    const thread = await addMessage(tx, ticket, { authorKind: 'support', authorId, text }, audit);
    const author = ticket.createdBy === undefined ? undefined : await findUser(tx, ticket.createdBy);
    if (author?.isActive === true) {
      const content = { kind: 'ticket_answered' as const, ticketId: id, subject: ticket.subject };
      const recipient = { ...author, userId: author.id };
      await notify(tx, [{ recipient, content, channels: ALERT_CHANNELS }], now);
    }
    return thread;
  });
  context.onMailQueued();
  return answered;
}

export async function closeTicket(
  context: AccountContext,
  principal: Principal,
  id: string,
): Promise<TicketThread> {
  return withTicket(context, id, (tx, ticket) =>
    closeThread(tx, ticket, { actor: operatorOf(principal), now: context.clock.now() }),
  );
}

async function withTicket<T>(
  { db }: { db: Db },
  id: string,
  work: (tx: Transaction<Database>, ticket: TicketThread) => Promise<T>,
): Promise<T> {
  if (!Id.safeParse(id).success) throw new AppError('not_found', 'There is no ticket with this id.');
  return inTransaction(db, async (tx) => work(tx, await lockThread(tx, id)));
}
