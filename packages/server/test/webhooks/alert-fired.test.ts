import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readWebhook } from '@lonja/client';
import { sql } from 'kysely';
import pino from 'pino';
import { evaluateAlerts } from '../../src/desk/alerts/evaluate-alerts.ts';
import { EventList } from '../../src/outbound/events/schemas.ts';
import { replayEvents } from '../../src/outbound/webhooks/delivery-rules.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { createTestDatabase } from '../database.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type TestSession, createTestApi } from '../http/test-api.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const NOW = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
const database = await createTestDatabase();
const sealingKeys = [randomBytes(32)];
const api = await createTestApi(NOW, { database, sealingKeys });
const service = await createWebhookService(NOW, { database, sealer: createSealer(sealingKeys) });
const { db } = api;
const day = new Date(Date.parse(NOW) + 2 * 86_400_000).toISOString().slice(0, 10);
before(() => saveDataOrigin(db, 'market'));
after(async () => {
  await api.app.close();
  await service.close();
});

async function evaluate(): Promise<void> {
  await evaluateAlerts({ db, clock: api.clock, logger: pino({ level: 'silent' }), onMailQueued: () => {} });
}

let runs = 0;
const publish = () =>
  publishTestRun(db, {
    issuedAt: new Date(Date.parse(NOW) - 3_600_000 + runs++).toISOString(),
    firstDay: day,
    days: 1,
    level: 50,
    withQuarters: true,
  });

async function addRule(user: TestSession, fields: object = {}): Promise<string> {
  const rule = { name: 'Dear evening', kind: 'price_above', product: 'da', threshold: 70, ...fields };
  const answer = await api.send('POST', '/notifications/rules', user.token, rule);
  assert.equal(answer.status, 201, answer.text);
  return JSON.parse(answer.text).id;
}

/** Rules of earlier tests would find something in the runs of later ones. */
async function forgetRules(): Promise<void> {
  await evaluate();
  await db.deleteFrom('alert_rule').execute();
}

async function alertsOf(token: string) {
  const answer = await api.get('/events?event=alert.fired&market_id=all', token);
  assert.equal(answer.status, 200, answer.text);
  return EventList.parse(answer.body).items;
}

const adminOf = async ({ tenantId }: TestSession) => ({ ...(await service.createAdmin()), tenantId });

test('each alert of a tenant is sent to its endpoints and listed for it, and for nobody else', async () => {
  const [own, other] = [await api.createSession(), await api.createSession()];
  const colleague = await api.createSession({ tenantId: own.tenantId, role: 'trader' });
  const [receiver, portuguese, theirs] = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
  ];
  const admin = await adminOf(own);
  const endpoint = await service.register(admin, receiver.url, ['alert.fired'], [5], 'PT15M');
  const elsewhere = await service.register(admin, portuguese.url, ['alert.fired']);
  await db
    .updateTable('webhook_endpoint')
    .set({ market_ids: ['pt'] })
    .where('id', '=', elsewhere.id)
    .execute();
  await service.register(admin, portuguese.url, ['forecast.changed', 'prices.published']);
  const foreign = await service.register(await adminOf(other), theirs.url, ['alert.fired']);
  const hourly = await addRule(own);
  const quartered = await addRule(colleague, { name: 'Quarters', resolution: 'PT15M', threshold: 72 });
  await addRule(other, { name: 'Elsewhere' });
  await addRule(other, { name: 'Never', threshold: 900 });
  const forecastId = await publish();
  // Two processes hold rules against the same run.
  await Promise.all([evaluate(), evaluate()]);
  await evaluate();
  const worker = service.startWorker();
  await Promise.all([service.settled(endpoint.id), service.settled(foreign.id)]);
  const listed = await alertsOf(own.token);
  const sent = await Promise.all(
    receiver.received.map(({ body, headers }) => readWebhook({ body, headers, secret: endpoint.secret })),
  );
  const byId = (events: readonly ({ id: string } | undefined)[]) =>
    new Map(events.map((event) => [event?.id, event]));
  assert.deepEqual(byId(sent.map(({ event }) => event)), byId(listed));
  assert.deepEqual(
    new Map(listed.map(({ data }) => ['rule_id' in data && data.rule_id, data])),
    new Map([
      [
        hourly,
        {
          rule_id: hourly,
          rule_name: 'Dear evening',
          rule_kind: 'price_above',
          market_id: 'es',
          market_product_id: 'es-da',
          product: 'da',
          resolution: 'PT1H',
          threshold: 70,
          forecast_id: forecastId,
          simulated: false,
          days: [{ date: day, figure: 73, hours: 3, at: atHour(23) }],
        },
      ],
      [
        quartered,
        {
          rule_id: quartered,
          rule_name: 'Quarters',
          rule_kind: 'price_above',
          market_id: 'es',
          market_product_id: 'es-da',
          product: 'da',
          resolution: 'PT15M',
          threshold: 72,
          forecast_id: forecastId,
          simulated: false,
          days: [{ date: day, figure: 73.75, hours: 1.75, at: atHour(23.75) }],
        },
      ],
    ]),
  );
  assert.deepEqual([portuguese.received.length, theirs.received.length], [0, 1]);
  const [foreignEvent, ...more] = await alertsOf(other.token);
  assert.deepEqual(more, []);
  assert.ok('rule_name' in foreignEvent.data && foreignEvent.data.rule_name === 'Elsewhere');
  const all = EventList.parse((await api.get('/events?page_size=100', own.token)).body).items;
  assert.ok(all.every(({ id }) => id !== foreignEvent.id));
  assert.equal((await api.get(`/events?after=${foreignEvent.id}`, own.token)).status, 404);
  await replayEvents(service.context, admin, endpoint.id, { from: 0, to: api.clock.now() + 60_000 });
  await receiver.waitFor(4);
  const again = receiver.received.map(({ headers }) => headers['svc-webhook-id']);
  assert.equal(new Set(again).size, 2, 'a replay keeps the ids of deliveries');
  await worker.stop();
  await Promise.all([receiver, portuguese, theirs].map((each) => each.close()));
  await forgetRules();
});

