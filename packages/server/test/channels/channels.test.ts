import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { evaluateAlerts } from '../../src/desk/alerts/evaluate-alerts.ts';
import { withTenant, withUser } from '../../src/ground/database/database.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { DEFAULT_RETENTION } from '../../src/ground/config/retention-days.ts';
import { forgetRows } from '../../src/operate/retention/forget-rows.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { claimChannel } from '../../src/outbound/channels/channel-messages.ts';
import { createChannelFetch, deliverMessages } from '../../src/outbound/channels/deliver-messages.ts';
import { AlertChannelPage, AlertChannelRecord } from '../../src/outbound/channels/schemas.ts';
import { NotificationPage } from '../../src/outbound/notifications/record.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type TestApi, type TestSession, createTestApi } from '../http/test-api.ts';
import {
  type Messengers,
  SLACK_PATH,
  TEAMS_PATH,
  TELEGRAM_CHAT,
  TELEGRAM_TOKEN,
  startMessengers,
} from './messengers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PUBLIC_URL = 'https://lonja.example.com';

interface Scene {
  api: TestApi;
  messengers: Messengers;
  log: string[];
  /** Holds rules against runs. */
  evaluate: () => Promise<void>;
  /** Sends what is due. */
  deliver: () => Promise<void>;
}

/** A service at 10:06 of the eve of the day, before the gate of noon, with the three services on loopback. */
async function withScene(work: (scene: Scene) => Promise<void>, now = '2026-03-30T08:06:00Z'): Promise<void> {
  const sealingKeys = [randomBytes(32)];
  const log: string[] = [];
  const logger = pino(
    { level: 'debug', serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void log.push(line) },
  );
  const api = await createTestApi(now, {
    sealingKeys,
    allowPrivateTargets: true,
    publicUrl: PUBLIC_URL,
    logger,
  });
  const messengers = await startMessengers();
  const { db, clock } = api;
  const resolve = async () => [];
  const channels = createChannelFetch({ resolve, allowPrivateTargets: true });
  const sealer = createSealer(sealingKeys);
  try {
    await saveDataOrigin(db, 'market');
    await work({
      api,
      messengers,
      log,
      evaluate: () => evaluateAlerts({ db, clock, logger, onMailQueued: () => {} }),
      deliver: () =>
        deliverMessages({
          db,
          clock,
          logger,
          sealer,
          publicUrl: PUBLIC_URL,
          fetchChannel: channels.fetch,
          onMailQueued: () => {},
        }),
    });
  } finally {
    await channels.close();
    await messengers.close();
    await api.close();
  }
}

const slackOf = ({ url }: Messengers) => ({ kind: 'slack', name: 'Desk', url: `${url}${SLACK_PATH}` });
const teamsOf = ({ url }: Messengers) => ({ kind: 'teams', name: 'Team', url: `${url}${TEAMS_PATH}` });
const telegramOf = ({ url }: Messengers) => ({
  kind: 'telegram',
  name: 'Phone',
  url,
  token: TELEGRAM_TOKEN,
  chat_id: TELEGRAM_CHAT,
});

async function add(api: TestApi, { token }: TestSession, channel: object): Promise<AlertChannelRecord> {
  const answer = await api.send('POST', '/notifications/channels', token, channel);
  assert.equal(answer.status, 201, answer.text);
  return AlertChannelRecord.parse(answer.body);
}

async function addRule(api: TestApi, { token }: TestSession, fields: object = {}): Promise<void> {
  const rule = {
    name: 'Dear <evening> & *night*',
    kind: 'price_above',
    product: 'da',
    threshold: 70,
    ...fields,
  };
  const answer = await api.send('POST', '/notifications/rules', token, rule);
  assert.equal(answer.status, 201, answer.text);
}

async function channelsOf(api: TestApi, { token }: TestSession): Promise<AlertChannelRecord[]> {
  return AlertChannelPage.parse((await api.get('/notifications/channels', token)).body).items;
}

const publish = (api: TestApi, issuedAt = '2026-03-30T08:05:00Z', level = 50) =>
  publishTestRun(api.db, { issuedAt, firstDay: '2026-03-31', days: 1, level });

