import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Transaction, sql } from 'kysely';
import pino from 'pino';
import { PriceProbabilities } from '../../src/forecasts/runs/distributions-record.ts';
import { NotificationPage } from '../../src/outbound/notifications/record.ts';
import { Me } from '../../src/people/users/record.ts';
import { evaluateAlerts } from '../../src/desk/alerts/evaluate-alerts.ts';
import { forgetRows } from '../../src/operate/retention/forget-rows.ts';
import { DEFAULT_RETENTION } from '../../src/ground/config/retention-days.ts';
import { withTenant, withUser } from '../../src/ground/database/database.ts';
import type { Database } from '../../src/ground/database/schema.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { type TestApi, createTestApi, errorOf } from './test-api.ts';
import { AlertRulePage, AlertRulePreview, AlertRuleRecord } from '../../src/desk/alerts/schemas.ts';

const DAY_MS = 86_400_000;
const SILENT = pino({ level: 'silent' });

const rule = { name: 'Dear hours', kind: 'price_above', product: 'da', threshold: 70 };

/** A database of its own for each test: a run is everybody's, so rules of other tests would find something in it too. */
async function withApi(work: (api: TestApi) => Promise<void>): Promise<void> {
  const api = await createTestApi('2026-03-30T10:06:00Z');
  await saveDataOrigin(api.db, 'market');
  try {
    await work(api);
  } finally {
    await api.close();
  }
}

async function addRule(api: TestApi, token: string, fields: object = {}) {
  const answer = await api.send('POST', '/notifications/rules', token, { ...rule, ...fields });
  assert.equal(answer.status, 201, answer.text);
  return AlertRuleRecord.parse(answer.body);
}

async function evaluate({ db, clock }: TestApi): Promise<void> {
  await evaluateAlerts({ db, clock, logger: SILENT, onMailQueued: () => {} });
}

/** Publishes a day-ahead run for 2026-03-31 whose hours cost `level`, `level + 1`, ... and holds the rules against it. */
async function publish(api: TestApi, issuedAt: string, level = 50): Promise<string> {
  const runId = await publishTestRun(api.db, { issuedAt, firstDay: '2026-03-31', days: 2, level });
  await evaluate(api);
  return runId;
}

async function notificationsOf(api: TestApi, token: string, query = '') {
  const answer = await api.get(`/notifications${query}`, token);
  assert.equal(answer.status, 200, answer.text);
  return NotificationPage.parse(answer.body);
}

