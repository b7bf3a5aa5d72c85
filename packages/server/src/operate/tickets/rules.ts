import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, withTenant } from '../../ground/database/database.ts';
import { ALERT_CHANNELS } from '../../ground/database/notification-schema.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { TicketState } from '../../ground/database/support-schema.ts';
import { AppError } from '../../ground/errors.ts';
import { notify } from '../../outbound/notifications/notify.ts';
import type { AccountContext, IdentityContext } from '../../people/access/account-context.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { actorOf, operatorOf, type Principal } from '../../people/access/principal.ts';
import { appendAudit, type AuditActor } from '../../people/audit/audit.ts';
import { sessionOf, userOf } from '../../people/users/session-user.ts';
import { findUser } from '../../people/users/store.ts';
import {
  countUnclosedTickets,
  findTicket,
  insertMessage,
  insertTicket,
  listMessages,
  listTickets,
  lockTicket,
  lockTickets,
  setTicketState,
  type Ticket,
  type TicketMessage,
} from './store.ts';

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
  const ticket = { id: orderedId(), tenant_id: tenantId, subject };
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

function assertOwner({ userId, role }: Principal, { created_by }: TicketThread, what: string): void {
  if (role === 'admin' || userId === created_by) return;
  throw new AppError('insufficient_scope', `Only its author and admins can ${what}.`);
}

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
    const author = ticket.created_by === null ? undefined : await findUser(tx, ticket.created_by);
    if (author?.active === true) {
      const content = { kind: 'ticket_answered' as const, ticketId: id, subject: ticket.subject };
      const { id: userId, tenant_id: tenantId, email, locale } = author;
      const recipient = { userId, tenantId, email, locale };
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

/** A ticket with its messages, oldest first. */
export interface TicketThread extends Ticket {
  messages: TicketMessage[];
}

/** Messages of one ticket, so that an answer with all of them stays small. */
const MOST_MESSAGES = 100;

async function readThread(tx: Db, id: string): Promise<TicketThread> {
  const ticket = await findTicket(tx, id);
  if (ticket === undefined) throw new AppError('not_found', 'There is no ticket with this id.');
  return { ...ticket, messages: await listMessages(tx, ticket) };
}

/** Keeps others off a ticket until the transaction ends. */
async function lockThread(tx: Db, id: string): Promise<TicketThread> {
  await lockTicket(tx, id);
  return readThread(tx, id);
}

/** Adds a message, which opens or answers the ticket, and the audit of it. */
async function addMessage(
  tx: Db,
  ticket: TicketThread,
  message: { authorKind: TicketMessage['author']; authorId: string; text: string },
  audit: { actor: AuditActor; now: number },
): Promise<TicketThread> {
  if (ticket.messages.length >= MOST_MESSAGES) {
    throw new AppError('conflict', `A ticket has at most ${MOST_MESSAGES} messages; open another one.`);
  }
  const { now } = audit;
  const isAnswer = message.authorKind === 'support';
  await insertMessage(tx, { ...message, ticket, now });
  await setTicketState(tx, ticket.id, isAnswer ? 'answered' : 'open', now);
  await auditTicket(tx, ticket, { ...audit, verb: isAnswer ? 'answered' : 'replied' });
  return readThread(tx, ticket.id);
}

/** Closes a ticket; doing so twice is no error. */
async function closeThread(
  tx: Db,
  ticket: TicketThread,
  audit: { actor: AuditActor; now: number },
): Promise<TicketThread> {
  if (ticket.state === 'closed') return ticket;
  await setTicketState(tx, ticket.id, 'closed', audit.now);
  await auditTicket(tx, ticket, { ...audit, verb: 'closed' });
  return readThread(tx, ticket.id);
}

/** Writes who did what to a ticket into the audit of its tenant. */
async function auditTicket(
  tx: Db,
  ticket: Pick<Ticket, 'id' | 'tenant_id' | 'subject'>,
  { actor, verb, now }: { actor: AuditActor; verb: string; now: number },
): Promise<void> {
  await appendAudit(tx, {
    tenantId: ticket.tenant_id,
    actor,
    action: `ticket.${verb}`,
    target: { type: 'ticket', id: ticket.id },
    details: { subject: ticket.subject },
    now,
  });
}

/** Runs `work` on one of the tenant's tickets. That of another tenant is 403, an id that nobody has 404. */
async function withOwnTicket<T>(
  { db }: IdentityContext,
  principal: Principal,
  id: string,
  work: (tx: Transaction<Database>, ticket: TicketThread) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'support_ticket', id, noun: 'ticket' });
  return withTenant(db, principal.tenantId, async (tx) => work(tx, await lockThread(tx, id)));
}