const speakSpanish = (api: TestApi, { userId }: TestSession) =>
  api.db.updateTable('app_user').set({ locale: 'es' }).where('id', '=', userId).execute();

const waiting = async (api: TestApi) =>
  (await api.db.selectFrom('alert_message').select('due_at').orderBy('due_at').execute()).map(({ due_at }) =>
    due_at.toISOString(),
  );

suite('a channel is saved', () => {
  test('once a test message has arrived, in the language of the reader; its target is shown and logged nowhere', () =>
    withScene(async ({ api, messengers, log }) => {
      const user = await api.createSession();
      await speakSpanish(api, user);
      const slack = await add(api, user, slackOf(messengers));
      await add(api, user, teamsOf(messengers));
      const telegram = await add(api, user, telegramOf(messengers));
      const text = `Las alertas llegarán aquí por el canal «Desk».`;
      assert.deepEqual(messengers.taken.slack, [
        `Lonja: prueba de un canal\n${text}\n<${PUBLIC_URL}/alerts|Ver las alertas>`,
      ]);
      assert.deepEqual(
        [messengers.taken.teams.length, messengers.taken.telegram[0]?.includes('«Phone»')],
        [1, true],
      );
      const { host } = new URL(messengers.url);
      assert.deepEqual(
        { ...slack, id: '', created_at: '', updated_at: '' },
        {
          id: '',
          kind: 'slack',
          name: 'Desk',
          owner: 'user',
          host,
          quiet_from: null,
          quiet_to: null,
          digest_at: null,
          time_zone: 'Europe/Madrid',
          enabled: true,
          created_at: '',
          updated_at: '',
          last_success_at: null,
          last_failure_at: null,
          last_error: null,
        },
      );
      const path = `/notifications/channels/${telegram.id}`;
      await api.send('PATCH', path, user.token, { chat_id: '42' });
      await api.send('POST', `${path}/test`, user.token);
      messengers.fault = () => ({ status: 500, body: TELEGRAM_TOKEN });
      await api.send('POST', `${path}/test`, user.token);
      const { rows } = await sql<{ all: string }>`
        select coalesce((select jsonb_agg(to_jsonb(c)) from alert_channel c)::text, '')
          || coalesce((select jsonb_agg(to_jsonb(a)) from audit_entry a)::text, '') as all`.execute(api.db);
      const answers = JSON.stringify(await channelsOf(api, user));
      for (const place of [rows[0].all, answers, log.join('')])
        for (const secret of ['oneTwoThree', TELEGRAM_TOKEN, TELEGRAM_CHAT]) {
          assert.ok(!place.includes(secret), secret);
          assert.ok(!place.includes(Buffer.from(secret).toString('hex')), secret);
        }
      const audited = await api.db
        .selectFrom('audit_entry')
        .select('action')
        .where('target_type', '=', 'alert_channel')
        .execute();
      assert.deepEqual(
        new Set(audited.map(({ action }) => action)),
        new Set(['alert_channel.created', 'alert_channel.tested']),
      );
    }));

  test('not at all where the service refuses it: the fault names the field and says what to do', () =>
    withScene(async ({ api, messengers }) => {
      const user = await api.createSession();
      const slack = slackOf(messengers);
      const telegram = telegramOf(messengers);
      const wrong: [object, string, RegExp][] = [
        [
          { ...slack, url: `${messengers.url}/services/other` },
          'url',
          /Slack answered with 404 no_service\. .*anew/,
        ],
        [{ ...slack, url: 'http://127.0.0.1:1/' }, 'url', /no answer/],
        [{ ...slack, url: 'ftp://127.0.0.1/' }, 'url', /https/],
        [{ kind: 'slack', name: 'x' }, 'url', /address of the incoming webhook/],
        [{ ...slack, token: TELEGRAM_TOKEN }, 'token', /Telegram only/],
        [
          { ...teamsOf(messengers), url: `${messengers.url}/workflows/x?sig=y` },
          'url',
          /Teams answered with 401\. .*anew/,
        ],
        [{ ...telegram, token: '1:aaaaaaaaaaaaaaaaaaaaaaa' }, 'token', /401: Unauthorized\. .*@BotFather/],
        [{ ...telegram, chat_id: '7' }, 'chat_id', /chat not found\. .*chat_id/],
        [{ ...telegram, chat_id: undefined }, 'chat_id', /chat to write to/],
        [{ ...slack, quiet_from: '22:00' }, 'quiet_to', /together/],
        [{ ...slack, quiet_from: '22:00', quiet_to: '22:00' }, 'quiet_to', /not quiet_from/],
        [{ ...slack, digest_at: '24:00' }, 'digest_at', /HH:MM/],
        [{ ...slack, time_zone: 'Europe/Lisboa' }, 'time_zone', /tz database/],
      ];
      for (const [channel, field, message] of wrong) {
        const answer = await api.send('POST', '/notifications/channels', user.token, channel);
        assert.equal(answer.status, 422, answer.text);
        const { detail } = JSON.parse(answer.text);
        assert.equal(detail[0].loc.at(-1), field, answer.text);
        assert.match(detail[0].msg, message);
      }
      assert.deepEqual(await channelsOf(api, user), []);
      const { id } = await add(api, user, slack);
      const path = `/notifications/channels/${id}`;
      const refused = await api.send('PATCH', path, user.token, { url: `${messengers.url}/services/other` });
      assert.equal(refused.status, 422);
      assert.equal((await api.send('PATCH', path, user.token, { quiet_to: '07:00' })).status, 422);
      const paused = await api.send('PATCH', path, user.token, { enabled: false, name: 'Desk 2' });
      assert.deepEqual([paused.status, JSON.parse(paused.text).name], [200, 'Desk 2']);
      messengers.fault = () => ({ status: 410, body: 'channel_is_archived' });
      const resumed = await api.send('PATCH', path, user.token, { enabled: true });
      assert.match(resumed.text, /410 channel_is_archived/);
      const tested = JSON.parse((await api.send('POST', `${path}/test`, user.token)).text);
      assert.equal(tested.delivered, false);
      messengers.fault = undefined;
      assert.equal((await api.send('PATCH', path, user.token, { enabled: true })).status, 200);
      assert.equal((await api.send('DELETE', path, user.token)).status, 204);
      assert.equal((await api.send('DELETE', path, user.token)).status, 404);
      for (let i = 0; i < 10; i++) await add(api, user, slack);
      assert.equal((await api.send('POST', '/notifications/channels', user.token, slack)).status, 409);
    }));

  test('by its owner: those of the tenant by admins alone, and nobody else sees those of a user', () =>
    withScene(async ({ api, messengers }) => {
      const admin = await api.createSession();
      const trader = await api.createSession({ tenantId: admin.tenantId, role: 'trader' });
      const viewer = await api.createSession({ tenantId: admin.tenantId, role: 'viewer' });
      const stranger = await api.createSession();
      const slack = slackOf(messengers);
      const ofTenant = await add(api, admin, { ...slack, owner: 'tenant' });
      const own = await add(api, admin, slack);
      assert.deepEqual(
        (await channelsOf(api, trader)).map(({ id, owner }) => [id, owner]),
        [[ofTenant.id, 'tenant']],
      );
      const status = async (user: TestSession, id: string) =>
        (await api.send('PATCH', `/notifications/channels/${id}`, user.token, { name: 'x' })).status;
      assert.deepEqual([await status(trader, ofTenant.id), await status(trader, own.id)], [403, 404]);
      assert.deepEqual([await status(viewer, ofTenant.id), await status(stranger, own.id)], [403, 403]);
      const taken = messengers.receiver.received.length;
      const body = { ...slack, owner: 'tenant' };
      assert.equal((await api.send('POST', '/notifications/channels', trader.token, body)).status, 403);
      assert.equal(messengers.receiver.received.length, taken, 'nothing is sent before rights are checked');
      await withUser(api.db, trader, async (tx) => {
        const rows = await tx.selectFrom('alert_channel').select('id').execute();
        assert.deepEqual(rows, [{ id: ofTenant.id }]);
      });
      await withTenant(api.db, stranger.tenantId, async (tx) =>
        assert.deepEqual(await tx.selectFrom('alert_channel').select('id').execute(), []),
      );
      await assert.rejects(
        withTenant(api.db, admin.tenantId, (tx) => tx.selectFrom('alert_message').selectAll().execute()),
        /permission denied/,
      );
    }));

  test('into the own network only in development', () =>
    withScene(async ({ messengers }) => {
      const strict = await createTestApi('2026-03-30T08:06:00Z');
      const user = await strict.createSession();
      const answer = await strict.send('POST', '/notifications/channels', user.token, slackOf(messengers));
      assert.deepEqual([answer.status, messengers.receiver.received.length], [422, 0]);
      await strict.close();
    }));
});