suite('a rule and the runs', () => {
  test('a rule on quarter hours is held against the quarters of a run, beside one on its hours', () =>
    withApi(async (api) => {
      const user = await api.createSession({ role: 'trader' });
      // The last hour has 73, its last quarter 73.75.
      const hours = await addRule(api, user.token, { name: 'hours', threshold: 73.5 });
      const quarters = await addRule(api, user.token, {
        name: 'quarters',
        threshold: 73.2,
        resolution: 'PT15M',
      });
      assert.deepEqual([hours.resolution, quarters.resolution], ['PT1H', 'PT15M']);
      await publishTestRun(api.db, {
        issuedAt: '2026-03-30T10:05:00Z',
        firstDay: '2026-03-31',
        days: 1,
        withQuarters: true,
      });
      await evaluate(api);
      const { items } = await notificationsOf(api, user.token);
      assert.deepEqual(
        items.map(({ title, text, path, alert }) => [
          title,
          text,
          path,
          alert?.resolution,
          alert?.days[0].hours,
        ]),
        [
          [
            'quarters: day-ahead, Tuesday 31 March',
            'Tuesday 31 March: 3 quarter hours above 73.20 EUR/MWh. Highest: 73.75 EUR/MWh at 23:45 CEST.',
            '/forecasts?products=da&from=2026-03-31&to=2026-03-31&resolution=PT15M',
            'PT15M',
            0.75,
          ],
        ],
      );
      const body = { kind: 'price_above', product: 'da', threshold: 73.2 };
      for (const [resolution, found] of [
        ['PT1H', 0],
        ['PT15M', 1],
      ] as const) {
        const preview = await api.send('POST', '/notifications/rules/preview', user.token, {
          ...body,
          resolution,
        });
        assert.equal(AlertRulePreview.parse(preview.body).notifications, found, resolution);
      }
      const refused = await api.send('POST', '/notifications/rules', user.token, {
        ...rule,
        resolution: 'PT30M',
      });
      assert.equal(refused.status, 422);
    }));

  test('an alert of Portugal reaches a reader of Portuguese, in the application and by mail', () =>
    withApi(async (api) => {
      const user = await api.createSession({ role: 'trader' });
      assert.equal((await api.send('PATCH', '/auth/me', user.token, { locale: 'pt' })).status, 200);
      await addRule(api, user.token, { channels: ['in_app', 'email'] });
      await publish(api, '2026-03-30T10:05:00Z');
      await evaluate(api);
      const { items } = await notificationsOf(api, user.token);
      assert.equal(items[0].title, 'Dear hours: mercado diário, terça-feira, 31 de março');
      assert.equal(
        items[0].text,
        'Terça-feira, 31 de março: 3 horas acima de 70,00 EUR/MWh. Máximo: 73,00 EUR/MWh às 23:00 CEST.',
      );
      const [mail] = await api.deliverMail();
      assert.equal(mail.subject, items[0].title);
      assert.match(mail.text, /3\s+horas\s+acima\s+de\s+70,00[\s\S]*Ver a previsão/);
    }));

  test('what a run holds is notified once, in the application and by mail, in the reader’s language', () =>
    withApi(async (api) => {
      const user = await api.createSession({ role: 'trader' });
      const { id } = await addRule(api, user.token, { channels: ['in_app', 'email'] });
      await api.send('PATCH', '/auth/me', user.token, { locale: 'es' });
      const runId = await publish(api, '2026-03-30T10:05:00Z');
      await evaluate(api);
      const { items, total, unread } = await notificationsOf(api, user.token);
      assert.deepEqual([total, unread], [1, 1]);
      assert.equal(items[0].title, 'Dear hours: mercado diario, martes, 31 de marzo');
      assert.equal(
        items[0].text,
        'Martes, 31 de marzo: 3 horas por encima de 70,00 EUR/MWh. Máximo: 73,00 EUR/MWh a las 23:00 CEST.',
      );
      assert.equal(items[0].path, '/forecasts?products=da&from=2026-03-31&to=2026-03-31');
      assert.deepEqual(items[0].alert, {
        rule_id: id,
        rule_kind: 'price_above',
        product: 'da',
        market_id: 'es',
        resolution: 'PT1H',
        threshold: 70,
        forecast_id: runId,
        simulated: false,
        days: [{ date: '2026-03-31', figure: 73, hours: 3, at: '2026-03-31T21:00:00Z' }],
      });
      const [mail, ...others] = await api.deliverMail();
      assert.deepEqual(others, []);
      assert.deepEqual([mail.to, mail.subject], [user.email, items[0].title]);
      assert.match(
        mail.text,
        /https:\/\/lonja\.example\.com\/forecasts\?products=da&from=2026-03-31&to=2026-03-31/,
      );
      await api.send('PATCH', '/auth/me', user.token, { locale: 'en' });
      const [english] = (await notificationsOf(api, user.token)).items;
      assert.equal(english.title, 'Dear hours: day-ahead, Tuesday 31 March');
      assert.match(english.text, /^Tuesday 31 March: 3 hours above 70\.00 EUR\/MWh\. Highest: 73\.00/);
    }));

  test('a delivery day is notified once, however the forecast of it changes', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await addRule(api, user.token);
      await addRule(api, user.token, {
        name: 'Change',
        kind: 'forecast_change',
        threshold: 5,
        days_ahead: 2,
      });
      await publish(api, '2026-03-30T04:05:00Z', 50);
      await publish(api, '2026-03-30T08:05:00Z', 80);
      await publish(api, '2026-03-30T10:05:00Z', 20);
      const { items } = await notificationsOf(api, user.token);
      assert.deepEqual(
        items.map(({ alert }) => alert?.days.map(({ date, figure }) => `${date} ${figure}`)),
        [['2026-03-31 30', '2026-04-01 30'], ['2026-03-31 73']],
      );
    }));

  test('nothing is said of a delivery day whose prices are public, by a run that was issued before either', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await addRule(api, user.token, { days_ahead: 2 });
      await addRule(api, user.token, { name: 'Tomorrow' });
      await storeTestPrices(api.db, { day: '2026-03-31', availableAt: '2026-03-30T10:50:00Z' });
      api.clock.advance(60 * 60_000);
      await publish(api, '2026-03-30T10:05:00Z');
      const { items } = await notificationsOf(api, user.token);
      assert.deepEqual(
        items.map(({ title, alert }) => [title.split(':')[0], alert?.days.map(({ date }) => date)]),
        [['Dear hours', ['2026-04-01']]],
      );
    }));

  test('prices of another auction and of the simulator do not silence a rule', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await addRule(api, user.token);
      const early = { day: '2026-03-31', availableAt: '2026-03-30T08:00:00Z' };
      await storeTestPrices(api.db, { ...early, product: 'ida1' });
      await storeTestPrices(api.db, { ...early, source: 'simulator' });
      await publish(api, '2026-03-30T10:05:00Z');
      assert.equal((await notificationsOf(api, user.token)).total, 1);
    }));

  test('a rule whose condition is changed notifies afresh, one that is renamed does not', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      const { id } = await addRule(api, user.token);
      await publish(api, '2026-03-30T04:05:00Z');
      await api.send('PATCH', `/notifications/rules/${id}`, user.token, { name: 'Other', days_ahead: 1 });
      await publish(api, '2026-03-30T08:05:00Z');
      assert.equal((await notificationsOf(api, user.token)).total, 1);
      await api.send('PATCH', `/notifications/rules/${id}`, user.token, { threshold: 71 });
      await publish(api, '2026-03-30T10:05:00Z');
      assert.equal((await notificationsOf(api, user.token)).total, 2);
    }));

  test('a rule that is saved is held against the current run, once', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      const runId = await publish(api, '2026-03-30T04:05:00Z');
      const { id } = await addRule(api, user.token);
      const change = async (fields: object) => {
        const answer = await api.send('PATCH', `/notifications/rules/${id}`, user.token, fields);
        assert.equal(answer.status, 200, answer.text);
      };
      const totalAfter = async () => {
        await evaluate(api);
        return (await notificationsOf(api, user.token)).total;
      };
      assert.equal(await totalAfter(), 1);
      const [{ alert }] = (await notificationsOf(api, user.token)).items;
      assert.deepEqual([alert?.forecast_id, alert?.days.map(({ date }) => date)], [runId, ['2026-03-31']]);
      assert.equal(await totalAfter(), 1);
      // The same day is not notified of again, by a change of the name or by the next run.
      await change({ name: 'Other' });
      await publish(api, '2026-03-30T08:05:00Z');
      assert.equal(await totalAfter(), 1);
      await change({ threshold: 80 });
      assert.equal(await totalAfter(), 1);
      await change({ threshold: 71, enabled: false });
      assert.equal(await totalAfter(), 1);
      await change({ enabled: true });
      assert.equal(await totalAfter(), 2);
      await change({ days_ahead: 2 });
      assert.equal(await totalAfter(), 3);
    }));

  test('a saved rule on changes compares the current run with the one before; a day that has cleared is left out', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await publish(api, '2026-03-30T04:05:00Z', 50);
      await publish(api, '2026-03-30T08:05:00Z', 53);
      await addRule(api, user.token, { kind: 'forecast_change', threshold: 3 });
      await addRule(api, user.token, { kind: 'forecast_change', threshold: 3.01 });
      await Promise.all([evaluate(api), evaluate(api)]);
      assert.equal((await notificationsOf(api, user.token)).total, 1);
      await storeTestPrices(api.db, { day: '2026-03-31', availableAt: '2026-03-30T10:06:00Z' });
      await addRule(api, user.token);
      await evaluate(api);
      assert.equal((await notificationsOf(api, user.token)).total, 1);
    }));

  test('a rule on a probability notifies of what /forecasts/probabilities says', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      const low = { kind: 'probability_below', threshold: 52.5, hours: 5, probability: 20 };
      const { id } = await addRule(api, user.token, { ...low, name: 'Cheap' });
      await addRule(api, user.token, { ...low, name: 'Dear', kind: 'probability_above', threshold: 72 });
      await addRule(api, user.token, { ...low, name: 'Certain', probability: 99 });
      const run = { firstDay: '2026-03-31', days: 2, withDistributions: true };
      const probability = async () => {
        const query = 'market_id=es&product=da&date=2026-03-31&thresholds=52.5&hours=5';
        const answer = await api.get(`/forecasts/probabilities?${query}`, user.token);
        return PriceProbabilities.parse(answer.body).days[0].at_least[0];
      };
      await publishTestRun(api.db, { ...run, issuedAt: '2026-03-30T04:05:00Z' });
      await evaluate(api);
      const { items } = await notificationsOf(api, user.token);
      assert.deepEqual(items.map(({ title }) => title.split(':')[0]).sort(), ['Cheap', 'Dear']);
      const cheap = items.find(({ alert }) => alert?.rule_id === id);
      const said = await probability();
      assert.ok(said > 0.4 && said < 0.6, String(said));
      assert.deepEqual(cheap?.alert?.days, [
        { date: '2026-03-31', figure: Math.round(1000 * said) / 10, hours: 5, at: null },
      ]);
      assert.equal(
        cheap.text,
        `Tuesday 31 March: ${Math.round(100 * said)} % probability of 5 hours or more at or below 52.50 EUR/MWh.`,
      );
      assert.match(
        items.find(({ title }) => title.startsWith('Dear'))?.text ?? '',
        /^Tuesday 31 March: \d+ % probability of 5 hours or more above 72\.00 EUR\/MWh\.$/,
      );
      await api.send('PATCH', '/auth/me', user.token, { locale: 'es' });
      assert.match(
        (await notificationsOf(api, user.token)).items.find(({ alert }) => alert?.rule_id === id)?.text ?? '',
        /^Martes, 31 de marzo: \d+ % de probabilidad de 5 horas o más a 52,50 EUR\/MWh o menos\.$/,
      );
    }));

  test('a run of before distributions were stored is held against rules on probabilities too', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await addRule(api, user.token, { kind: 'probability_above', threshold: 73, hours: 1, probability: 50 });
      await publish(api, '2026-03-30T10:05:00Z');
      const [{ alert }] = (await notificationsOf(api, user.token)).items;
      assert.ok(Number(alert?.days[0].figure) >= 50);
    }));

  test('every kind finds its own, and by mail alone leaves nothing in the application', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      for (const fields of [
        { name: 'above', threshold: 72 },
        { name: 'below', kind: 'price_below', threshold: 52, channels: ['email'] },
        { name: 'negative', kind: 'negative_hours', threshold: 1 },
        { name: 'change', kind: 'forecast_change', threshold: 10, to_hour: 12 },
        { name: 'spread', kind: 'spread', threshold: 23, days_ahead: 2 },
        { name: 'off', enabled: false },
        { name: 'other product', product: 'ida1' },
        { name: 'other hours', to_hour: 20 },
      ]) {
        await addRule(api, user.token, fields);
      }
      await publish(api, '2026-03-30T04:05:00Z', 30);
      await publish(api, '2026-03-30T10:05:00Z', 50);
      const { items } = await notificationsOf(api, user.token);
      const notified = items.map(
        ({ title, alert }) => `${title.split(':')[0]} ${alert?.days.map((day) => day.figure).join()}`,
      );
      assert.deepEqual(notified.sort(), ['above 73', 'change 20', 'spread 23,23']);
      const mails = (await api.deliverMail()).map(({ subject }) => subject.split(':')[0]);
      assert.deepEqual(mails, ['below']);
    }));

  test('viewers, deactivated users and tenants, and tenants without the product are not notified', () =>
    withApi(async (api) => {
      const users = await Promise.all(Array.from({ length: 4 }, () => api.createSession()));
      for (const { token } of users) await addRule(api, token, { channels: ['email'] });
      const [demoted, gone, closed, poor] = users;
      const now = new Date(api.clock.now());
      const { db } = api;
      await db.updateTable('app_user').set({ role: 'viewer' }).where('id', '=', demoted.userId).execute();
      await db.updateTable('app_user').set({ deactivated_at: now }).where('id', '=', gone.userId).execute();
      await db.updateTable('tenant').set({ deactivated_at: now }).where('id', '=', closed.tenantId).execute();
      await db
        .updateTable('tenant')
        .set({ products: ['es-ida1'] })
        .where('id', '=', poor.tenantId)
        .execute();
      await publish(api, '2026-03-30T10:05:00Z');
      assert.deepEqual(await api.deliverMail(), []);
    }));

  test('notifications of a broken batch come from the next worker, and three at once notify once for each rule', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      const { id } = await addRule(api, user.token, { channels: ['in_app', 'email'] });
      await sql`
        insert into alert_rule (id, tenant_id, user_id, name, kind, product, threshold, from_hour, to_hour, days_ahead,
          channels, enabled, created_at, updated_at)
        select gen_random_uuid(), tenant_id, user_id, name, kind, product, threshold, from_hour, to_hour, days_ahead,
          channels, enabled, created_at, updated_at
        from alert_rule, generate_series(1, 449) where id = ${id};
      `.execute(api.db);
      await sql`
        create sequence mails_tried;
        create function break_once() returns trigger language plpgsql as
          $$ begin if nextval('mails_tried') = 300 then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
        create trigger breaks before insert on mail_queue for each row execute function break_once();
      `.execute(api.db);
      await assert.rejects(publish(api, '2026-03-30T10:05:00Z'), /connection/i);
      assert.equal((await notificationsOf(api, user.token)).total, 200);
      await Promise.all([evaluate(api), evaluate(api), evaluate(api)]);
      assert.equal((await notificationsOf(api, user.token)).total, 450);
      assert.equal((await api.deliverMail()).length, 450);
    }));

  test('a run that is published while mail is down is notified later', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await addRule(api, user.token, { channels: ['in_app', 'email'] });
      await publish(api, '2026-03-30T10:05:00Z');
      api.state.mailIsDown = true;
      assert.deepEqual(await api.deliverMail(), []);
      assert.equal((await notificationsOf(api, user.token)).total, 1);
      api.state.mailIsDown = false;
      api.clock.advance(10_000);
      assert.deepEqual(
        (await api.deliverMail()).map(({ to }) => to),
        [user.email],
      );
    }));
});

