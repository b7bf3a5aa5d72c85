import type { Ticket, TicketDetail } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { plain } from '../output/cell.ts';
import { type View, tableOf, timeColumn } from '../output/view.ts';

const STATES = ['open', 'answered', 'closed'] as const satisfies Ticket['state'][];
const id = argument('id', 'identifier of the ticket; "lonja tickets" lists them');

const createCommand = apiCommand({
  name: 'create',
  summary: 'Open a support ticket.',
  inputs: {
    subject: argument('subject', 'what it is about'),
    message: argument('message', 'what you ask'),
  },
  examples: [['lonja tickets create "Prices of Friday" "Hour 3 differs from OMIE."', 'a new ticket']],
  async load({ client }, question) {
    return ticketView(await client.support.createTicket(question));
  },
});

const showCommand = apiCommand({
  name: 'show',
  summary: 'Show a ticket with its messages.',
  inputs: { id },
  examples: [['lonja tickets show 0b0a7a52-...', 'what was asked and answered']],
  async load({ client }, { id }) {
    return ticketView(await client.support.ticket({ id }));
  },
});

const replyCommand = apiCommand({
  name: 'reply',
  summary: 'Write to a ticket; one that was answered is open again.',
  inputs: { id, message: argument('message', 'what you write') },
  examples: [['lonja tickets reply 0b0a7a52-... "Thank you."', 'a further message']],
  async load({ client }, reply) {
    return ticketView(await client.support.replyToTicket(reply));
  },
});

const closeCommand = apiCommand({
  name: 'close',
  summary: 'Close a ticket.',
  inputs: { id },
  examples: [['lonja tickets close 0b0a7a52-...', 'it is settled']],
  async load({ client }, { id }) {
    return ticketView(await client.support.closeTicket({ id }));
  },
});

export const ticketsCommand = apiCommand({
  name: 'tickets',
  summary: 'List the support tickets of the organisation.',
  inputs: { state: choice('state', 'in this state', STATES), ...listInputs },
  examples: [['lonja tickets --state answered', 'what was answered']],
  commands: [createCommand, showCommand, replyCommand, closeCommand],
  async load({ client }, { state, limit }) {
    const tickets = await collect(client.support.tickets, { state }, limit);
    return {
      data: tickets,
      table: tableOf(tickets.items, {
        id: (ticket) => plain(ticket.id),
        subject: ({ subject }) => plain(subject),
        state: (ticket) => plain(ticket.state),
        by: ({ author_name: name }) => plain(name),
        changed: timeColumn('updated_at', ({ updated_at: at }) => at),
      }),
      foot: moreThanShown(tickets),
    };
  },
});

function ticketView(ticket: TicketDetail): View {
  return {
    data: ticket,
    head: [`${plain(ticket.subject).text} (${ticket.state}), ${ticket.id}`],
    table: tableOf(ticket.messages, {
      at: timeColumn('created_at', ({ created_at: at }) => at),
      by: ({ author, author_name: name }) => plain(name ?? author),
      text: ({ text }) => plain(text),
    }),
  };
}
