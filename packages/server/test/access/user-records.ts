import { randomUUID } from 'node:crypto';
import { insertRule } from '../../src/desk/alerts/rules.ts';
import { withTenant, withUser } from '../../src/ground/database/database.ts';
import { insertChannel } from '../../src/outbound/channels/channels.ts';
import { insertNotifications } from '../../src/outbound/notifications/notifications.ts';
import { insertMessage, insertTicket } from '../../src/operate/tickets/support-tickets.ts';
import type { RecordMaker } from './records.ts';

/** Records of the user who asks for them. */
export const makeAlertRule: RecordMaker = async ({ db, clock }, place) => {
  const id = randomUUID();
  await withUser(db, place, (tx) =>
    insertRule(tx, {
      ...place,
      id,
      name: `rule of ${place.userId}`,
      kind: 'price_above',
      probability: null,
      hours: null,
      product: 'da',
      resolution: 'PT1H',
      threshold: 150,
      fromHour: 0,
      toHour: 24,
      daysAhead: 1,
      channels: ['in_app'],
      enabled: true,
      now: clock.now(),
    }),
  );
  return { id };
};

export const makeAlertChannel: RecordMaker = async ({ db, clock }, place) => {
  const id = randomUUID();
  await withUser(db, place, (tx) =>
    insertChannel(tx, {
      ...place,
      id,
      kind: 'slack',
      name: `channel of ${place.userId}`,
      target: Buffer.alloc(32),
      host: 'hooks.example.com',
      quietFrom: null,
      quietTo: null,
      digestAt: null,
      timeZone: 'Europe/Madrid',
      enabled: true,
      now: clock.now(),
    }),
  );
  return { id };
};

export const makeNotification: RecordMaker = async ({ db, clock }, place) => {
  const subject = `subject of ${place.userId}`;
  const content = { kind: 'ticket_answered' as const, ticketId: randomUUID(), subject };
  const [id] = await insertNotifications(db, [{ ...place, content }], clock.now());
  return { id };
};

export const makeTicket: RecordMaker = async ({ db, clock }, { tenantId, userId }) => {
  const ticket = { id: randomUUID(), tenantId, subject: `ticket of ${userId}` };
  const now = clock.now();
  await withTenant(db, tenantId, async (tx) => {
    await insertTicket(tx, { ...ticket, createdBy: userId, now });
    await insertMessage(tx, { ticket, authorKind: 'customer', authorId: userId, text: 'Why?', now });
  });
  return { id: ticket.id };
};