suite('an alert', () => {
  test('reaches the channels of its user and of the tenant before the gate, once, in the language of each', () =>
    withScene(async ({ api, messengers, evaluate, deliver }) => {
      const user = await api.createSession();
      await speakSpanish(api, user);
      const colleague = await api.createSession({ tenantId: user.tenantId, role: 'trader' });
      const stranger = await api.createSession();
      await add(api, user, { ...slackOf(messengers), owner: 'tenant' });
      await add(api, user, telegramOf(messengers));
      await add(api, colleague, teamsOf(messengers));
      await add(api, stranger, teamsOf(messengers));
      const before = structuredClone(messengers.taken);
      await addRule(api, user);
      await publish(api);
      await evaluate();
      await Promise.all([deliver(), deliver()]);
      await evaluate();
      await deliver();
      assert.deepEqual(messengers.taken.slack.slice(before.slack.length), [
        [
          'Dear <evening> & *night*: day-ahead, Tuesday 31 March',
          'Tuesday 31 March: 3 hours above 70.00 EUR/MWh. Highest: 73.00 EUR/MWh at 23:00 CEST.',
          `<${PUBLIC_URL}/forecasts?products=da&amp;from=2026-03-31&amp;to=2026-03-31|See the forecast>`,
        ].join('\n'),
      ]);
      const [spanish, ...more] = messengers.taken.telegram.slice(before.telegram.length);
      assert.match(
        spanish ?? '',
        /^Dear <evening> & \*night\*: mercado diario, martes, 31 de marzo\nMartes, 31/,
      );
      assert.deepEqual([more, messengers.taken.teams.length], [[], before.teams.length]);
      assert.deepEqual(await waiting(api), []);
      const [channel] = await channelsOf(api, user);
      assert.ok(
        channel?.last_success_at !== null &&
          Date.parse(channel?.last_success_at ?? '') < Date.parse('2026-03-30T10:00:00Z'),
      );
    }));

  test('marks in the name of a rule call nobody in Slack', () =>
    withScene(async ({ api, messengers, evaluate, deliver }) => {
      const user = await api.createSession();
      await add(api, user, slackOf(messengers));
      await addRule(api, user, { name: '<!channel> & <https://example.com|here>' });
      await publish(api);
      await evaluate();
      await deliver();
      const { text, blocks } = JSON.parse(messengers.receiver.received.at(-1)?.body.toString() ?? '{}');
      assert.match(text, /^&lt;!channel&gt; &amp; &lt;https:\/\/example\.com\|here&gt;: /);
      assert.equal(blocks[0].text.type, 'plain_text');
    }));

  test('a channel that fails holds up no other, is tried again, and is given up after a day', () =>
    withScene(async ({ api, messengers, evaluate, deliver, log }) => {
      const user = await api.createSession();
      await add(api, user, slackOf(messengers));
      await add(api, user, telegramOf(messengers));
      await addRule(api, user);
      await publish(api);
      await evaluate();
      const tries = () => messengers.receiver.received.filter(({ path }) => path === SLACK_PATH).length;
      const first = tries();
      messengers.fault = ({ path }) =>
        path === SLACK_PATH ? { status: 503, body: 'oneTwoThree' } : undefined;
      await deliver();
      assert.equal(messengers.taken.telegram.length, 2);
      await deliver();
      assert.equal(tries(), first + 1, 'not before its time');
      for (const wait of [
        10_000,
        MINUTE_MS,
        5 * MINUTE_MS,
        30 * MINUTE_MS,
        2 * HOUR_MS,
        6 * HOUR_MS,
        12 * HOUR_MS,
      ]) {
        api.clock.advance(wait);
        await deliver();
      }
      assert.deepEqual([tries(), await waiting(api)], [first + 8, []]);
      const channel = (await channelsOf(api, user)).find(({ kind }) => kind === 'slack');
      assert.deepEqual([channel?.enabled, channel?.last_error], [true, 'Slack answered with 503.']);
      assert.ok(!log.join('').includes('oneTwoThree'));
      messengers.fault = undefined;
    }));

  test('a service that asks to wait is heeded, and a channel that is gone rests until it is saved again', () =>
    withScene(async ({ api, messengers, evaluate, deliver }) => {
      const user = await api.createSession();
      await add(api, user, slackOf(messengers));
      const { id } = await add(api, user, telegramOf(messengers));
      await addRule(api, user);
      await publish(api);
      await evaluate();
      messengers.fault = ({ path }) =>
        path === SLACK_PATH
          ? { status: 429, body: 'rate_limited', headers: { 'retry-after': '120' } }
          : {
              status: 403,
              body: '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}',
            };
      await deliver();
      const telegram = (await channelsOf(api, user)).find((each) => each.id === id);
      assert.equal(telegram?.enabled, false);
      assert.match(
        telegram?.last_error ?? '',
        /^Telegram answered with 403: Forbidden: bot was blocked by the user\./,
      );
      const told = NotificationPage.parse((await api.get('/notifications', user.token)).body).items[0];
      assert.deepEqual([told.kind, told.title], ['channel_disabled', 'The channel "Phone" is turned off']);
      assert.match(told.text, /Reason: Telegram answered with 403: Forbidden/);
      const mail = (await api.deliverMail()).map(({ to, subject }) => [to, subject]);
      assert.deepEqual(mail, [[user.email, 'The channel "Phone" is turned off']]);
      const disabled = await api.db
        .selectFrom('audit_entry')
        .select(['actor_kind', 'target_id'])
        .where('action', '=', 'alert_channel.disabled')
        .execute();
      assert.deepEqual(disabled, [{ actor_kind: 'system', target_id: id }]);
      await speakSpanish(api, user);
      const read = (await channelsOf(api, user)).find((each) => each.id === id);
      assert.match(read?.last_error ?? '', /^Telegram respondió 403: .*\. Escriba al bot/);
      messengers.fault = undefined;
      const taken = messengers.taken.slack.length;
      api.clock.advance(119_000);
      await deliver();
      assert.equal(messengers.taken.slack.length, taken);
      api.clock.advance(1000);
      await deliver();
      assert.equal(messengers.taken.slack.length, taken + 1);
      assert.deepEqual(await waiting(api), []);
    }));

  test('a channel whose key is lost says so, and works again once it is saved', () =>
    withScene(async ({ api, messengers, evaluate, deliver }) => {
      const user = await api.createSession();
      const { id } = await add(api, user, telegramOf(messengers));
      await api.db
        .updateTable('alert_channel')
        .set({ target: Buffer.alloc(60) })
        .execute();
      await addRule(api, user);
      await publish(api);
      await evaluate();
      await deliver();
      const path = `/notifications/channels/${id}`;
      assert.match((await api.send('POST', `${path}/test`, user.token)).text, /save it again/);
      const lost = await channelsOf(api, user);
      assert.match(lost[0].last_error ?? '', /save it again/);
      const part = { url: messengers.url, token: TELEGRAM_TOKEN };
      const refused = await api.send('PATCH', path, user.token, part);
      assert.deepEqual([refused.status, JSON.parse(refused.text).detail[0].loc.at(-1)], [422, 'chat_id']);
      const whole = { ...part, chat_id: TELEGRAM_CHAT };
      assert.equal((await api.send('PATCH', path, user.token, whole)).status, 200);
      await deliver();
      assert.equal(messengers.taken.telegram.length, 3);
    }));

  test('that waits for a paused channel is sent once it is resumed, and gone after a week', () =>
    withScene(async ({ api, messengers, evaluate, deliver }) => {
      const user = await api.createSession();
      const { id } = await add(api, user, { ...slackOf(messengers), digest_at: '12:00' });
      await addRule(api, user);
      await publish(api);
      await evaluate();
      const path = `/notifications/channels/${id}`;
      await api.send('PATCH', path, user.token, { enabled: false });
      api.clock.advance(4 * HOUR_MS);
      await deliver();
      const forget = () => {
        const now = api.clock.now();
        return forgetRows(api.db, {
          days: DEFAULT_RETENTION,
          present: { now, ofEvidence: now },
          isOver: () => false,
        });
      };
      await forget();
      assert.deepEqual([messengers.taken.slack.length, (await waiting(api)).length], [1, 1]);
      await api.send('PATCH', path, user.token, { enabled: true });
      await deliver();
      assert.equal(messengers.taken.slack.length, 3, 'with the test message');
      await api.db
        .insertInto('alert_message')
        .values({
          id,
          tenant_id: user.tenantId,
          channel_id: id,
          content: '{}',
          created_at: new Date(api.clock.now()),
          due_at: new Date(api.clock.now()),
        })
        .execute();
      api.clock.advance(7 * 24 * HOUR_MS + 1);
      await forget();
      assert.deepEqual(await waiting(api), []);
    }));

  test('a process that dies between two writes leaves nothing half told, and one that dies while it sends leaves it to the next', () =>
    withScene(async ({ api, messengers, evaluate, deliver }) => {
      const user = await api.createSession();
      await add(api, user, slackOf(messengers));
      await addRule(api, user);
      await publish(api);
      await sql`
        create function die() returns trigger language plpgsql as
          $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
        create trigger dies after insert on alert_message for each row execute function die();
      `.execute(api.db);
      await assert.rejects(evaluate());
      const { rows } = await sql<{ count: number }>`
        select ((select count(*) from notification) + (select count(*) from event where type = 'alert.fired'))::integer as count
      `.execute(api.db);
      assert.deepEqual([rows, await waiting(api)], [[{ count: 0 }], []]);
      await sql`drop trigger dies on alert_message; drop function die();`.execute(api.db);
      await evaluate();
      const now = api.clock.now();
      assert.ok((await claimChannel(api.db, { now, leaseMs: MINUTE_MS })) !== undefined);
      await deliver();
      assert.equal(messengers.taken.slack.length, 1, 'the other has it');
      api.clock.advance(MINUTE_MS);
      await deliver();
      await deliver();
      assert.equal(messengers.taken.slack.length, 2);
    }));

  test('waits for the end of quiet hours on the day of 25 hours, and a digest tells all of a day at once', () =>
    withScene(async ({ api, messengers, evaluate, deliver }) => {
      const user = await api.createSession();
      await add(api, user, { ...slackOf(messengers), quiet_from: '22:00', quiet_to: '07:00' });
      await add(api, user, { ...telegramOf(messengers), digest_at: '08:00' });
      await add(api, user, { ...teamsOf(messengers), digest_at: '08:00', time_zone: 'Atlantic/Canary' });
      await addRule(api, user, { name: 'One', days_ahead: 7 });
      await addRule(api, user, { name: 'Two', days_ahead: 7, threshold: 71 });
      await publishTestRun(api.db, {
        issuedAt: '2026-10-24T20:20:00Z',
        firstDay: '2026-10-26',
        days: 1,
        level: 50,
      });
      await evaluate();
      await deliver();
      assert.deepEqual(
        [messengers.taken.slack.length, messengers.taken.telegram.length, messengers.taken.teams.length],
        [1, 1, 1],
      );
      assert.deepEqual(await waiting(api), [
        ...Array.from({ length: 2 }, () => '2026-10-25T06:00:00.000Z'),
        ...Array.from({ length: 2 }, () => '2026-10-25T07:00:00.000Z'),
        ...Array.from({ length: 2 }, () => '2026-10-25T08:00:00.000Z'),
      ]);
      api.clock.set(Date.parse('2026-10-25T05:59:59Z'));
      await deliver();
      assert.equal(messengers.taken.slack.length, 1);
      api.clock.set(Date.parse('2026-10-25T07:00:00Z'));
      await deliver();
      assert.equal(messengers.taken.slack.length, 2);
      assert.match(
        messengers.taken.telegram[1] ?? '',
        /^2 alerts\nOne: day-ahead, Monday 26 October\nMonday 26 October: .*\nTwo: day-ahead.*\n.*\nSee the alerts: https:\/\/lonja\.example\.com\/alerts$/,
      );
      api.clock.set(Date.parse('2026-10-25T08:00:00Z'));
      await deliver();
      assert.deepEqual([messengers.taken.teams.length, await waiting(api)], [2, []]);
    }, '2026-10-24T20:25:00Z'));
});
