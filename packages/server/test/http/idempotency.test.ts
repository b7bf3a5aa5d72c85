import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { sendAs } from '../access/access-faults.ts';
import { ACCESS_TABLE } from '../access/access-table.ts';
import { createSealer, SEALING_KEY_BYTES } from '../../src/ground/secrets/sealing.ts';
import { answerPurpose } from '../../src/people/access/answer-once.ts';
import { renewSealedSecrets } from '../../src/operate/setup/adopt-secrets.ts';
import { withTenant, withUser } from '../../src/ground/database/database.ts';
import { lockSites } from '../../src/desk/portfolio/site-store.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { publishTestRun } from './market-fixture.ts';
import { type Answer, ask, createTestApi, errorOf, type TestSession } from './test-api.ts';
import { openApiOf } from './documented-schema.ts';

const api = await createTestApi('2026-03-30T10:05:00Z', { allowPrivateTargets: true });
/** Takes the test message of a channel. */
const receiver = await startReceiver();
before(async () => {
  await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:00:00Z',
    firstDay: '2026-03-31',
    withQuarters: true,
    withDistributions: true,
  });
});
after(async () => {
  await receiver.close();
  await api.close();
});

const SITE = { name: 'Mill', kind: 'wind', capacity_mw: 30 };
const DAY_MS = 86_400_000;

/** Every operation that the document gives the header, by `METHOD /template`. */
const CREATING = Object.entries(openApiOf(api.app).paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
    parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key')
      ? [`${method.toUpperCase()} ${path}`]
      : [],
  ),
);

function createSite(
  token: string,
  key: string,
  { app = api.app, body = SITE }: { app?: typeof api.app; body?: object } = {},
): Promise<Answer> {
  return ask(app, {
    method: 'POST',
    url: '/api/v1/portfolio/sites',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: body,
  });
}

async function countSites({ tenantId }: TestSession): Promise<number> {
  return (await api.db.selectFrom('site').where('tenant_id', '=', tenantId).selectAll().execute()).length;
}

test('every POST with a credential that answers 201, or 202, takes the header', () => {
  const expected = Object.entries(openApiOf(api.app).paths).flatMap(([path, { post }]) =>
    post !== undefined && post.security?.length !== 0 && ('201' in post.responses || '202' in post.responses)
      ? [`POST ${path}`]
      : [],
  );
  assert.deepEqual(CREATING, [...expected, 'POST /webhooks/{id}/rotate-secret'].toSorted(byDocument));
  assert.ok(expected.length >= 12);

  function byDocument(a: string, b: string): number {
    const order = Object.keys(openApiOf(api.app).paths);
    return order.indexOf(a.slice(5)) - order.indexOf(b.slice(5));
  }
});

for (const operation of CREATING) {
  test(`${operation} is carried out once for a key and gives the same answer again`, async () => {
    const entry = ACCESS_TABLE[operation];
    const owner = await api.createSession({ isSuperadmin: true });
    const ids = await entry.record?.(api, owner);
    const body =
      operation === 'POST /notifications/channels'
        ? { kind: 'slack', name: 'Desk', url: `${receiver.url}/services/T0/B0/x` }
        : entry.body?.();
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => sendAs(api, operation, entry, owner.token, ids, { headers, body });
    const audits = () => api.db.selectFrom('audit_entry').select('id').execute();
    const first = await send();
    assert.ok(first.status === 200 || first.status === 201 || first.status === 202, first.text);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    const changes = (await audits()).length;
    const second = await send();
    assert.deepEqual([second.status, second.text], [first.status, first.text]);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal(second.headers['cache-control'], 'no-store');
    assert.equal((await audits()).length, changes, 'it was carried out again');
  });
}

