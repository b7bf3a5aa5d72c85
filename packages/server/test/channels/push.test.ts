import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import pino from 'pino';
import { evaluateAlerts } from '../../src/desk/alerts/evaluate-alerts.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { createChannelFetch, deliverMessages } from '../../src/outbound/channels/deliver-messages.ts';
import { usePushKeys } from '../../src/outbound/channels/channel-target.ts';
import { AlertChannelPage, AlertChannelRecord, PushKey } from '../../src/outbound/channels/schemas.ts';
import { NotificationPage } from '../../src/outbound/notifications/record.ts';
import { renewSealedSecrets } from '../../src/operate/setup/adopt-secrets.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type TestApi, type TestSession, createTestApi } from '../http/test-api.ts';
import { type PushService, type TestSubscription, decrypt, startPushService } from './push-service.ts';

const PUBLIC_URL = 'https://lonja.example.com';

interface Scene {
  api: TestApi;
  push: PushService;
  sealingKeys: Uint8Array[];
  log: string[];
  evaluate: () => Promise<void>;
  deliver: () => Promise<void>;
}

/** A service at 10:06 of the eve of the day, with a push service on loopback. */
async function withScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const sealingKeys = [randomBytes(32)];
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const api = await createTestApi('2026-03-30T08:06:00Z', {
    sealingKeys,
    allowPrivateTargets: true,
    publicUrl: PUBLIC_URL,
    logger,
  });
  const push = await startPushService();
  const { db, clock } = api;
  const channels = createChannelFetch({ resolve: async () => [], allowPrivateTargets: true });
  const sealer = createSealer(sealingKeys);
  const context = { db, clock, logger, onMailQueued: () => {} };
  try {
    await saveDataOrigin(db, 'market');
    await work({
      api,
      push,
      sealingKeys,
      log,
      evaluate: () => evaluateAlerts(context),
      deliver: () =>
        deliverMessages({ ...context, sealer, publicUrl: PUBLIC_URL, fetchChannel: channels.fetch }),
    });
  } finally {
    await channels.close();
    await push.close();
    await api.close();
  }
}

async function keyOf(api: TestApi, { token }: TestSession): Promise<string> {
  return PushKey.parse((await api.get('/notifications/push-key', token)).body).public_key;
}

const bodyOf = ({ endpoint, ...keys }: TestSubscription) => ({
  kind: 'push',
  name: 'Firefox, Linux',
  url: endpoint,
  ...keys,
});

async function addDevice(
  { api, push }: Scene,
  user: TestSession,
): Promise<[AlertChannelRecord, TestSubscription]> {
  const subscription = push.subscribe(await keyOf(api, user));
  const answer = await api.send('POST', '/notifications/channels', user.token, bodyOf(subscription));
  assert.equal(answer.status, 201, answer.text);
  return [AlertChannelRecord.parse(answer.body), subscription];
}

const devicesOf = async (api: TestApi, { token }: TestSession) =>
  AlertChannelPage.parse((await api.get('/notifications/channels', token)).body).items;

async function addRule(api: TestApi, { token }: TestSession): Promise<void> {
  const rule = { name: 'Dear «evening»', kind: 'price_above', product: 'da', threshold: 70 };
  assert.equal((await api.send('POST', '/notifications/rules', token, rule)).status, 201);
}

const publish = (api: TestApi) =>
  publishTestRun(api.db, { issuedAt: '2026-03-30T08:05:00Z', firstDay: '2026-03-31', days: 1, level: 50 });

test('the decryption that these tests judge by reads the example of RFC 8291', () => {
  const keys = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  assert.equal(decrypt(Buffer.from(body, 'base64url'), keys), 'When I grow up, I want to be a watermelon');
});

