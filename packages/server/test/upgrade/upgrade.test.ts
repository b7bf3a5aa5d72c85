import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { pino } from 'pino';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { sealingPurpose } from '../../src/outbound/webhooks/sign.ts';
import { type Db, openDatabase } from '../../src/ground/database/database.ts';
import { listMigrations } from '../../src/ground/database/migrate.ts';
import { prepareDatabase } from '../../src/ground/database/prepare-database.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { DEFAULT_TENANT_ROLE } from '../../src/ground/database/tenant-rights.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { loadData } from '../../src/forecasts/preparation/load-data.ts';
import { createTestDatabase } from '../database.ts';
import { createTestApi } from '../http/test-api.ts';
import { databaseUrl } from '../test-cluster.ts';
import { createTestContext } from '../test-context.ts';
import { differences, type Json } from './differences.ts';
import { readFirstRelease, readPreviousStatements } from './fixtures.ts';

const present = await createTestDatabase();
const client = new pg.Client({ connectionString: present.url });
await client.connect();
after(async () => {
  await client.end();
  await present.drop();
});

/** Its mean ends in half a cent, which the first release rounded by the accident of binary fractions. */
const ROUNDED_RIGHT =
  '/market/prices?market=day-ahead&date_from=2026-10-18&date_to=2026-10-23&page_size=100.items[83].price: 38.64 became 38.65';

const nameOf = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 120);

/** A database of its own with what a dump holds. */
async function load(dump: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await sql.raw(`create database ${name}`).execute(present.db);
  const url = databaseUrl(present.url, name);
  const loader = new pg.Client({ connectionString: url });
  await loader.connect();
  await loader.query(dump);
  await loader.end();
  return {
    url,
    async drop() {
      await sql.raw(`drop database ${name} with (force)`).execute(present.db);
    },
  };
}

test('a database of the market is not migrated shortly before a gate, unless the freeze is turned off', async () => {
  const old = await load((await readFirstRelease()).sql);
  try {
    const options = { tenantRole: DEFAULT_TENANT_ROLE, logger: pino({ level: 'silent' }) };
    const prepare = async (now: string, minutes = 30) =>
      prepareDatabase(old.url, { ...options, freeze: { now: Date.parse(now), minutes } });
    const db = openDatabase(old.url, { maxConnections: 1 });
    await saveDataOrigin(db, 'market');
    const reason = /the gate of da closes at .*T1[01]:00:00\.000Z: none begins in the 30 minutes before/;
    await assert.rejects(prepare('2026-03-29T09:45:00Z'), reason);
    await assert.rejects(prepare('2025-10-26T10:45:00Z'), reason);
    assert.ok((await listMigrations(db)).waiting.length > 0);
    await prepare('2025-10-26T10:45:00Z', 0);
    assert.deepEqual((await listMigrations(db)).waiting, []);
    await prepare('2026-03-29T09:45:00Z');
    await db.destroy();
  } finally {
    await old.drop();
  }
});

test('a database of the first release is migrated, answers as it did, and its secrets work', async () => {
  const first = await readFirstRelease();
  const { customer } = first;
  const old = await load(first.sql);
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => lines.push(line) });
  const options = { tenantRole: DEFAULT_TENANT_ROLE, logger };
  await Promise.all([1, 2].map(() => prepareDatabase(old.url, options)));
  const reported = lines.filter((line) => line.includes('the database has a newer schema'));
  assert.equal(reported.length, 1, 'of two processes that start at once, one migrates');
  assert.match(reported[0], /0019-source-answers/);

  const db = openDatabase(old.url, { maxConnections: 5 });
  const keys = [Buffer.from(first.sealingKey, 'base64url')];
  const database = { db, url: old.url, drop: async () => {} };
  const api = await createTestApi(first.now, {
    database,
    sessionSecrets: [Buffer.from(first.sessionSecret, 'base64url')],
    sealingKeys: keys,
  });
  api.state.dataOrigin = 'simulator';
  try {
    assert.deepEqual((await listMigrations(db)).waiting, []);
    assert.ok(first.answers.length >= 15);
    const found: string[] = [];
    for (const { route, token, body } of first.answers) {
      const answer = await api.get(route, token);
      assert.equal(answer.status, 200, `${route}: ${answer.text}`);
      found.push(...differences(body, answer.body as Json, route));
    }
    // Who had all of Spain's products has Portugal's too.
    const isOfPortugal = (text: string) => text.endsWith('.products: 4 records became 8');
    assert.equal(found.filter(isOfPortugal).length, 3);
    assert.deepEqual(
      found.filter((text) => !isOfPortugal(text)),
      [ROUNDED_RIGHT],
    );
    const { rows } = await sql<{ same: boolean }>`
      select bool_and(published_at = issued_at) as same from forecast_run`.execute(db);
    assert.equal(rows[0].same, true);

    const endpoint = await db
      .selectFrom('webhook_endpoint')
      .select(['id', 'secret'])
      .executeTakeFirstOrThrow();
    assert.equal(
      createSealer(keys).open(endpoint.secret, sealingPurpose(endpoint.id)),
      customer.webhookSecret,
    );
    const totp = new TOTP({ secret: Secret.fromBase32(customer.totpSecret) });
    // The code of the recorded moment may have been used.
    api.clock.advance(60_000);
    const otps = [totp.generate({ timestamp: api.clock.now() }), customer.recoveryCodes[0]];
    for (const [otp, status] of [...otps.map((code) => [code, 200] as const), ['000000', 401] as const]) {
      const payload = new URLSearchParams({
        username: customer.userEmail,
        password: customer.userPassword,
        otp,
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const request = { method: 'POST' as const, url: '/api/v1/auth/token', headers };
      const reply = await api.app.inject({ ...request, payload: payload.toString() });
      assert.equal(reply.statusCode, status);
    }
  } finally {
    await api.close();
    await db.destroy();
    await old.drop();
  }
});