suite('reading', () => {
  test('notifications are paged, marked as read one by one or all, and counted', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      for (let i = 0; i < 3; i++) await addRule(api, user.token);
      await publish(api, '2026-03-30T10:05:00Z');
      const [first] = (await notificationsOf(api, user.token, '?page_size=1&page=2')).items;
      const read = await api.send('POST', `/notifications/${first.id}/read`, user.token);
      assert.equal(read.status, 200, read.text);
      api.clock.advance(60_000);
      assert.deepEqual(
        (await api.send('POST', `/notifications/${first.id}/read`, user.token)).body,
        read.body,
      );
      assert.deepEqual((await api.get('/notifications/unread-count', user.token)).body, { unread: 2 });
      const me = Me.parse((await api.get('/auth/me', user.token)).body);
      assert.equal(me.unread_notifications, 2);
      assert.equal((await notificationsOf(api, user.token, '?unread=true')).total, 2);
      assert.deepEqual((await api.send('POST', '/notifications/read-all', user.token)).body, { read: 2 });
      const { total, unread } = await notificationsOf(api, user.token);
      assert.deepEqual([total, unread], [3, 0]);
    }));

  test('nobody sees or reads the notifications of another user of the tenant', () =>
    withApi(async (api) => {
      const user = await api.createSession({ role: 'trader' });
      const colleague = await api.createSession({ tenantId: user.tenantId, role: 'admin' });
      const { id } = await addRule(api, user.token);
      await publish(api, '2026-03-30T10:05:00Z');
      const [notification] = (await notificationsOf(api, user.token)).items;
      assert.equal((await notificationsOf(api, colleague.token)).total, 0);
      const path = `/notifications/rules/${id}`;
      for (const answer of [
        await api.send('POST', `/notifications/${notification.id}/read`, colleague.token),
        await api.get(path, colleague.token),
        await api.send('PATCH', path, colleague.token, { enabled: false }),
        await api.send('DELETE', path, colleague.token),
      ]) {
        assert.deepEqual(errorOf(answer), [404, 'not_found']);
      }
      assert.deepEqual((await api.send('POST', '/notifications/read-all', colleague.token)).body, {
        read: 0,
      });
      assert.equal((await notificationsOf(api, user.token)).unread, 1);
    }));

  test('the database itself shows the rows of one user, and none when no user is set', () =>
    withApi(async ({ db, ...api }) => {
      const user = await api.createSession();
      const { userId } = await api.createSession({ tenantId: user.tenantId });
      await addRule({ db, ...api }, user.token);
      await publish({ db, ...api }, '2026-03-30T10:05:00Z');
      for (const table of ['alert_rule', 'notification'] as const) {
        const rows = (tx: Transaction<Database>) => tx.selectFrom(table).select('id').execute();
        assert.equal((await withTenant(db, user.tenantId, rows)).length, 0);
        assert.equal((await withUser(db, { tenantId: user.tenantId, userId }, rows)).length, 0);
        assert.equal((await withUser(db, user, rows)).length, 1);
      }
    }));

  test('notifications go after 90 days', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await addRule(api, user.token);
      await publish(api, '2026-03-30T10:05:00Z');
      const forget = async () => {
        const present = { now: api.clock.now(), ofEvidence: 0 };
        await forgetRows(api.db, { days: DEFAULT_RETENTION, present, isOver: () => false });
      };
      api.clock.advance(90 * DAY_MS);
      await forget();
      const kept = () => api.db.selectFrom('notification').select('id').execute();
      assert.equal((await kept()).length, 1);
      api.clock.advance(1);
      await forget();
      assert.deepEqual(await kept(), []);
    }));
});

