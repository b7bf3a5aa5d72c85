import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@lonja/client';
import mqtt from 'mqtt';
import { publishTestRun, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { selfSigned } from '../../server/test/webhooks/self-signed.ts';
import { type Mosquitto, WITHOUT_MOSQUITTO, createMosquitto } from './mosquitto.ts';
import { runHere } from './run-in-process.ts';
import { BIN } from './run-lonja.ts';

const skip = WITHOUT_MOSQUITTO;
/** Of the user lonja with the password "secret word", as mosquitto_passwd writes it. */
const PASSWORDS =
  'lonja:$7$101$tt+ntqfC2zzdzw0f$W7HY6iocTG/+p3sUPix01SYrEdApOeQNLF1obzZum6p5x9JWvwXwpRUH8QaX6X1gYbzafHgRxOD40Z6cy6RH/w==\n';
/** Some seconds before a period ends. */
const NOW = '2026-03-30T10:59:50Z';
const api = await createTestApi(NOW);
let port = 0;
let variables: Record<string, string> = {};
before(async () => {
  await storeTestPrices(api.db, { day: '2026-03-30', availableAt: '2026-03-29T11:00:00Z', level: 100 });
  await publishTestRun(api.db, { issuedAt: '2026-03-30T10:00:00Z', firstDay: '2026-03-30', level: 50 });
  const server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(server).port);
  variables = { LONJA_SERVER: server, LONJA_API_KEY: await api.createKey() };
});
/** What a test that failed leaves behind would keep this process alive. */
const children = new Set<ChildProcess>();
const clients = new Set<mqtt.MqttClient>();
const brokers = new Set<Mosquitto>();
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const client of clients) client.end(true);
  for (const broker of brokers) await broker.remove();
  await api.close();
});

/** The command in a process of its own, which is ended with the test. */
function start(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BIN, 'mqtt', ...args], {
    env: { ...process.env, ...variables, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.add(child);
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return { child, printed: () => printed };
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0];
}

type Json = Record<string, unknown>;

async function createBroker(...settings: Parameters<typeof createMosquitto>): Promise<Mosquitto> {
  const broker = await createMosquitto(...settings);
  brokers.add(broker);
  return broker;
}

/** What somebody who subscribes to everything has received last, by topic, and whether it was there before. */
async function subscribe(url: string, options: mqtt.IClientOptions = {}) {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 200, ...options });
  clients.add(client);
  const received = new Map<string, { text: string; qos: number; retain: boolean }>();
  client.on('message', (topic, payload, { qos, retain }) => {
    const wasRetained = received.get(topic)?.retain ?? retain;
    received.set(topic, { text: payload.toString(), qos, retain: wasRetained });
  });
  await client.subscribeAsync('#', { qos: 1 });
  const json = (topic: string): Json => JSON.parse(received.get(topic)?.text ?? '{}');
  return {
    received,
    json,
    async until(condition: () => boolean, what: string) {
      const deadline = Date.now() + 120_000;
      while (!condition()) {
        if (Date.now() > deadline) throw new Error(`Not seen: ${what}; ${JSON.stringify([...received])}`);
        await delay(20);
      }
    },
    text: (topic: string) => received.get(topic)?.text,
    close: () => client.endAsync(true),
  };
}

test(
  'prices, forecast and sensors are retained, and the price changes at the turn also while the service is away',
  { skip },
  async () => {
    const broker = await createBroker();
    await broker.start();
    const url = `mqtt://127.0.0.1:${broker.port}`;
    const { child, printed } = start(['--broker', url, '--surcharge', '0.01', '--tax', '10']);
    const early = await subscribe(url);
    await early.until(() => early.text('lonja/availability') === 'online', 'online');
    assert.equal(early.json('lonja/price')['start'], '2026-03-30T10:00:00Z');
    const next = await api.addProcess();
    await api.app.close();
    await early.until(() => early.json('lonja/status')['service'] === 'away', 'away');
    await early.until(() => early.json('lonja/price')['start'] === '2026-03-30T11:00:00Z', 'the turn');
    assert.equal(early.text('lonja/availability'), 'online');
    assert.equal(early.json('lonja/price')['price'], 0.1353);

    await next.listen({ port, host: '127.0.0.1' });
    await early.until(() => early.json('lonja/status')['service'] === 'reachable', 'reachable');
    await publishTestRun(api.db, { issuedAt: '2026-03-30T10:30:00Z', firstDay: '2026-03-30', level: 70 });
    const { forecast_id: newest } = await createClient({
      baseUrl: variables['LONJA_SERVER'] ?? '',
      credential: variables['LONJA_API_KEY'] ?? '',
    }).forecasts.latest({ market_id: 'es', product: 'da' });
    await early.until(() => early.json('lonja/forecast')['forecast_id'] === newest, 'the new run');
    // Hours 24 to 47 of the run: (70 + 24 ... 70 + 47) / 1000.
    await early.until(() => early.json('lonja/tomorrow')['mean'] === 0.12705, 'the new mean');
    assert.deepEqual(early.json('lonja/tomorrow'), {
      date: '2026-03-31',
      periods: 24,
      mean: 0.12705,
      lowest: 0.1144,
      highest: 0.1397,
      forecast: true,
      unit: 'EUR/kWh',
      simulated: false,
    });
    assert.match(printed(), /service cannot be reached; trying again\.\n[^]*can be reached again/);

    const late = await subscribe(url);
    await late.until(() => late.received.size === early.received.size, 'all topics');
    for (const [topic, { qos, retain }] of late.received)
      assert.deepEqual([topic, qos, retain], [topic, 1, true]);
    assert.deepEqual([...late.received.keys()].sort(), [
      'homeassistant/binary_sensor/lonja/service/config',
      'homeassistant/sensor/lonja/cheapest/config',
      'homeassistant/sensor/lonja/price/config',
      'homeassistant/sensor/lonja/tomorrow/config',
      'lonja/availability',
      'lonja/cheapest',
      'lonja/forecast',
      'lonja/price',
      'lonja/prices',
      'lonja/status',
      'lonja/tomorrow',
    ]);
    const sensor = late.json('homeassistant/sensor/lonja/price/config');
    assert.equal(sensor['state_topic'], 'lonja/price');
    assert.equal(sensor['availability_topic'], 'lonja/availability');
    assert.equal(sensor['unique_id'], 'lonja_price');
    assert.deepEqual(late.json('lonja/cheapest')['hours'], 3);

    assert.equal(await end(child), 0);
    await late.until(() => late.text('lonja/availability') === 'offline', 'offline');
    await Promise.all([early.close(), late.close()]);
    await broker.remove();
  },
);

