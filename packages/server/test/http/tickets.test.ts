import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { NotificationPage } from '../../src/outbound/notifications/record.ts';
import { AuditPage } from '../../src/people/audit-log/schemas.ts';
import {
  PlatformTicketDetail,
  PlatformTicketPage,
  TicketDetail,
  TicketPage,
} from '../../src/operate/tickets/record.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { insertMessage } from '../../src/operate/tickets/store.ts';
import { type TestSession, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const operator = await api.createSession({ isSuperadmin: true });

async function openTicket({ token }: TestSession, subject = 'Events are missing') {
  const body = { subject, message: 'The replay gave none.\nWhy?' };
  const answer = await api.send('POST', '/support/tickets', token, body);
  assert.equal(answer.status, 201, answer.text);
  return TicketDetail.parse(answer.body);
}

async function write(path: string, token: string, message: string) {
  api.clock.advance(1000);
  const answer = await api.send('POST', `${path}/messages`, token, { message });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const notificationsOf = async ({ token }: TestSession) =>
  NotificationPage.parse((await api.get('/notifications', token)).body).items;

suite('the life of a ticket', () => {
  test('a viewer opens it, a superadmin answers, the author is notified, a reply opens it again, closing ends it', async () => {
    const author = await api.createSession({ role: 'viewer' });
    const { id, state, messages } = await openTicket(author);
    assert.equal(state, 'open');
    assert.deepEqual(
      messages.map(({ author: who, author_name, text }) => [who, author_name, text]),
      [['customer', 'Test', 'The replay gave none.\nWhy?']],
    );

    const answered = PlatformTicketDetail.parse(
      await write(`/admin/tickets/${id}`, operator.token, 'The endpoint was disabled.'),
    );
    assert.deepEqual([answered.state, answered.tenant_id], ['answered', author.tenantId]);
    const [notification] = await notificationsOf(author);
    assert.deepEqual(
      [notification.kind, notification.title, notification.path],
      ['ticket_answered', 'Answer to "Events are missing"', `/support/${id}`],
    );
    const mails = (await api.deliverMail()).map(({ to, subject }) => [to, subject]);
    assert.deepEqual(mails, [[author.email, 'Answer to "Events are missing"']]);

    const seen = TicketDetail.parse((await api.get(`/support/tickets/${id}`, author.token)).body);
    assert.deepEqual(
      seen.messages.map(({ author: who, author_name }) => [who, author_name]),
      [
        ['customer', 'Test'],
        ['support', null],
      ],
    );

    const path = `/support/tickets/${id}`;
    assert.equal(TicketDetail.parse(await write(path, author.token, 'Thank you.')).state, 'open');
    const closed = TicketDetail.parse((await api.send('POST', `${path}/close`, author.token)).body);
    assert.equal(closed.state, 'closed');
    assert.equal(closed.closed_at, new Date(api.clock.now()).toISOString().replace('.000', ''));
    api.clock.advance(1000);
    const again = await api.send('POST', `/admin/tickets/${id}/close`, operator.token);
    assert.equal(TicketDetail.parse(again.body).closed_at, closed.closed_at);
    const reopened = TicketDetail.parse(await write(path, author.token, 'One more thing.'));
    assert.deepEqual([reopened.state, reopened.closed_at], ['open', null]);

    const admin = await api.createSession({ tenantId: author.tenantId });
    const audit = AuditPage.parse((await api.get('/settings/audit', admin.token)).body);
    assert.deepEqual(audit.items.map(({ action, actor }) => `${actor.kind} ${action}`).reverse(), [
      'user ticket.opened',
      'operator ticket.answered',
      'user ticket.replied',
      'user ticket.closed',
      'user ticket.replied',
    ]);
  });

  test('an author who is deactivated is not notified', async () => {
    const author = await api.createSession();
    const { id } = await openTicket(author);
    const at = new Date(api.clock.now());
    await api.db
      .updateTable('app_user')
      .set({ deactivated_at: at })
      .where('id', '=', author.userId)
      .execute();
    await write(`/admin/tickets/${id}`, operator.token, 'Here you are.');
    assert.deepEqual(await api.deliverMail(), []);
    const rows = api.db.selectFrom('notification').select('id').where('user_id', '=', author.userId);
    assert.deepEqual(await rows.execute(), []);
  });
});

suite('who sees which tickets', () => {
  test('colleagues see and continue them, other tenants do not, superadmins see all', async () => {
    const author = await api.createSession({ role: 'viewer' });
    const colleague = await api.createSession({ tenantId: author.tenantId, role: 'trader' });
    const stranger = await api.createSession();
    const { id } = await openTicket(author, 'Ours');
    await openTicket(stranger, 'Theirs');
    await write(`/support/tickets/${id}`, colleague.token, 'I see it too.');
    const subjects = async (path: string, token: string) => {
      const { items } = TicketPage.parse((await api.get(path, token)).body);
      return items.map(({ subject }) => subject);
    };
    assert.deepEqual(await subjects('/support/tickets', colleague.token), ['Ours']);
    assert.deepEqual(await subjects('/support/tickets?state=closed', colleague.token), []);
    const all = await subjects('/admin/tickets?page_size=200', operator.token);
    assert.ok(all.includes('Ours') && all.includes('Theirs'));
    const pastTheEnd = TicketPage.parse((await api.get('/support/tickets?page=2', colleague.token)).body);
    assert.deepEqual([pastTheEnd.items, pastTheEnd.total], [[], 1]);
    const ofTenant = await api.get(`/admin/tickets?tenant_id=${author.tenantId}`, operator.token);
    const { items, total } = PlatformTicketPage.parse(ofTenant.body);
    assert.deepEqual([items.map((item) => item.id), total, items[0].tenant_name], [[id], 1, 'Test']);
    for (const [method, path, body] of [
      ['GET', `/support/tickets/${id}`, undefined],
      ['POST', `/support/tickets/${id}/messages`, { message: 'Let me in.' }],
      ['POST', `/support/tickets/${id}/close`, undefined],
    ] as const) {
      const answer =
        method === 'GET'
          ? await api.get(path, stranger.token)
          : await api.send(method, path, stranger.token, body);
      assert.deepEqual(errorOf(answer), [403, 'insufficient_scope']);
    }
  });

  test('a tenant cannot write in the name of the platform: the database refuses it', async () => {
    const author = await api.createSession();
    const { id } = await openTicket(author);
    const { tenantId, userId: authorId } = author;
    const forged = {
      ticket: { id, tenant_id: tenantId },
      authorId,
      text: 'All is well.',
      now: api.clock.now(),
    };
    await assert.rejects(
      withTenant(api.db, tenantId, (tx) => insertMessage(tx, { ...forged, authorKind: 'support' })),
      /row-level security/,
    );
  });
});

suite('bounds', () => {
  test('subjects are one line, messages 5,000 characters without control characters', async () => {
    const { token } = await api.createSession();
    for (const body of [
      { subject: 'Two\nlines', message: 'x' },
      { subject: 'x'.repeat(201), message: 'x' },
      { subject: 'x', message: ' \n ' },
      { subject: 'x', message: 'x'.repeat(5001) },
      { subject: 'x', message: 'a\0b' },
      { subject: 'x' },
    ]) {
      assert.deepEqual(errorOf(await api.send('POST', '/support/tickets', token, body)), [
        422,
        'validation_error',
      ]);
    }
  });

  test('a tenant has 50 tickets that are not closed, however many ask at once', async () => {
    const user = await api.createSession();
    const body = { subject: 'Many', message: 'x' };
    const answers = await Promise.all(
      Array.from({ length: 55 }, () => api.send('POST', '/support/tickets', user.token, body)),
    );
    const created = answers.filter(({ status }) => status === 201);
    assert.equal(created.length, 50);
    assert.equal(answers.filter(({ status }) => status === 409).length, 5);
    const { id } = TicketDetail.parse(created[0].body);
    await api.send('POST', `/support/tickets/${id}/close`, user.token);
    await openTicket(user);
  });

  test('a ticket has 100 messages', async () => {
    const user = await api.createSession();
    const { id } = await openTicket(user);
    const path = `/support/tickets/${id}`;
    const message = { ticket: { id, tenant_id: user.tenantId }, authorKind: 'customer' as const, text: 'x' };
    const now = api.clock.now();
    for (let i = 1; i < 99; i++) await insertMessage(api.db, { ...message, authorId: user.userId, now });
    await write(path, user.token, 'the 100th');
    const refused = await api.send('POST', `${path}/messages`, user.token, { message: 'the 101st' });
    assert.deepEqual(errorOf(refused), [409, 'conflict']);
  });
});