suite('rules', () => {
  test('a rule is created with defaults, listed, changed and deleted', () =>
    withApi(async (api) => {
      const user = await api.createSession({ role: 'trader' });
      const created = await addRule(api, user.token);
      const { id, created_at } = created;
      assert.deepEqual(created, {
        ...rule,
        id,
        created_at,
        updated_at: created_at,
        market_id: 'es',
        resolution: 'PT1H',
        probability: null,
        hours: null,
        from_hour: 0,
        to_hour: 24,
        days_ahead: 1,
        channels: ['in_app'],
        enabled: true,
        last_notified_at: null,
      });
      assert.deepEqual((await api.get(`/notifications/rules/${id}`, user.token)).body, created);
      api.clock.advance(1000);
      const path = `/notifications/rules/${id}`;
      const change = {
        kind: 'negative_hours',
        threshold: 3,
        channels: ['email'],
        from_hour: 8,
        enabled: false,
      };
      const changed = AlertRuleRecord.parse((await api.send('PATCH', path, user.token, change)).body);
      assert.deepEqual(changed, { ...created, ...change, updated_at: '2026-03-30T10:06:01Z' });
      const list = AlertRulePage.parse((await api.get('/notifications/rules', user.token)).body);
      assert.deepEqual([list.items, list.total], [[changed], 1]);
      assert.equal((await api.send('DELETE', path, user.token)).status, 204);
      assert.equal((await api.get(path, user.token)).status, 404);
    }));

  test('parts that do not go together are 422 and name the field, also when a change brings them together', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      const { id } = await addRule(api, user.token, { from_hour: 8, to_hour: 12 });
      const refused = async (method: 'POST' | 'PATCH', fields: object, field: string) => {
        const path = method === 'POST' ? '/notifications/rules' : `/notifications/rules/${id}`;
        const body = method === 'POST' ? { ...rule, ...fields } : fields;
        const answer = await api.send(method, path, user.token, body);
        assert.deepEqual(errorOf(answer), [422, 'validation_error'], answer.text);
        assert.match(answer.text, new RegExp(`"${field}"`));
      };
      await refused('POST', { kind: 'negative_hours', threshold: 1.5 }, 'threshold');
      await refused('POST', { kind: 'negative_hours', threshold: 26 }, 'threshold');
      await refused('POST', { kind: 'spread', threshold: 0 }, 'threshold');
      await refused('POST', { threshold: 10_000 }, 'threshold');
      await refused('POST', { from_hour: 5, to_hour: 5 }, 'to_hour');
      const likely = { kind: 'probability_below', threshold: 0, hours: 4, probability: 50 };
      await refused('POST', { ...likely, probability: undefined }, 'probability');
      await refused('POST', { ...likely, hours: undefined }, 'hours');
      for (const probability of [0, 100, 50.5])
        await refused('POST', { ...likely, probability }, 'probability');
      for (const hours of [0, 25, 1.5]) await refused('POST', { ...likely, hours }, 'hours');
      await refused('POST', { hours: 4 }, 'hours');
      await refused('PATCH', { kind: 'probability_above' }, 'probability');
      await refused('PATCH', { probability: 50 }, 'probability');
      await refused('POST', { channels: [] }, 'channels');
      await refused('POST', { channels: ['email', 'email'] }, 'channels');
      await refused('POST', { days_ahead: 8 }, 'days_ahead');
      await refused('PATCH', { kind: 'negative_hours' }, 'threshold');
      await refused('PATCH', { to_hour: 8 }, 'to_hour');
    }));

  test('a product outside the subscription is refused, and so is the 51st rule', () =>
    withApi(async (api) => {
      const user = await api.createSession();
      await api.db
        .updateTable('tenant')
        .set({ products: ['es-da'] })
        .execute();
      const outside = await api.send('POST', '/notifications/rules', user.token, {
        ...rule,
        product: 'ida2',
      });
      assert.deepEqual(errorOf(outside), [403, 'insufficient_scope']);
      const answers = await Promise.all(
        Array.from({ length: 55 }, () => api.send('POST', '/notifications/rules', user.token, rule)),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 201).length, 50);
      assert.equal(statuses.filter((status) => status === 409).length, 5);
    }));
});