/** A local hour of the delivery day as an instant. */
function atHour(hour: number): string {
  const clock = (instant: number) => new Date(instant).toLocaleString('sv', { timeZone: 'Europe/Madrid' });
  const midday = Date.parse(`${day}T12:00:00Z`);
  const shift = Date.parse(`${clock(midday).replace(' ', 'T')}Z`) - midday;
  return new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 - shift)
    .toISOString()
    .replace('.000Z', 'Z');
}

test('keys read alerts with the scope of forecasts alone', async () => {
  const user = await api.createSession();
  await addRule(user);
  await publish();
  await evaluate();
  assert.equal((await alertsOf(user.token)).length, 1);
  const prices = await api.createKey({ scopes: ['market:read'] });
  assert.deepEqual(await alertsOf(prices), []);
  await forgetRules();
});

test('a session of the database that ends between two writes leaves no event, and the next turn writes one', async () => {
  const user = await api.createSession();
  const receiver = await startReceiver();
  const endpoint = await service.register(await adminOf(user), receiver.url, ['alert.fired']);
  await addRule(user);
  await publish();
  for (const table of ['notification', 'webhook_delivery', 'alert_finding']) {
    await sql`
      create function die() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger dies after insert on ${sql.table(table)} for each row execute function die();
    `.execute(db);
    await assert.rejects(evaluate(), table);
    assert.deepEqual(await alertsOf(user.token), [], table);
    await sql`drop trigger dies on ${sql.table(table)}; drop function die();`.execute(db);
  }
  await evaluate();
  await evaluate();
  assert.equal((await alertsOf(user.token)).length, 1);
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('event')
    .where('endpoint_id', '=', endpoint.id)
    .execute();
  assert.deepEqual(rows, [{ event: 'alert.fired' }]);
  await receiver.close();
  await forgetRules();
});

test('an alert whose event cannot be written is told neither way, and takes nothing from others', async () => {
  const [hindered, other] = [await api.createSession(), await api.createSession()];
  await addRule(hindered);
  await addRule(other);
  await sql`
    create function refuse() returns trigger language plpgsql as
      $$ begin if new.tenant_id = ${sql.lit(hindered.tenantId)}::uuid then raise exception 'refused'; end if; return new; end $$;
    create trigger refuses before insert on event for each row execute function refuse();
  `.execute(db);
  await publish();
  await evaluate();
  const unread = async ({ token }: TestSession) =>
    JSON.parse((await api.get('/notifications', token)).text).total;
  assert.deepEqual([await unread(hindered), await unread(other)], [0, 1]);
  assert.deepEqual([(await alertsOf(hindered.token)).length, (await alertsOf(other.token)).length], [0, 1]);
  await sql`drop trigger refuses on event; drop function refuse();`.execute(db);
});
