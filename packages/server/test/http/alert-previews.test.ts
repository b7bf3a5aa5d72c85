import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { addDays } from '@lonja/forecasting/market';
import pino from 'pino';
import { AlertRulePreview } from '../../src/desk/alerts/schemas.ts';
import { evaluateAlerts } from '../../src/desk/alerts/evaluate-alerts.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { type TestApi, createTestApi, errorOf } from './test-api.ts';

const RULES = [
  { kind: 'price_above', product: 'da', threshold: 76 },
  { kind: 'price_above', product: 'da', threshold: 76, days_ahead: 2, from_hour: 2, to_hour: 23 },
  { kind: 'price_below', product: 'da', threshold: 53, from_hour: 2, to_hour: 3 },
  { kind: 'negative_hours', product: 'da', threshold: 1 },
  { kind: 'forecast_change', product: 'da', threshold: 22, days_ahead: 2 },
  { kind: 'spread', product: 'da', threshold: 23 },
  { kind: 'probability_below', product: 'da', threshold: 52.5, hours: 5, probability: 30 },
];

async function preview(api: TestApi, token: string, condition: object) {
  const answer = await api.send('POST', '/notifications/rules/preview', token, condition);
  assert.equal(answer.status, 200, answer.text);
  return AlertRulePreview.parse(answer.body);
}

suite('what a rule would have notified of', () => {
  let api: TestApi;
  before(async () => {
    api = await createTestApi('2026-03-27T04:00:00Z');
  });
  after(() => api.close());

  test('nothing, where there is no run', async () => {
    const { token } = await api.createSession();
    assert.deepEqual(await preview(api, token, RULES[0]), {
      since: '2026-02-25T04:00:00Z',
      until: '2026-03-27T04:00:00Z',
      runs: 0,
      days_looked_at: 0,
      days_backtested: 0,
      first_day: null,
      last_day: null,
      backtested_lack: null,
      notifications: 0,
      days: [],
      current: null,
      simulated: false,
    });
  });

  test('is what it does notify of: with a day of 23 hours, a run that came too late, and prices that were early', async () => {
    const owner = await api.createSession({ role: 'trader' });
    const ruleIds: string[] = [];
    for (const rule of RULES) {
      const body = { ...rule, name: rule.kind };
      const created = await api.send('POST', '/notifications/rules', owner.token, body);
      ruleIds.push((created.body as { id: string }).id);
    }
    const at = (instant: string) => api.clock.advance(Date.parse(instant) - api.clock.now());
    const runOf = async (
      issuedAt: string,
      fixture: { firstDay: string; level: number; publishedAt?: string },
    ) => {
      at(fixture.publishedAt ?? issuedAt);
      await publishTestRun(api.db, { issuedAt, days: 2, withDistributions: true, ...fixture });
      await evaluateAlerts({
        db: api.db,
        clock: api.clock,
        logger: pino({ level: 'silent' }),
        onMailQueued: () => {},
      });
    };
    for (let i = 0; i < 3; i++) {
      const firstDay = addDays('2026-03-28', i);
      const eve = addDays(firstDay, -1);
      await runOf(`${eve}T04:05:00Z`, { firstDay, level: 50 + 2 * i });
      const publishedAt = i === 1 ? `${eve}T12:00:00Z` : undefined;
      await storeTestPrices(api.db, { day: firstDay, availableAt: `${eve}T11:50:00Z` });
      await runOf(`${eve}T10:05:00Z`, { firstDay, level: 55 + i, ...(publishedAt && { publishedAt }) });
    }
    at('2026-03-29T10:06:00Z');
    const stranger = await api.createSession();
    const live = await api.db.selectFrom('notification').select('content').orderBy('created_at').execute();
    for (const [i, rule] of RULES.entries()) {
      const ofRule = live.flatMap(({ content }) =>
        content.kind === 'alert' && content.ruleId === ruleIds[i] ? [content] : [],
      );
      const { notifications, days, runs, ...lookedAt } = await preview(api, stranger.token, rule);
      assert.equal(runs, 6);
      assert.deepEqual([lookedAt.days_looked_at, lookedAt.days_backtested], [3, 0]);
      assert.ok(notifications > 0 || rule.kind === 'negative_hours', rule.kind);
      assert.equal(notifications, ofRule.length, rule.kind);
      assert.deepEqual(
        days.map(({ forecast_id: run, date, figure, hours, at: start }) => [
          run,
          date,
          figure,
          hours,
          start && Date.parse(start),
        ]),
        ofRule.flatMap(({ forecastId, days: told }) =>
          told.map(({ day, figure, hours, at: start }) => [forecastId, day, figure, hours, start]),
        ),
        rule.kind,
      );
    }
  });

  test('has the days of the newest run that hold, but for those that have cleared by now', async () => {
    const { token } = await api.createSession();
    const above = { ...RULES[0], days_ahead: 2 };
    const currentDays = async () => (await preview(api, token, above)).current?.days.map(({ date }) => date);
    assert.deepEqual(await currentDays(), ['2026-03-30', '2026-03-31']);
    api.clock.advance(2 * 3_600_000);
    assert.deepEqual(await currentDays(), ['2026-03-31']);
  });

  test('leaves out runs of more than 30 days ago', async () => {
    api.clock.advance(29 * 86_400_000);
    const { token } = await api.createSession();
    const { runs, since } = await preview(api, token, RULES[0]);
    assert.deepEqual([runs, since], [2, '2026-03-28T12:06:00Z']);
  });

  test('is refused for a condition that could not be stored, and outside the subscription', async () => {
    const { token, tenantId } = await api.createSession();
    const send = (body: object) => api.send('POST', '/notifications/rules/preview', token, body);
    assert.deepEqual(errorOf(await send({ ...RULES[0], from_hour: 5, to_hour: 5 })), [
      422,
      'validation_error',
    ]);
    assert.deepEqual(errorOf(await send({ ...RULES[0], hours: 3 })), [422, 'validation_error']);
    await api.db
      .updateTable('tenant')
      .set({ products: ['es-da'] })
      .where('id', '=', tenantId)
      .execute();
    assert.deepEqual(errorOf(await send({ ...RULES[0], product: 'ida2' })), [403, 'insufficient_scope']);
    assert.equal((await send(RULES[0])).status, 200);
  });

  test('is answered over a connection too, whose request ends with its body', async () => {
    const { token } = await api.createSession();
    const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${base}/api/v1/notifications/rules/preview`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(RULES[0]),
    });
    assert.equal(answer.status, 200, await answer.text());
  });
});
