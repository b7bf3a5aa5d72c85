import { z } from 'zod';
import { TICKET_STATES } from '../../ground/database/support-schema.ts';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { onWire } from '../../ground/http/wire.ts';
import { idField, lineField, shownField, ShownTenantName } from '../../people/access/account-fields.ts';
import type { TicketThread } from './rules.ts';

const LONGEST_MESSAGE = 5000;

const State = z.enum(TICKET_STATES).meta({
  description: '`open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do',
  examples: ['open'],
});

/** Text of several lines. Control characters other than line breaks and tabs have no meaning in it. */
const Message = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_MESSAGE)
  .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), 'Send text without control characters.')
  .meta({ description: 'What you want to say', examples: ['The replay of last week gave no events.'] });

export const NewTicket = z
  .strictObject(
    { subject: lineField('What it is about', 'Events are missing'), message: Message },
    'Send subject and message as JSON.',
  )
  .meta({ id: 'NewTicket' });

export const NewMessage = z
  .strictObject({ message: Message }, 'Send message as JSON.')
  .meta({ id: 'NewMessage' });

const TicketRecord = z
  .object({
    id: idField('Identifier of the ticket'),
    subject: shownField('What it is about', 'Events are missing'),
    state: State,
    author_name: shownField('Who opened it', 'Ana Ruiz').nullable(),
    created_at: instantField('When it was opened'),
    updated_at: instantField('When it was last written to, answered or closed'),
    closed_at: instantField('When it was closed').nullable(),
  })
  .meta({ id: 'Ticket' });

const MessageRecord = z
  .object({
    id: idField('Identifier of the message'),
    author: z
      .enum(['customer', 'support'])
      .meta({ description: 'Who wrote it: the tenant or the platform', examples: ['support'] }),
    author_name: shownField('Name of the person; null for people of the platform', 'Ana Ruiz').nullable(),
    text: shownField('The message', 'The replay of last week gave no events.'),
    created_at: instantField('When it was written'),
  })
  .meta({ id: 'TicketMessage' });

const messages = z.array(MessageRecord).meta({ description: 'The messages, oldest first; 100 at most' });

export const TicketDetail = TicketRecord.extend({ messages }).meta({ id: 'TicketDetail' });

export const TicketPage = pageOf(TicketRecord).meta({ id: 'TicketPage' });

const state = State.optional();

export const TicketQuery = z.strictObject({ state, ...pageParameters });

const ofTenant = { tenant_id: idField('Tenant that it belongs to'), tenant_name: ShownTenantName };

const PlatformTicketRecord = TicketRecord.extend(ofTenant).meta({ id: 'PlatformTicket' });

export const PlatformTicketDetail = TicketDetail.extend(ofTenant).meta({ id: 'PlatformTicketDetail' });

export const PlatformTicketPage = pageOf(PlatformTicketRecord).meta({ id: 'PlatformTicketPage' });

export const PlatformTicketQuery = z.strictObject({
  state,
  tenant_id: z
    .uuid('Send the id of a tenant.')
    .optional()
    .meta({ description: 'Only tickets of this tenant' }),
  ...pageParameters,
});

export function toTicketDetail(thread: TicketThread) {
  return { ...onWire(thread), messages: thread.messages.map(onWire) };
}