test('a key that was sent with another body or to another route is refused with 409', async () => {
  const owner = await api.createSession();
  assert.equal((await createSite(owner.token, 'k')).status, 201);
  const other = await createSite(owner.token, 'k', { body: { ...SITE, name: 'Other' } });
  assert.deepEqual(errorOf(other), [409, 'idempotency_key_reused']);
  const ticket = await sendAs(
    api,
    'POST /support/tickets',
    ACCESS_TABLE['POST /support/tickets'],
    owner.token,
    {},
    { headers: { 'idempotency-key': 'k' } },
  );
  assert.deepEqual(errorOf(ticket), [409, 'idempotency_key_reused']);
  assert.equal(await countSites(owner), 1);
});

test('the order of the fields of a body does not matter', async () => {
  const owner = await api.createSession();
  const first = await createSite(owner.token, 'k');
  const second = await createSite(owner.token, 'k', {
    body: { capacity_mw: 30, kind: 'wind', name: 'Mill' },
  });
  assert.equal(second.text, first.text);
});

test('a key belongs to one user: a colleague and another tenant create their own', async () => {
  const owner = await api.createSession();
  const colleague = await api.createSession({ tenantId: owner.tenantId });
  const stranger = await api.createSession();
  const answers = [];
  for (const { token } of [owner, colleague, stranger]) answers.push(await createSite(token, 'k'));
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['idempotent-replayed']]),
    Array.from({ length: 3 }, () => [201, undefined]),
  );
  const [kept] = await api.db
    .selectFrom('idempotent_answer')
    .where('owner_id', '=', owner.userId)
    .selectAll()
    .execute();
  const seenBy = (user: TestSession) =>
    withUser(api.db, user, (tx) => tx.selectFrom('idempotent_answer').select('id').execute());
  assert.deepEqual(await seenBy(owner), [{ id: kept.id }]);
  assert.ok((await seenBy(colleague)).every(({ id }) => id !== kept.id));
  assert.ok((await seenBy(stranger)).every(({ id }) => id !== kept.id));
});

test('a key has 1 to 255 printable ASCII characters', async () => {
  const owner = await api.createSession();
  for (const key of ['', 'x'.repeat(256), 'llave única', 'tab\there']) {
    const answer = await createSite(owner.token, key);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], key);
    assert.match(answer.text, /"loc":\["header","idempotency-key"\]/);
  }
  for (const key of ['x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'a key ~']) {
    assert.equal((await createSite(owner.token, key)).status, 201, key);
  }
});

test('a refused request keeps nothing: it can be sent again with the same key', async () => {
  const owner = await api.createSession();
  const refused = await createSite(owner.token, 'k', { body: { ...SITE, kind: 'battery' } });
  assert.equal(refused.status, 422);
  assert.equal((await createSite(owner.token, 'k')).status, 201);
});

test('an answer is given again for a day; after that the key is free', async () => {
  const owner = await api.createSession();
  const first = await createSite(owner.token, 'k');
  const createdBefore = (ms: number) =>
    api.db
      .updateTable('idempotent_answer')
      .set({ created_at: new Date(api.clock.now() - ms) })
      .where('owner_id', '=', owner.userId)
      .execute();
  await createdBefore(DAY_MS);
  assert.equal((await createSite(owner.token, 'k')).text, first.text);
  await createdBefore(DAY_MS + 1);
  const second = await createSite(owner.token, 'k');
  assert.deepEqual([second.status, second.headers['idempotent-replayed']], [201, undefined]);
  assert.equal(await countSites(owner), 2);
  assert.equal((await createSite(owner.token, 'k')).text, second.text);
});

test('secrets of kept answers are sealed', async () => {
  const owner = await api.createSession();
  const operation = 'POST /auth/api-keys';
  const headers = { 'idempotency-key': 'k' };
  const { text } = await sendAs(api, operation, ACCESS_TABLE[operation], owner.token, {}, { headers });
  const key = /svc_\w+/.exec(text)?.[0] ?? assert.fail(text);
  const rows = await sql<{ row: string }>`
    select encode(answer, 'escape') || row_to_json(kept)::text as row from idempotent_answer as kept
    where owner_id = ${owner.userId}`.execute(api.db);
  assert.equal(rows.rows.length, 1);
  assert.ok(!rows.rows[0].row.includes(key.slice(0, 12)));
  assert.ok(!rows.rows[0].row.includes(Buffer.from(key).toString('hex')));
});

