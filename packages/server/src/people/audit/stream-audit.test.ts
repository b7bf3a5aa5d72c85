import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { after, beforeEach, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { selfSigned } from '../../../test/webhooks/self-signed.ts';
import { appendAudit } from './audit.ts';
import { createAuditStream, forgetWaitingEntries, measureAuditQueue } from './stream-audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { createTenant } from '../access/create-identities.ts';
import { type AuditLine, createAuditTarget, isAuditAddress, syslogMessage } from './audit-target.ts';

const { db, drop } = await createTestDatabase();
after(drop);
const clock = createTestClock('2026-03-30T10:05:00Z');
const tenantId = await createTenant({ db, clock }, { name: 'Test' });

beforeEach(() => db.deleteFrom('audit_entry').execute());

let written = 0;
/** As a tenant's own transaction writes it. */
const write = (count: number, details: Record<string, unknown> = {}) =>
  withTenant(db, tenantId, async (tx) => {
    for (let i = 0; i < count; i++) {
      await appendAudit(tx, {
        tenantId,
        actor: { kind: 'system', id: undefined },
        action: 'site.changed',
        details: { n: ++written, ...details },
        now: clock.now(),
      });
    }
  });
const numbersOf = (lines: readonly AuditLine[]) => lines.map(({ details }) => (details as { n: number }).n);
const waiting = async () => (await measureAuditQueue(db))?.waiting;

async function portOf(server: Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

const targetAt = (url: string, token?: string) =>
  createAuditTarget({ url: new URL(url), token, hostname: 'forecaster 1' });

test('nothing waits before a process has said that it sends; from then on each entry is sent once, oldest first', async () => {
  await write(3);
  assert.equal(await measureAuditQueue(db), undefined);
  const sent: AuditLine[] = [];
  const stream = createAuditStream({ db, clock, target: async (lines) => void sent.push(...lines) });
  await stream.send();
  assert.equal(sent.length, 0);
  await write(250);
  assert.equal(await waiting(), 250);
  await Promise.all([stream.send(), stream.send()]);
  await stream.send();
  assert.deepEqual(
    numbersOf(sent),
    Array.from({ length: 250 }, (_, i) => i + 4),
  );
  assert.deepEqual(
    [sent[0]['tenant_id'], sent[0].at, await waiting()],
    [tenantId, '2026-03-30T10:05:00Z', 0],
  );
});

test('what a receiver refuses waits with its age, is sent again after a pause, and gone after a week', async () => {
  let isUp = false;
  const sent: AuditLine[] = [];
  const target = async (lines: readonly AuditLine[]) => {
    if (!isUp) throw new Error('refused');
    sent.push(...lines);
  };
  const stream = createAuditStream({ db, clock, target });
  await write(2);
  const writtenAt = clock.now();
  await assert.rejects(stream.send(), /refused/);
  // Paused: it does not ask again at once.
  await stream.send();
  clock.advance(5000);
  await assert.rejects(stream.send(), /refused/);
  assert.deepEqual(await measureAuditQueue(db), { waiting: 2, oldestAt: writtenAt });
  isUp = true;
  clock.advance(5000);
  await stream.send();
  assert.equal(sent.length, 0);
  clock.advance(5000);
  await stream.send();
  assert.equal(sent.length, 2);
  await write(2);
  assert.equal(await forgetWaitingEntries(db, clock.now(), 10), 0);
  assert.equal(await forgetWaitingEntries(db, clock.now() + 1, 10), 2);
  assert.equal(await waiting(), 0);
});

test('an entry that was handed over when the process died is sent again, under the same id', async () => {
  const sent: AuditLine[] = [];
  const dying = createAuditStream({
    db,
    clock,
    target: async (lines) => {
      sent.push(...lines);
      throw new Error('killed after it was sent');
    },
  });
  await write(1);
  await assert.rejects(dying.send(), /killed/);
  const other = createAuditStream({ db, clock, target: async (lines) => void sent.push(...lines) });
  await other.send();
  assert.equal(sent.length, 2);
  assert.equal(sent[0]['id'], sent[1]['id']);
});

test('over HTTP lines of JSON are posted with the token, and anything but 2xx or a redirect counts as refused', async () => {
  const got: { type: string | undefined; authorization: string | undefined; body: string }[] = [];
  let status = 204;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-type': type, authorization } = request.headers;
    got.push({ type, authorization, body: await text(request) });
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
  };
  const server = createHttpServer((request, response) => void answer(request, response));
  const url = `http://127.0.0.1:${await portOf(server)}/lonja`;
  const lines = [
    { at: 'a', action: 'site.changed', details: { text: 'ñ\n' } },
    { at: 'b', action: 'site.created' },
  ];
  await targetAt(url, 'secret')(lines);
  assert.deepEqual(
    got[0].body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    lines,
  );
  assert.deepEqual([got[0].type, got[0].authorization], ['application/x-ndjson', 'Bearer secret']);
  for (status of [500, 401, 302]) await assert.rejects(targetAt(url)(lines), new RegExp(String(status)));
  assert.equal(got[1].authorization, undefined);
  server.close();
  await assert.rejects(targetAt(url)(lines));
});

test('over TCP each message of RFC 5424 has its length before it, in bytes', async () => {
  const got: Promise<string>[] = [];
  const server = createServer((socket) => void got.push(text(socket)));
  const port = await portOf(server);
  const line = {
    at: '2026-03-30T10:05:00Z',
    action: 'sign_in.failed',
    details: { account: 'ñ@example.com' },
  };
  await targetAt(`syslog+tcp://127.0.0.1:${port}`)([line, line]);
  const message = `<108>1 2026-03-30T10:05:00Z forecaster1 lonja - sign_in.failed - ${JSON.stringify(line)}`;
  assert.equal(syslogMessage(line, 'forecaster 1'), message);
  const framed = `${Buffer.byteLength(message)} ${message}`;
  assert.equal(await got[0], framed + framed);
  assert.match(
    syslogMessage({ at: 'a', action: 'site.changed' }, ''),
    /^<109>1 a - lonja - site\.changed - \{/,
  );
  const closed = new Promise((resolve) => server.close(resolve));
  await closed;
  await assert.rejects(targetAt(`syslog+tcp://127.0.0.1:${port}`)([line]), /ECONNREFUSED/);
  // A receiver without TLS is no receiver of TLS.
  const plain = createServer((socket) => socket.end('no'));
  await assert.rejects(targetAt(`syslog+tls://127.0.0.1:${await portOf(plain)}`)([line]));
  plain.close();
});

test('over TLS the certificate of the receiver has to be of its name and of an authority that is known', async () => {
  const got: Promise<string>[] = [];
  const server = createTlsServer(selfSigned('localhost'), (socket) => void got.push(text(socket)));
  server.on('tlsClientError', () => {});
  const target = targetAt(`syslog+tls://localhost:${await portOf(server)}`);
  const line = { at: 'a', action: 'site.changed' };
  await assert.rejects(target([line]), /self-signed/);
  assert.equal(got.length, 0);
  const known = getCACertificates('default');
  const other = createTlsServer(selfSigned('other.example.com'), () => {});
  try {
    const pair = selfSigned('localhost');
    server.setSecureContext(pair);
    setDefaultCACertificates([...known, pair.cert]);
    await target([line]);
    assert.match((await got[0]) ?? '', /^\d+ <109>1 a .*site\.changed/);
    const misnamed = selfSigned('other.example.com');
    other.setSecureContext(misnamed);
    setDefaultCACertificates([...known, misnamed.cert]);
    await assert.rejects(targetAt(`syslog+tls://localhost:${await portOf(other)}`)([line]), /altnames/);
  } finally {
    setDefaultCACertificates(known);
    server.close();
    other.close();
  }
});

test('over UDP each message is a datagram, without its details where it would be too long for one', async () => {
  const receiver = createSocket('udp4');
  const got: string[] = [];
  receiver.on('message', (message) => got.push(message.toString()));
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  const line = { at: 'a', action: 'site.changed', details: { notes: 'x'.repeat(70_000) } };
  await targetAt(`syslog+udp://127.0.0.1:${receiver.address().port}`)([line, { ...line, details: {} }]);
  while (got.length < 2) await once(receiver, 'message');
  assert.match(got[0], /"details":"too long for a datagram"/);
  assert.match(got[1], /"details":\{\}/);
  receiver.close();
});

test('an address has a known way, a host and no password', () => {
  for (const good of ['https://siem.example.com/x', 'syslog+tls://siem:6514', 'syslog+udp://[::1]:514']) {
    assert.equal(isAuditAddress(good), true, good);
  }
  for (const bad of [
    'siem.example.com',
    'ftp://siem',
    'https://me:secret@siem',
    'syslog+tcp://',
    'syslog://siem',
  ]) {
    assert.equal(isAuditAddress(bad), false, bad);
  }
});