test(
  'a broker that was restarted gets everything again, and the last will tells of a process that was killed',
  { skip },
  async () => {
    const broker = await createBroker();
    const url = `mqtt://127.0.0.1:${broker.port}`;
    // The broker is not there yet.
    const { child, printed } = start([
      '--broker',
      url,
      '--topic',
      'house/energy',
      '--discovery',
      'none',
      '--quarter-hours',
    ]);
    while (!/cannot be reached \(ECONNREFUSED\)/.test(printed())) await delay(20);
    await broker.start();
    const first = await subscribe(url);
    await first.until(() => first.text('house/energy/availability') === 'online', 'online');
    const known = [...first.received.keys()].sort();
    await first.close();
    assert.ok(known.every((topic) => topic.startsWith('house/energy/')));
    assert.equal(first.json('house/energy/prices')['step_minutes'], 15);
    await broker.stop();
    await broker.start();
    const second = await subscribe(url);
    await second.until(() => second.received.size === known.length, 'all topics again');
    assert.deepEqual([...second.received.keys()].sort(), known);
    assert.equal(second.text('house/energy/availability'), 'online');
    assert.match(printed(), /broker is lost; trying again\.\n[^]*broker again/);
    await end(child, 'SIGKILL');
    await second.until(() => second.text('house/energy/availability') === 'offline', 'the last will');
    await second.close();
    await broker.remove();
  },
);

test('with TLS, user and password it is told apart what is wrong', { skip }, async () => {
  const { key, cert } = selfSigned('localhost');
  const broker = await createBroker(
    [
      'allow_anonymous false',
      'password_file FOLDER/passwords',
      'cafile FOLDER/cert.pem',
      'certfile FOLDER/cert.pem',
      'keyfile FOLDER/key.pem',
    ],
    { 'key.pem': key, 'cert.pem': cert, passwords: PASSWORDS },
  );
  await broker.start();
  const url = `mqtts://localhost:${broker.port}`;
  const ca = broker.fileOf('cert.pem');
  const refused = await runHere(['mqtt', '--broker', url, '--ca', ca], {
    variables: { ...variables, LONJA_MQTT_USER: 'lonja', LONJA_MQTT_PASSWORD: 'wrong' },
  });
  assert.equal(refused.code, 3, refused.stderr);
  assert.match(refused.stderr, /refuses the connection.*LONJA_MQTT_USER/);
  assert.doesNotMatch(refused.stderr, /wrong/);
  const untrusted = await runHere(['mqtt', '--broker', url], { variables });
  assert.equal(untrusted.code, 6, untrusted.stderr);
  assert.match(untrusted.stderr, /--ca/);
  const { child } = start(['--broker', url, '--ca', ca], {
    LONJA_MQTT_USER: 'lonja',
    LONJA_MQTT_PASSWORD: 'secret word',
  });
  const seen = await subscribe(url, { ca: cert, username: 'lonja', password: 'secret word' });
  await seen.until(() => seen.text('lonja/availability') === 'online', 'online');
  await seen.close();
  assert.equal(await end(child), 0);
  await broker.remove();
});

test('a key that is refused and inputs that make no sense are reported in one line', async () => {
  for (const [args, more, code, message] of [
    [['--broker', 'http://127.0.0.1'], {}, 2, /mqtts:\/\//],
    [['--broker', 'mqtt://me:mine@127.0.0.1'], {}, 2, /LONJA_MQTT_PASSWORD/],
    [['--topic', 'a/#'], {}, 2, /letters, digits/],
    [['--cheapest', '25'], {}, 2, /At most 24/],
    [['--ca', '/none/ca.pem'], {}, 2, /does not exist/],
    [['--broker', 'mqtt://127.0.0.1:9'], { LONJA_API_KEY: 'svc_wrong' }, 3, /LONJA_API_KEY/],
    [['--broker', 'mqtt://127.0.0.1:9', '--tax', 'x'], {}, 2, /--tax/],
  ] as const) {
    const outcome = await runHere(['mqtt', ...args], { variables: { ...variables, ...more } });
    assert.equal(outcome.code, code, outcome.stderr);
    assert.match(outcome.stderr, message);
  }
});