test('a database of the first release has two markets: every row of before, counted by table, and forecasts of Portugal', async () => {
  const first = await readFirstRelease();
  const old = await load(first.sql);
  const db = openDatabase(old.url, { maxConnections: 5 });
  try {
    const before = await rowsByTable(db);
    await prepareDatabase(old.url, { tenantRole: DEFAULT_TENANT_ROLE, logger: pino({ level: 'silent' }) });
    const after = await rowsByTable(db);
    const changed = Object.entries(before).filter(([table, rows]) => after[table] !== rows);
    // What the service notes of itself, and a table that was empty and is gone.
    assert.deepEqual(Object.fromEntries(changed), { service_state: 1, version_hold: 0 });
    assert.deepEqual([after['service_state'], after['version_hold']], [2, undefined]);
    assert.ok(Object.values(before).reduce((sum, rows) => sum + rows, 0) > 1000);

    const context = createTestContext(db, first.now);
    await loadData(context);
    const run = latestScheduledRun(AUCTION_CALENDAR.da, Date.parse(first.now));
    for (const product of ['da', 'pt-da'] as const)
      await issueRun(context, { product, run, dataOrigin: 'simulator' });
    const runs = await db.selectFrom('forecast_run').select('product').execute();
    const ofSpain = runs.filter(({ product }) => product === 'da').length;
    assert.deepEqual([ofSpain >= before['forecast_run'], runs.length - ofSpain], [true, 1]);
  } finally {
    await db.destroy();
    await old.drop();
  }
});

/** How many rows each table holds, without those of migrations; a partitioned one as a whole. */
async function rowsByTable(db: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'
    order by relname`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer as count from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0].count;
  }
  return counts;
}

test('every statement of the previous release means something in the present schema', async () => {
  const { statements } = await readPreviousStatements();
  assert.ok(statements.length > 150);
  for (const text of statements) {
    await client.query(`prepare previous as ${text}`).catch((error: Error) => {
      assert.fail(`${error.message}: ${nameOf(text)}`);
    });
    await client.query('deallocate previous');
  }
});

test('the previous release gives every column that a row must have', async () => {
  const { statements } = await readPreviousStatements();
  const { rows } = await client.query<{ table: string; required: string[] }>(`
    select relname as table, array_agg(attname::text) as required from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and attnotnull and not atthasdef and attidentity = '' group by relname`);
  const required = new Map(rows.map((row) => [row.table, row.required]));
  let inserts = 0;
  for (const text of statements) {
    for (const [, table, list] of text.matchAll(/\binsert into "?(\w+)"?(?: as \w+)?\s*\(([^)]*)\)/gi)) {
      inserts++;
      const given = new Set(list.split(',').map((name) => name.trim().replaceAll('"', '')));
      const missing = (required.get(table) ?? []).filter((name) => !given.has(name));
      assert.deepEqual(missing, [], nameOf(text));
    }
  }
  assert.ok(inserts > 20);
});

test('a run that the previous release writes can be read from when it is written', async () => {
  const { statements } = await readPreviousStatements();
  const insert = statements.find((text) => text.startsWith('insert into "forecast_run"')) ?? '';
  const columns =
    /\(([^)]*)\)/
      .exec(insert)?.[1]
      .split(',')
      .map((name) => name.trim().replaceAll('"', '')) ?? [];
  assert.ok(columns.includes('issued_at') && !columns.includes('published_at'));
  const values: Record<string, unknown> = {
    id: crypto.randomUUID(),
    product: 'da',
    data_origin: 'simulator',
    model_version_id: 'da-test',
    first_day: '2026-03-31',
    last_day: '2026-04-06',
    degraded: [],
    calibrated_on: [],
  };
  const row = columns.map((name) => values[name] ?? '2026-03-30T10:05:00Z');
  await client.query('begin');
  await client.query(`insert into model_version (id, product, manifest, state, created_at, active_from)
    values ('da-test', 'da', '{}', 'champion', now(), now())`);
  await client.query(insert, row);
  const { rows } = await client.query('select published_at = now() as "isNow" from forecast_run');
  await client.query('rollback');
  assert.deepEqual(rows, [{ isNow: true }]);
});
