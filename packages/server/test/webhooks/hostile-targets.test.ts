import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import type { Principal } from '../../src/people/access/principal.ts';
import { sealingPurpose } from '../../src/outbound/webhooks/sign.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { NAMES, hostileTargets, resolveAsAttacker, tryHostileTargets } from '../attacks/hostile-targets.ts';
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

const service = await createWebhookService('2026-03-30T10:05:00Z', {
  resolve: resolveAsAttacker,
  allowPrivateTargets: false,
});
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

const URLS = hostileTargets(port);

test(`${URLS.length} hostile targets are refused when they are registered`, async () => {
  const { tries, broken } = await tryHostileTargets(context, admin, port);
  assert.ok(tries >= 100);
  assert.deepEqual(broken, []);
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
