import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { AuditPage, AuditRecord, PlatformAuditRecord } from '../../src/people/audit-log/schemas.ts';
import { appendAudit } from '../../src/people/audit/audit.ts';
import { createTestApi, errorOf, type TestSession } from '../http/test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

/** More than two parts of an export, and many at one instant. */
const ENTRIES = 1203;
let admin: TestSession;
let other: TestSession;

/** Over a socket: a long answer ends when its caller takes nothing of it. */
async function fileOf(path: string, token: string, headers: Record<string, string> = {}) {
  const address: AddressInfo | string | null = api.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const response = await fetch(`http://127.0.0.1:${address.port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { headers: Object.fromEntries(response.headers), text: await decoded(response) };
}

/** With its byte order mark. */
async function decoded(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString();
}

before(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  [admin, other] = [await api.createSession(), await api.createSession()];
  await api.db.transaction().execute(async (tx) => {
    for (let i = 0; i < ENTRIES; i++) {
      await appendAudit(tx, {
        tenantId: admin.tenantId,
        actor: { kind: 'user', id: admin.userId, address: '203.0.113.7' },
        action: i % 3 === 0 ? 'site.changed' : 'api_key.created',
        target: { type: 'site', id: `${i}` },
        details: { i, text: '=1+1, "ñ"\n' },
        now: Date.parse('2026-03-01T00:00:00Z') + Math.floor(i / 100) * 86_400_000,
      });
    }
  });
  await appendAudit(api.db, {
    tenantId: other.tenantId,
    actor: { kind: 'system', id: undefined },
    action: 'sign_in.failed',
    now: api.clock.now(),
  });
  await appendAudit(api.db, {
    tenantId: admin.tenantId,
    actor: { kind: 'operator', id: other.userId, address: '192.0.2.200' },
    action: 'limit.changed',
    target: { type: 'site', id: '=cmd' },
    now: api.clock.now(),
  });
});

const linesOf = (text: string) => text.trimEnd().split('\n');

test('a file of lines has what all pages have, in their order, and nothing of another tenant', async () => {
  const pages = [];
  for (let page = 1; page <= 7; page++) {
    const { body } = await api.get(`/settings/audit?page=${page}&page_size=200`, admin.token);
    pages.push(...AuditPage.parse(body).items);
  }
  const file = await fileOf('/settings/audit?format=ndjson', admin.token);
  assert.match(file.headers['content-type'], /^application\/x-ndjson/);
  const entries = linesOf(file.text).map((line) => AuditRecord.parse(JSON.parse(line)));
  const [first, ...rest] = entries;
  assert.deepEqual([first.action, first.details['format']], ['audit.exported', 'ndjson']);
  assert.deepEqual(rest, pages);
  assert.equal(rest.length, ENTRIES + 1);
  assert.equal(rest.find(({ actor }) => actor.kind === 'operator')?.address, null);
  const accepted = await fileOf('/settings/audit', admin.token, { accept: 'application/x-ndjson' });
  assert.equal(linesOf(accepted.text).length, entries.length + 1);
});

test('days, actions and actors narrow a file as they narrow the list', async () => {
  const query = 'date_from=2026-03-02&date_to=2026-03-03&action=site';
  const { total } = AuditPage.parse((await api.get(`/settings/audit?${query}`, admin.token)).body);
  const file = await fileOf(`/settings/audit?${query}&format=ndjson`, admin.token);
  assert.equal(linesOf(file.text).length, total);
  assert.ok(total > 60 && total < 70);
  const none = await fileOf(`/settings/audit?${query}&actor_id=${other.userId}&format=ndjson`, admin.token);
  assert.equal(none.text, '');
});

test('as CSV it opens in a spreadsheet, in both languages, and no text of it is taken for a formula', async () => {
  const { text, headers } = await fileOf('/settings/audit?format=csv&action=limit', admin.token);
  const [head, row] = text.split('\r\n');
  assert.match(headers['content-disposition'], /lonja-audit\.csv/);
  assert.match(
    head,
    /^time \(UTC\),action,actor kind,actor,actor id,target kind,target id,address,details \(JSON\),id$/,
  );
  assert.match(row, /^2026-03-30T10:05:00Z,limit\.changed,operator,,.*,site,'=cmd,,\{\},/);
  const whole = await fileOf('/settings/audit?format=csv&action=site', admin.token);
  assert.match(whole.text, /"\{""i"":0,""text"":""=1\+1, \\""ñ\\""\\n""\}"/);
  const spanish = await fileOf('/settings/audit?format=csv&locale=es&action=limit', admin.token);
  assert.match(spanish.text, /^\uFEFFtime \(UTC\);action;/);
});

test('the platform has all tenants or one in a file, for superadmins alone', async () => {
  const superadmin = await api.createSession({ isSuperadmin: true });
  const read = async (query: string) => {
    const file = await fileOf(`/admin/audit?format=ndjson&${query}`, superadmin.token);
    return linesOf(file.text).map((line) => PlatformAuditRecord.parse(JSON.parse(line)));
  };
  const all = await read('action=limit');
  assert.deepEqual([all[0].tenant_id, all[0].address], [admin.tenantId, '192.0.2.200']);
  const ofOther = await read(`tenant_id=${other.tenantId}`);
  assert.ok(ofOther.length >= 2 && ofOther.every(({ tenant_id }) => tenant_id === other.tenantId));
  const unknown = randomUUID();
  const ofNobody = await api.get(`/admin/audit?format=csv&tenant_id=${unknown}`, superadmin.token);
  assert.deepEqual([ofNobody.status, linesOf(ofNobody.text).length], [200, 1]);
  const [, noted] = await read('action=audit.exported');
  assert.deepEqual([noted.tenant_id, noted.details['tenant_id']], [null, unknown]);
  const csv = await fileOf('/admin/audit?format=csv&action=limit', superadmin.token);
  assert.match(csv.text, new RegExp(`,tenant\r\n.*,${admin.tenantId}\r\n$`));
  for (const format of ['csv', 'ndjson']) {
    const refused = await api.get(`/admin/audit?format=${format}`, admin.token);
    assert.deepEqual(errorOf(refused), [403, 'insufficient_scope']);
    const viewer = await api.createSession({ tenantId: admin.tenantId, role: 'viewer' });
    assert.equal((await api.get(`/settings/audit?format=${format}`, viewer.token)).status, 403);
  }
  assert.equal((await api.get('/settings/audit?format=xml', admin.token)).status, 422);
});
