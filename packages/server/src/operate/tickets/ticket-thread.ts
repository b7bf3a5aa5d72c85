import { AppError } from '../../ground/errors.ts';
import { type AuditActor, appendAudit } from '../../people/audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import {
  type Ticket,
  type TicketMessage,
  findTicket,
  insertMessage,
  listMessages,
  lockTicket,
  setTicketState,
} from './support-tickets.ts';

/** A ticket with its messages, oldest first. */
export interface TicketThread extends Ticket {
  messages: TicketMessage[];
}

/** Messages of one ticket, so that an answer with all of them stays small. */
const MOST_MESSAGES = 100;

export async function readThread(tx: Db, id: string): Promise<TicketThread> {
  const ticket = await findTicket(tx, id);
  if (ticket === undefined) throw new AppError('not_found', 'There is no ticket with this id.');
  return { ...ticket, messages: await listMessages(tx, ticket) };
}

/** Keeps others off a ticket until the transaction ends. */
export async function lockThread(tx: Db, id: string): Promise<TicketThread> {
  await lockTicket(tx, id);
  return readThread(tx, id);
}

/** Adds a message, which opens or answers the ticket, and the audit of it. */
export async function addMessage(
  tx: Db,
  ticket: TicketThread,
  message: { authorKind: TicketMessage['authorKind']; authorId: string; text: string },
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
export async function closeThread(
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
export async function auditTicket(
  tx: Db,
  ticket: Pick<Ticket, 'id' | 'tenantId' | 'subject'>,
  { actor, verb, now }: { actor: AuditActor; verb: string; now: number },
): Promise<void> {
  await appendAudit(tx, {
    tenantId: ticket.tenantId,
    actor,
    action: `ticket.${verb}`,
    target: { type: 'ticket', id: ticket.id },
    details: { subject: ticket.subject },
    now,
  });
}
