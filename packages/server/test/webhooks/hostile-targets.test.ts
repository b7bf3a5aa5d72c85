import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { AppError } from '../../src/errors.ts';
import type { Principal } from '../../src/services/identity/principal.ts';
import { createEndpoint } from '../../src/services/webhooks/create-endpoint.ts';
import { sealingPurpose } from '../../src/services/webhooks/webhook-secret.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

/** Listens on every address of this machine and counts who comes. */
const trap = createServer((socket) => {
  reached++;
  socket.destroy();
});
let reached = 0;
await new Promise<void>((resolve) => trap.listen(0, '::', resolve));
const { port } = trap.address() as AddressInfo;

/** Names as an attacker's DNS answers them. */
const NAMES: Record<string, string[]> = {
  'loopback.evil.example.com': ['127.0.0.1'],
  'loopback6.evil.example.com': ['::1'],
  'metadata.evil.example.com': ['169.254.169.254'],
  'private.evil.example.com': ['10.0.0.1'],
  'mapped.evil.example.com': ['::ffff:127.0.0.1'],
  'nat64.evil.example.com': ['64:ff9b::7f00:1'],
  'sixtofour.evil.example.com': ['2002:7f00:1::'],
  'cgnat.evil.example.com': ['100.64.0.1'],
  'unspecified.evil.example.com': ['0.0.0.0'],
  'mixed.evil.example.com': ['93.184.216.34', '127.0.0.1'],
  'mixed6.evil.example.com': ['2606:4700::1111', 'fd00::1'],
  'xn--e1afmkfd.evil.example.com': ['127.0.0.1'],
};
const resolve = async (hostname: string) => {
  const addresses = NAMES[hostname] ?? [];
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const service = await createWebhookService('2026-03-30T10:05:00Z', { resolve, allowPrivateTargets: false });
const { context, db } = service;
let admin: Principal;
let victim: Principal;
before(async () => {
  admin = await service.createAdmin();
  victim = await service.createAdmin();
});
after(async () => {
  await service.close();
  trap.close();
});

const HOSTS = [
  // Loopback in every spelling that URL parsers know.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0177.1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '0x0',
  '１２７.０.０.１',
  '127。0。0。1',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::1]',
  '[2001::1]',
  // Private networks.
  '10.0.0.1',
  '10.1',
  '167772161',
  '0xa000001',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.168.257',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '100.64.0.1',
  '198.18.0.1',
  // Metadata of clouds.
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:a9fe:a9fe]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '168.63.129.16',
  'metadata.google.internal',
  'router.local',
  'intranet',
  // Multicast, documentation, reserved.
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.2.1',
  '203.0.113.7',
  '192.88.99.1',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  ...Object.keys(NAMES),
];

const URLS = [
  ...HOSTS.map((host) => `https://${host}:${port}/hook`),
  // What is not an https URL of a plain host on an allowed port.
  `http://93.184.216.34:${port}/`,
  'ftp://93.184.216.34/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'gopher://127.0.0.1/',
  'https://user@93.184.216.34/',
  'https://user:password@93.184.216.34/',
  `https://93.184.216.34@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}#@93.184.216.34/`,
  `https://127.0.0.1:${port}\\@93.184.216.34/`,
  'https://93.184.216.34:22/',
  'https://93.184.216.34:80/',
  'https://93.184.216.34:0/',
  'https://93.184.216.34:1024/',
  'https://93.184.216.34:99999/',
  'https://[::1%25lo]/',
  'https:///hook',
  '//127.0.0.1/hook',
  'https://',
];

test(`${URLS.length} hostile targets are refused when they are registered`, async () => {
  assert.ok(URLS.length >= 60);
  for (const url of URLS) {
    await assert.rejects(
      createEndpoint(context, admin, { name: 'x', url, events: ['forecast.published'] }),
      (error) => error instanceof AppError && error.code === 'validation_error',
      url,
    );
  }
  assert.equal(reached, 0);
});

test('put into the database past every check, none of them is reached', async () => {
  const urls = URLS.filter((url) => URL.canParse(url));
  const ids = await insertUnchecked(urls);
  await publishTestRun(db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31', days: 1 });
  const worker = service.startWorker({ timeoutMs: 2000 });
  for (const [i, id] of ids.entries()) {
    const [delivery] = await service.settled(id, ([row]) => row.attempts > 0);
    assert.equal(delivery.state, 'pending', urls[i]);
    assert.equal(delivery.last_status, null, urls[i]);
  }
  await worker.stop();
  assert.equal(reached, 0);
});

async function insertUnchecked(urls: string[]): Promise<string[]> {
  const now = new Date(context.clock.now());
  const rows = urls.map((url) => {
    const id = randomUUID();
    const secret = context.sealer.seal('whsec_x', sealingPurpose(id));
    return {
      id,
      tenant_id: admin.tenantId,
      name: url.slice(0, 50),
      url,
      events: ['forecast.published'],
      state: 'active' as const,
      secret,
      created_at: now,
      updated_at: now,
    };
  });
  await db.insertInto('webhook_endpoint').values(rows).execute();
  return rows.map(({ id }) => id);
}

test('a name that changes its address after the check leads nowhere else: it is looked up once a connection', async () => {
  const receiver = await startReceiver();
  const receiverPort = new URL(receiver.url).port;
  let lookups = 0;
  // The trap listens on 127.0.0.2 with the same port, so a second look-up would lead there.
  const second = createServer((socket) => {
    reached++;
    socket.destroy();
  });
  await new Promise<void>((done) => second.listen(Number(receiverPort), '127.0.0.2', done));
  const rebinding = await createWebhookService('2026-03-30T10:05:00Z', {
    resolve: async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
  });
  const owner = await rebinding.createAdmin();
  const { id } = await rebinding.register(owner, `http://rebind.example.com:${receiverPort}/`);
  rebinding.startWorker();
  await publishTestRun(rebinding.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31', days: 1 });
  const [delivery] = await rebinding.settled(id);
  assert.deepEqual([delivery.state, receiver.received.length, lookups, reached], ['succeeded', 1, 1, 0]);
  await rebinding.close();
  second.close();
  await receiver.close();
});

test('a name that was public when it was registered and is private now is not connected to', async () => {
  NAMES['turncoat.example.com'] = ['93.184.216.34'];
  const { id } = await service.register(victim, `https://turncoat.example.com:${port}/`);
  NAMES['turncoat.example.com'] = ['127.0.0.1'];
  const worker = service.startWorker();
  await publishTestRun(db, { issuedAt: '2026-03-30T10:04:00Z', firstDay: '2026-03-31', days: 1 });
  const [delivery] = await service.settled(id, ([row]) => row.attempts > 0);
  assert.equal(delivery.attempt_log[0].error, 'The host is not on the public internet; nothing was sent.');
  await worker.stop();
  assert.equal(reached, 0);
});

test('redirects are not followed, wherever they lead', async () => {
  const lenient = await createWebhookService('2026-03-30T10:05:00Z');
  const owner = await lenient.createAdmin();
  lenient.startWorker();
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    const { id } = await lenient.register(owner, receiver.url);
    await publishTestRun(lenient.db, {
      issuedAt: `2026-03-30T09:05:00.${status}Z`,
      firstDay: '2026-03-31',
      days: 1,
    });
    const [delivery] = await lenient.settled(id, ([row]) => row.attempts > 0);
    assert.deepEqual([delivery.state, delivery.last_status], ['pending', status]);
    await receiver.close();
  }
  await lenient.close();
  assert.equal(reached, 0);
});
