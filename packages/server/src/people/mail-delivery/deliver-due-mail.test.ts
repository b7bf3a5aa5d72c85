import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { callbackify } from 'node:util';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createMailTransport } from '../mail/mail-transport.ts';
import { type NewMail, queueMail } from '../mail/mail-queue.ts';
import { insertRegistration, lockRegistration } from '../registration/store.ts';
import { createTenant, createUser } from '../access/create-identities.ts';
import { hashCode } from '../access/mailed-secret.ts';
import { type MailContext, deliverDueMail } from './deliver-due-mail.ts';

const { db, drop } = await createTestDatabase();
const clock = createTestClock('2026-03-30T10:05:00Z');
const received: { mail: Email; to: string[]; user: string | undefined }[] = [];
let refusals = 0;
const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    password === 'mail secret' ? done(null, { user: username }) : done(new Error('wrong password')),
  onData(stream, session, done) {
    callbackify(receive)(stream, session, done);
  },
});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
const address = server.server.address() as AddressInfo;
const outboxDir = await mkdtemp(path.join(tmpdir(), 'lonja-outbox-'));
after(async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await drop();
  await rm(outboxDir, { recursive: true });
});

async function receive(stream: Readable, session: SMTPServerSession): Promise<void> {
  const chunks = await stream.toArray();
  if (refusals > 0) {
    refusals--;
    throw new Error('try again later');
  }
  received.push({
    mail: await PostalMime.parse(Buffer.concat(chunks)),
    to: session.envelope.rcptTo.map(({ address }) => address),
    user: session.user === undefined ? undefined : String(session.user),
  });
}

const from = 'Lonja <lonja@example.com>';
const context: MailContext = {
  db,
  clock,
  logger: pino({ level: 'silent' }),
  sessionSecrets: [new Uint8Array(32)],
  publicUrl: 'https://lonja.example.com',
  transport: createMailTransport({
    smtpUrl: `smtp://mailer:mail%20secret@127.0.0.1:${address.port}`,
    from,
    outboxDir,
  }),
};

function queue(mail: Partial<NewMail>): Promise<void> {
  const message = { kind: 'notice' as const, subject: 'Hello', paragraphs: ['One.'] };
  const defaults = { tenantId: undefined, to: 'ana@example.com', locale: 'en' as const, message };
  return queueMail(db, { ...defaults, now: clock.now(), ...mail });
}

async function delivered(): Promise<Email[]> {
  received.length = 0;
  await deliverDueMail({ ...context, atOnce: 1 });
  return received.map(({ mail }) => mail);
}

async function waiting(): Promise<number> {
  return (await db.selectFrom('mail_queue').select('id').execute()).length;
}

test('a notice arrives over SMTP as text and as HTML, markup escaped, and leaves the queue', async () => {
  await queue({
    locale: 'es',
    message: {
      kind: 'notice',
      subject: 'Aviso:\r\nBcc: eve@example.com',
      paragraphs: ['El desvío <b>sube</b> & baja.'],
      link: { label: 'Ver', path: '/webhooks' },
    },
  });
  const [mail] = await delivered();
  assert.deepEqual(received[0].to, ['ana@example.com']);
  assert.equal(received[0].user, 'mailer');
  assert.equal(mail.from?.address, 'lonja@example.com');
  assert.equal(mail.subject, 'Aviso: Bcc: eve@example.com');
  assert.equal(mail.bcc, undefined);
  assert.match(
    mail.text ?? '',
    /El desvío <b>sube<\/b> & baja\.\s+Ver:\s+https:\/\/lonja\.example\.com\/webhooks/,
  );
  assert.match(mail.html ?? '', /lang="es"/);
  assert.match(mail.html ?? '', /El desvío &lt;b&gt;sube&lt;\/b&gt; &amp; baja\./);
  assert.doesNotMatch(mail.html ?? '', /<img|<script|src=/);
  assert.equal(await waiting(), 0);
});

test('a mail that a server is slow to take holds up no other', async () => {
  await queue({ to: 'slow@example.com' });
  clock.advance(1);
  await queue({ to: 'quick@example.com' });
  const others = Promise.withResolvers<void>();
  const transport = {
    async send({ to }: { to: string }) {
      if (to === 'slow@example.com') await others.promise;
      else others.resolve();
      return { file: undefined };
    },
  };
  await deliverDueMail({ ...context, transport });
  assert.equal(await waiting(), 0);
});

test('mail queued in a transaction that fails is never sent', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await queueMail(tx, {
      tenantId: undefined,
      to: 'ana@example.com',
      locale: 'en',
      message: { kind: 'password-reset' },
      now: clock.now(),
    });
    throw new Error('no');
  });
  await assert.rejects(failed);
  assert.deepEqual(await delivered(), []);
});

test('a refused mail is sent later, holds up no other, and is given up after a day', async () => {
  refusals = 1;
  await queue({ message: { kind: 'notice', subject: 'First', paragraphs: [] } });
  clock.advance(1);
  await queue({ message: { kind: 'notice', subject: 'Second', paragraphs: [] } });
  assert.deepEqual(
    (await delivered()).map((mail) => mail.subject),
    ['Second'],
  );
  assert.deepEqual(await delivered(), []);
  clock.advance(10_000);
  assert.deepEqual(
    (await delivered()).map((mail) => mail.subject),
    ['First'],
  );
  refusals = Infinity;
  await queue({});
  for (let hour = 0; hour < 30; hour++) {
    await delivered();
    clock.advance(3_600_000);
  }
  refusals = 0;
  assert.deepEqual([await delivered(), await waiting()], [[], 0]);
});

