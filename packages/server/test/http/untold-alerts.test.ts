import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { NotificationPage } from '../../src/outbound/notifications/record.ts';
import { checkAlerts } from '../../src/operate/doctor/check-queues.ts';
import { evaluateAlerts } from '../../src/desk/alerts/evaluate-alerts.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { publishTestRun } from './market-fixture.ts';
import { type TestApi, createTestApi } from './test-api.ts';

const MINUTE_MS = 60_000;
const PENDING = sql<{ tries: number }>`select tries from alert_run order by created_at`;

async function withApi(work: (api: TestApi, log: string[]) => Promise<void>): Promise<void> {
  const api = await createTestApi('2026-03-30T10:06:00Z');
  await saveDataOrigin(api.db, 'market');
  try {
    await work(api, []);
  } finally {
    await api.close();
  }
}

function evaluate({ db, clock }: TestApi, log: string[] = []): Promise<void> {
  const logger = pino(
    { level: 'error', serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void log.push(line) },
  );
  return evaluateAlerts({ db, clock, logger, onMailQueued: () => {} });
}

const publish = (api: TestApi, issuedAt: string, level: number) =>
  publishTestRun(api.db, { issuedAt, firstDay: '2026-03-31', days: 1, level });

/** A user of a tenant of their own with a rule that every run of these tests meets. */
async function createOwner(api: TestApi) {
  const user = await api.createSession();
  const rule = { name: 'Dear', kind: 'price_above', product: 'da', threshold: 40, channels: ['in_app'] };
  const answer = await api.send('POST', '/notifications/rules', user.token, rule);
  assert.equal(answer.status, 201, answer.text);
  return user;
}

async function countOf(api: TestApi, token: string): Promise<number> {
  return NotificationPage.parse((await api.get('/notifications', token)).body).total;
}

test('an alert that cannot be told is logged with its rule, and the alerts of others are told', () =>
  withApi(async (api, log) => {
    const users = [await createOwner(api), await createOwner(api), await createOwner(api)];
    const { rows } = await sql<{
      id: string;
      user_id: string;
    }>`select id, user_id from alert_rule order by id`.execute(api.db);
    const [broken] = rows;
    await sql`
      create function refuse() returns trigger language plpgsql as
        $$ begin if new.user_id = ${sql.lit(broken.user_id)}::uuid then raise exception 'refused'; end if; return new; end $$;
      create trigger refuses before insert on notification for each row execute function refuse();
    `.execute(api.db);
    await publish(api, '2026-03-30T10:05:00Z', 50);
    await evaluate(api, log);
    const counts = await Promise.all(users.map(({ token }) => countOf(api, token)));
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      [0, 1, 1],
    );
    // Once for the run, and once because the rule was saved since the run before.
    assert.equal(log.length, 2);
    const { msg, ruleId, error } = JSON.parse(log[0]);
    assert.deepEqual([msg, ruleId], ['an alert could not be told and is passed over', broken.id]);
    assert.match(error.message, /refused/);
    assert.deepEqual((await PENDING.execute(api.db)).rows, []);
    await sql`drop trigger refuses on notification`.execute(api.db);
    // Nothing was noted as told, so the next run tells it.
    await publish(api, '2026-03-30T10:05:30Z', 51);
    await evaluate(api);
    assert.deepEqual(await Promise.all(users.map(({ token }) => countOf(api, token))), [1, 1, 1]);
  }));

test('a run whose rules fail waits behind the runs after it, is named by doctor, and is given up in the end', () =>
  withApi(async (api, log) => {
    const user = await createOwner(api);
    const bad = await publish(api, '2026-03-30T10:05:00Z', 50);
    await sql`
      create function refuse() returns trigger language plpgsql as
        $$ begin if old.run_id = ${sql.lit(bad)}::uuid and old.tries < 20 then raise exception 'unreadable'; end if; return old; end $$;
      create trigger refuses before delete on alert_run for each row execute function refuse();
    `.execute(api.db);
    await publish(api, '2026-03-30T10:05:30Z', 51);
    await assert.rejects(evaluate(api, log), /unreadable/);
    assert.equal(await countOf(api, user.token), 1, 'the later run was told');
    assert.deepEqual((await PENDING.execute(api.db)).rows, [{ tries: 1 }]);
    assert.deepEqual(await checkAlerts(api.db, api.clock.now() + MINUTE_MS), []);
    const [check] = await checkAlerts(api.db, api.clock.now() + 6 * MINUTE_MS);
    assert.deepEqual([check.name, check.verdict], ['alerts', 'warning']);
    for (let tries = 2; tries <= 20; tries++) await assert.rejects(evaluate(api, log), /unreadable/);
    assert.deepEqual((await PENDING.execute(api.db)).rows, []);
    assert.equal(JSON.parse(log[log.length - 1]).msg, 'alert rules are not held against this run any more');
    await evaluate(api);
    assert.deepEqual(await checkAlerts(api.db, api.clock.now() + 6 * MINUTE_MS), []);
  }));