suite('a device', () => {
  test('is added once a test has reached it, and is told an alert, encrypted and signed by one pair of keys', () =>
    withScene(async (scene) => {
      const { api, push, evaluate, deliver, log } = scene;
      const user = await api.createSession({ role: 'trader' });
      const colleague = await api.createSession({ tenantId: user.tenantId });
      const [device, subscription] = await addDevice(scene, user);
      assert.deepEqual([device.kind, device.owner, device.host], ['push', 'user', new URL(push.url).host]);
      assert.deepEqual(push.taken, [
        {
          title: 'Lonja: test of a channel',
          text: 'Alerts will arrive here by the channel "Firefox, Linux".',
          path: '/alerts',
        },
      ]);
      assert.equal(await keyOf(api, colleague), await keyOf(api, user));
      assert.deepEqual(await devicesOf(api, colleague), []);
      await addRule(api, user);
      await publish(api);
      await evaluate();
      await Promise.all([deliver(), deliver()]);
      assert.deepEqual(push.taken.slice(1), [
        {
          title: 'Dear «evening»: day-ahead, Tuesday 31 March',
          text: 'Tuesday 31 March: 3 hours above 70.00 EUR/MWh. Highest: 73.00 EUR/MWh at 23:00 CEST.',
          path: '/forecasts?products=da&from=2026-03-31&to=2026-03-31',
        },
      ]);
      const kept = await api.db.selectFrom('alert_channel').selectAll().execute();
      const audited = await api.db.selectFrom('audit_entry').selectAll().execute();
      const answers = await devicesOf(api, user);
      const places = [JSON.stringify([kept, audited, answers]), log.join('')];
      for (const secret of [subscription.auth, new URL(subscription.endpoint).pathname])
        for (const place of places) assert.ok(!place.includes(secret));
      await assert.rejects(
        withTenant(api.db, user.tenantId, (tx) => tx.selectFrom('push_key').selectAll().execute()),
        /permission denied/,
      );
    }));

  test('whose subscription is gone is turned off, and its user is told', () =>
    withScene(async (scene) => {
      const { api, push, evaluate, deliver } = scene;
      const user = await api.createSession({ role: 'trader' });
      const [gone, subscription] = await addDevice(scene, user);
      await addDevice(scene, user);
      await addRule(api, user);
      await publish(api);
      await evaluate();
      push.forget(subscription);
      await deliver();
      assert.equal(push.taken.length, 3, 'the other device is told');
      const device = (await devicesOf(api, user)).find(({ id }) => id === gone.id);
      assert.equal(device?.enabled, false);
      assert.match(device?.last_error ?? '', /^The push service answered with 410\. .*anew on the device/);
      const [told] = NotificationPage.parse((await api.get('/notifications', user.token)).body).items;
      assert.equal(told.kind, 'channel_disabled');
      assert.equal((await api.deliverMail()).length, 1);
      const path = `/notifications/channels/${gone.id}`;
      assert.equal((await api.send('PATCH', path, user.token, { enabled: true })).status, 422);
    }));

  test('that the push service cannot reach now is tried again', () =>
    withScene(async (scene) => {
      const { api, push, evaluate, deliver } = scene;
      const user = await api.createSession({ role: 'trader' });
      await addDevice(scene, user);
      await addRule(api, user);
      await publish(api);
      await evaluate();
      push.fault = 503;
      await deliver();
      const [device] = await devicesOf(api, user);
      assert.deepEqual([device.enabled, device.last_error], [true, 'The push service answered with 503.']);
      push.fault = undefined;
      api.clock.advance(10_000);
      await deliver();
      assert.equal(push.taken.length, 2);
    }));

  test('is refused with the field at fault, as the eleventh, and in another network than the public', () =>
    withScene(async (scene) => {
      const { api, push } = scene;
      const user = await api.createSession({ role: 'admin' });
      const body = bodyOf(push.subscribe(await keyOf(api, user)));
      const ofOther = bodyOf(push.subscribe(bodyOf(push.subscribe('')).p256dh));
      const noPoint = Buffer.alloc(65, 4).toString('base64url');
      const wrong: [object, string][] = [
        [{ ...body, owner: 'tenant' }, 'owner'],
        [{ ...body, url: undefined }, 'url'],
        [{ ...body, url: `${push.url}/push/other` }, 'url'],
        [ofOther, 'url'],
        [{ ...body, p256dh: undefined }, 'p256dh'],
        [{ ...body, p256dh: noPoint }, 'p256dh'],
        [{ ...body, auth: undefined }, 'auth'],
        [{ ...body, auth: 'short' }, 'auth'],
        [{ ...body, chat_id: '7' }, 'chat_id'],
        [{ kind: 'slack', name: 'x', url: push.url, auth: body.auth }, 'auth'],
      ];
      for (const [sent, field] of wrong) {
        const answer = await api.send('POST', '/notifications/channels', user.token, sent);
        assert.equal(answer.status, 422, answer.text);
        assert.equal(JSON.parse(answer.text).detail[0].loc.at(-1), field, answer.text);
      }
      assert.deepEqual(push.taken, []);
      for (let i = 0; i < 10; i++) await addDevice(scene, user);
      const eleventh = bodyOf(push.subscribe(await keyOf(api, user)));
      const refused = await api.send('POST', '/notifications/channels', user.token, eleventh);
      assert.deepEqual([refused.status, push.taken.length], [409, 10]);
      assert.match(refused.text, /10 devices/);
      const [{ id }] = await devicesOf(api, user);
      const path = `/notifications/channels/${id}`;
      const moved = await api.send('PATCH', path, user.token, { url: push.url });
      assert.match(moved.text, /add the device anew/);
      const renamed = await api.send('PATCH', path, user.token, {
        name: 'Phone',
        quiet_from: '22:00',
        quiet_to: '07:00',
      });
      assert.equal(renamed.status, 200, renamed.text);
      const strict = await createTestApi('2026-03-30T08:06:00Z');
      const other = await strict.createSession();
      const internal = bodyOf(push.subscribe(await keyOf(strict, other)));
      const taken = push.receiver.received.length;
      const answer = await strict.send('POST', '/notifications/channels', other.token, internal);
      assert.deepEqual([answer.status, push.receiver.received.length], [422, taken]);
      await strict.close();
    }));
});

test('the keys are made once, sealed anew with a newer key, and made anew where theirs is lost', () =>
  withScene(async ({ api, sealingKeys }) => {
    const { db, clock } = api;
    const of = (...keys: Uint8Array[]) => ({ db, clock, sealer: createSealer(keys) });
    const [first, second] = await Promise.all([
      usePushKeys(of(...sealingKeys)),
      usePushKeys(of(...sealingKeys)),
    ]);
    assert.deepEqual(first, second);
    const newer = randomBytes(32);
    const logger = pino({ level: 'silent' });
    await renewSealedSecrets({ ...of(newer, ...sealingKeys), logger });
    assert.deepEqual(await usePushKeys(of(newer)), first);
    const other = await usePushKeys(of(randomBytes(32)));
    assert.notEqual(other.publicKey, first.publicKey);
    assert.deepEqual(await usePushKeys(of(newer)), first);
  }));