test('two processes send a mail once', async () => {
  received.length = 0;
  for (let i = 0; i < 10; i++) await queue({});
  await Promise.all([deliverDueMail(context), deliverDueMail(context), deliverDueMail(context)]);
  assert.equal(received.length, 10);
});

test('a registration code stands in the subject, and only its hash is stored', async () => {
  const id = randomUUID();
  const registration = { id, email: 'new@example.com', tenant_name: 'New', locale: 'en' as const };
  await insertRegistration(db, { ...registration, created_at: new Date(clock.now()) });
  await queue({ to: 'new@example.com', message: { kind: 'registration-code', registrationId: id } });
  const [mail] = await delivered();
  const code = /^(\d{6}) is your Lonja code$/.exec(mail.subject ?? '')?.[1] ?? '';
  assert.match(mail.text ?? '', new RegExp(code));
  assert.match(mail.html ?? '', new RegExp(code));
  const stored = await db.transaction().execute((tx) => lockRegistration(tx, id));
  assert.deepEqual(stored?.code_hmac, hashCode(context.sessionSecrets[0], id, code));
  assert.equal(stored?.code_expires_at?.getTime(), clock.now() + 600_000);
});

test('the owner of an address that has an account is informed, and no code is made', async () => {
  const tenantId = await createTenant({ db, clock }, { name: 'Old' });
  const user = {
    email: 'old@example.com',
    password: 'correct horse',
    fullName: 'O',
    role: 'viewer' as const,
  };
  await createUser({ db, clock }, { ...user, tenantId });
  const id = randomUUID();
  const registration = { id, email: user.email, tenant_name: 'X', locale: 'es' as const };
  await insertRegistration(db, { ...registration, created_at: new Date(clock.now()) });
  await queue({ to: user.email, message: { kind: 'registration-code', registrationId: id } });
  const [mail] = await delivered();
  assert.equal(mail.subject, 'Ya tiene una cuenta en Lonja');
  assert.match(mail.html ?? '', /<html lang="es">/);
  assert.equal((await db.transaction().execute((tx) => lockRegistration(tx, id)))?.code_hmac, null);
});

test('a code for a reader of Portuguese arrives with its accents', async () => {
  const email = 'leitora@example.com';
  const id = randomUUID();
  const registration = { id, email, tenant_name: 'X', locale: 'pt' as const };
  await insertRegistration(db, { ...registration, created_at: new Date(clock.now()) });
  await queue({ to: email, locale: 'pt', message: { kind: 'registration-code', registrationId: id } });
  const [mail] = await delivered();
  assert.match(mail.subject ?? '', /^\d{6} é o seu código da Lonja$/);
  assert.match(mail.text ?? '', /É\s+válido\s+durante 10 minutos e serve uma só vez\./);
  assert.match(mail.html ?? '', /<html lang="pt">/);
});

test('a password reset goes to an account alone', async () => {
  await queue({ to: 'nobody@example.com', message: { kind: 'password-reset' } });
  assert.deepEqual([await delivered(), await waiting()], [[], 0]);
  await queue({ to: 'old@example.com', message: { kind: 'password-reset' } });
  const [mail] = await delivered();
  assert.match(mail.text ?? '', /https:\/\/lonja\.example\.com\/reset\?token=[\w-]{32}\s/);
});

test('without an SMTP server a mail is a file of its own that only the owner reads', async () => {
  await queue({ message: { kind: 'notice', subject: 'Aviso nº 1', paragraphs: ['Uno.'] } });
  const transport = createMailTransport({ smtpUrl: undefined, from, outboxDir });
  await deliverDueMail({ ...context, transport });
  const files = await readdir(outboxDir, { recursive: true });
  assert.equal(files.length, 1);
  assert.match(files[0], /\.eml$/);
  const file = path.join(outboxDir, files[0]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const mail = await PostalMime.parse(await readFile(file));
  assert.deepEqual([mail.subject, mail.to?.[0]?.address], ['Aviso nº 1', 'ana@example.com']);
});

test('English mail can be read and its link copied from the raw file', async () => {
  const tenantId = await createTenant({ db, clock }, { name: 'Sur' });
  const user = {
    email: 'raw@example.com',
    password: 'correct horse',
    fullName: 'R',
    role: 'viewer' as const,
  };
  await createUser({ db, clock }, { ...user, tenantId });
  await queue({ to: user.email, message: { kind: 'password-reset' } });
  const dir = await mkdtemp(path.join(outboxDir, 'raw-'));
  const transport = createMailTransport({ smtpUrl: undefined, from, outboxDir: dir });
  await deliverDueMail({ ...context, publicUrl: 'http://127.0.0.1:18080', transport });
  const [file] = await readdir(dir);
  const raw = await readFile(path.join(dir, file), 'utf8');
  assert.match(raw, /^http:\/\/127\.0\.0\.1:18080\/reset\?token=[\w-]{32}\r?$/m);
});

test('a server that does not answer costs one attempt, not the mail', async () => {
  await queue({});
  const transport = createMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', from, outboxDir });
  await deliverDueMail({ ...context, transport });
  assert.equal(await waiting(), 1);
  clock.advance(10_000);
  assert.equal((await delivered()).length, 1);
});