test('an answer is given again after the sealing key was replaced', async () => {
  const owner = await api.createSession();
  const first = await createSite(owner.token, 'k');
  const newKey = randomBytes(SEALING_KEY_BYTES);
  const keys = [newKey, ...api.sessionSecrets];
  await renewSealedSecrets({ db: api.db, sealer: createSealer(keys), logger: pino({ level: 'silent' }) });
  const { id, answer } = await api.db
    .selectFrom('idempotent_answer')
    .where('owner_id', '=', owner.userId)
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.equal(createSealer([newKey]).open(answer, answerPurpose(id)), first.text);
});

test('while the first request is carried out, another one is refused in every process; afterwards it gets the answer', async () => {
  const owner = await api.createSession();
  const other = await api.addProcess();
  const { first } = await whileSitesAreLocked(owner, async () => {
    const underWay = createSite(owner.token, 'k');
    await untilSomebodyWaits();
    for (const app of [api.app, other]) {
      const refused = await createSite(owner.token, 'k', { app });
      assert.deepEqual(errorOf(refused), [409, 'idempotency_key_in_use']);
      assert.equal(refused.headers['retry-after'], '1');
    }
    return { first: underWay };
  });
  const created = await first;
  assert.equal(created.status, 201);
  const again = await createSite(owner.token, 'k', { app: other });
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [created.text, 'true']);
  assert.equal(await countSites(owner), 1);
});

test('a request that breaks off in the middle leaves neither a record nor its answer, and can be sent again', async () => {
  const owner = await api.createSession();
  const { broken } = await whileSitesAreLocked(owner, async () => {
    const underWay = createSite(owner.token, 'k');
    const pid = await untilSomebodyWaits();
    await sql`select pg_terminate_backend(${pid})`.execute(api.db);
    return { broken: await underWay };
  });
  assert.ok(broken.status >= 500);
  assert.equal(await countSites(owner), 0);
  const again = await createSite(owner.token, 'k');
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, undefined]);
  assert.equal(await countSites(owner), 1);
});

test('a transaction of a tenant within another one gives the rights back, also where it fails', async () => {
  const owner = await api.createSession();
  const own = { tenantId: owner.tenantId, userId: owner.userId };
  const rightsIn = async (tx: typeof api.db) => {
    const { rows } = await sql<{ role: string; tenant: string; user: string }>`
      select current_setting('role') as role, coalesce(current_setting('lonja.tenant_id', true), '') as tenant,
        coalesce(current_setting('lonja.user_id', true), '') as user`.execute(tx);
    return rows[0];
  };
  const none = { role: 'none', tenant: '', user: '' };
  await api.db.transaction().execute(async (tx) => {
    const inside = await withUser(tx, own, rightsIn);
    assert.deepEqual(inside, { role: 'lonja_tenant', tenant: own.tenantId, user: own.userId });
    assert.deepEqual(await rightsIn(tx), none);
    await assert.rejects(
      withTenant(tx, own.tenantId, async (part) => {
        await part.deleteFrom('tenant').execute();
      }),
      /permission denied/,
    );
    assert.deepEqual(await rightsIn(tx), none);
    assert.ok((await tx.selectFrom('tenant').select('id').execute()).length > 1);
  });
});

/** Whoever adds a site waits until `work` has come to its end. */
async function whileSitesAreLocked<T>({ tenantId }: TestSession, work: () => Promise<T>): Promise<T> {
  return withTenant(api.db, tenantId, async (tx) => {
    await lockSites(tx, tenantId);
    return work();
  });
}

/** The process of the database that waits for another one. */
async function untilSomebodyWaits(): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(api.db);
    if (rows.length > 0) return rows[0].pid;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
