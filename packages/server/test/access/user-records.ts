import { randomUUID } from 'node:crypto';
import { insertRule } from '../../src/desk/alerts/store.ts';
import { withTenant, withUser } from '../../src/ground/database/database.ts';
import { insertChannel } from '../../src/outbound/channels/store.ts';
import { insertNotifications } from '../../src/outbound/notifications/store.ts';
import { insertMessage, insertTicket } from '../../src/operate/tickets/store.ts';
import type { RecordMaker } from './records.ts';

/** Records of the user who asks for them. */
export const makeAlertRule: RecordMaker = async ({ db, clock }, place) => {
  const id = randomUUID();
  await withUser(db, place, (tx) =>
    insertRule(tx, {
      id,
      tenant_id: place.tenantId,
      user_id: place.userId,
      name: `rule of ${place.userId}`,
      kind: 'price_above',
      probability: null,
      hours: null,
      product: 'da',
      resolution: 'PT1H',
      threshold: 150,
      from_hour: 0,
      to_hour: 24,
      days_ahead: 1,
      channels: ['in_app'],
      enabled: true,
      created_at: new Date(clock.now()),
      updated_at: new Date(clock.now()),
    }),
  );
  return { id };
};

export const makeAlertChannel: RecordMaker = async ({ db, clock }, place) => {
  const id = randomUUID();
  await withUser(db, place, (tx) =>
    insertChannel(
      tx,
      {
        id,
        tenant_id: place.tenantId,
        user_id: place.userId,
        kind: 'slack',
        name: `channel of ${place.userId}`,
        target: Buffer.alloc(32),
        host: 'hooks.example.com',
        quiet_from: null,
        quiet_to: null,
        digest_at: null,
        time_zone: 'Europe/Madrid',
      },
      clock.now(),
    ),
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
  const ticket = { id: randomUUID(), tenant_id: tenantId, subject: `ticket of ${userId}` };
  const now = clock.now();
  await withTenant(db, tenantId, async (tx) => {
    await insertTicket(tx, { ...ticket, createdBy: userId, now });
    await insertMessage(tx, { ticket, authorKind: 'customer', authorId: userId, text: 'Why?', now });
  });
  return { id: ticket.id };
};
