import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MINUTE_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { createUptimeRecorder } from '../../src/operate/status/record-uptime.ts';
import { noteGoodMinute } from '../../src/operate/status/component-days.ts';
import { type Db, openDatabase } from '../../src/ground/database/database.ts';
import { getStatus } from '../../src/operate/status/get-status.ts';
import { createTestDatabase } from '../database.ts';
import { createDatabaseLine } from '../database-line.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestApi } from './test-api.ts';

const own = await createTestDatabase();
const line = await createDatabaseLine(new URL(own.url));
const throughLine = openDatabase(line.url, { maxConnections: 4 });
const api = await createTestApi('2026-03-29T20:00:00Z', {
  database: { ...own, db: throughLine, url: line.url },
});
after(async () => {
  await api.app.close();
  await throughLine.destroy();
  await line.cut();
  await own.drop();
});

async function page(language = 'en'): Promise<string> {
  const reply = await api.app.inject({ url: `/status?lang=${language}` });
  assert.equal(reply.statusCode, 200);
  assert.match(String(reply.headers['content-type']), /^text\/html/);
  return reply.body;
}

const noteApi = (db: Db, minute: number) => noteGoodMinute(db, { component: 'api', minute });

/** The minutes of one component of a month, as `measured good minutes`. */
async function monthOf(db: Db, now: number, { component, month }: { component: string; month: string }) {
  const { components } = await getStatus(db, now);
  const uptime = components.find((one) => one.component === component)?.uptime ?? [];
  const found = uptime.find((one) => one.month === month);
  return found === undefined ? 'none' : `${found.measured} ${found.good} ${found.minutes}`;
}

for (const [day, begins, minutes] of [
  ['2026-03-29', '2026-03-28T23:00:00Z', 23 * 60],
  ['2025-10-26', '2025-10-25T22:00:00Z', 25 * 60],
  ['2026-02-10', '2026-02-09T23:00:00Z', 24 * 60],
] as const) {
  test(`every minute of ${day} is counted once by two recorders, in its day of Madrid`, async () => {
    const { db, drop } = await createTestDatabase();
    try {
      const clock = createTestClock(begins);
      const recorders = [createUptimeRecorder({ db, clock }), createUptimeRecorder({ db, clock })];
      // Whole hours are skipped: a look at each minute of a day would take long.
      const looked = [0, 1, 2, 60, minutes - 2, minutes - 1, minutes];
      for (const minute of looked) {
        clock.advance(Date.parse(begins) + minute * MINUTE_MS - clock.now());
        await noteApi(db, clock.now());
        for (const record of recorders) await record();
      }
      const { rows } = await sql<{ day: string; measured: number; good: number }>`
        select day::text, measured, good from component_day where component = 'api' order by day`.execute(db);
      assert.deepEqual(rows[0], { day, measured: looked.length - 1, good: looked.length - 1 });
      assert.equal(rows[1]?.measured, 1, 'the first minute of the next day is the next day');
    } finally {
      await drop();
    }
  });
}

test('minutes of a month are those of Madrid: March is an hour shorter, October an hour longer', async () => {
  const { db, drop } = await createTestDatabase();
  try {
    await noteApi(db, Date.parse('2025-10-10T10:00:00Z'));
    const record = createUptimeRecorder({ db, clock: createTestClock('2025-10-10T10:00:00Z') });
    await record();
    const now = Date.parse('2026-04-10T10:00:00Z');
    assert.equal(await monthOf(db, now, { component: 'api', month: '2025-10' }), `1 1 ${(31 * 24 + 1) * 60}`);
    assert.equal(await monthOf(db, now, { component: 'api', month: '2026-03' }), `0 0 ${(31 * 24 - 1) * 60}`);
    assert.equal(await monthOf(db, now, { component: 'api', month: '2026-02' }), `0 0 ${28 * 24 * 60}`);
    assert.equal(
      await monthOf(db, now, { component: 'api', month: '2025-09' }),
      'none',
      'before the first look',
    );
    assert.equal(
      await monthOf(db, now, { component: 'mail', month: '2025-10' }),
      `1 1 ${(31 * 24 + 1) * 60}`,
    );
  } finally {
    await drop();
  }
});

test('a minute without an API process or database is a bad one, one without a look is not measured', async () => {
  const { url, db, drop } = await createTestDatabase();
  const away = await createDatabaseLine(new URL(url));
  const through = openDatabase(away.url, { maxConnections: 2, connectionTimeoutMs: 2000 });
  try {
    const start = Date.parse('2026-03-10T10:00:00Z');
    const clock = createTestClock('2026-03-10T10:00:00Z');
    const record = createUptimeRecorder({ db: through, clock });
    const minute = async () => {
      await record();
      clock.advance(MINUTE_MS);
    };
    await noteApi(db, start);
    await minute();
    await away.cut();
    await minute();
    await minute();
    await away.restore();
    await minute();
    clock.advance(10 * MINUTE_MS);
    await noteApi(db, clock.now());
    await minute();
    assert.equal((await monthOf(db, clock.now(), { component: 'api', month: '2026-03' })).slice(0, 3), '5 2');
    assert.equal(
      (await monthOf(db, clock.now(), { component: 'webhooks', month: '2026-03' })).slice(0, 3),
      '3 3',
      'of the rest nothing is known while the database is away',
    );
  } finally {
    await through.destroy();
    await away.cut();
    await drop();
  }
});

test('incidents are written by superadmins, appended, audited, and shown without being run', async () => {
  const admin = await api.createSession({ isSuperadmin: true });
  const opened = await api.send('POST', '/admin/incidents', admin.token, {
    title: '<b>Forecast</b> late',
    components: ['forecast_da', 'forecast_da', 'mail'],
    text: 'We look <script>alert(1)</script>\nfor it.',
  });
  assert.equal(opened.status, 201);
  const incident = opened.body;
  assert.ok(
    typeof incident === 'object' && incident !== null && 'id' in incident && 'components' in incident,
  );
  assert.deepEqual(incident.components, ['forecast_da', 'mail']);
  api.clock.advance(MINUTE_MS);
  const updates = `/admin/incidents/${String(incident.id)}/updates`;
  const resolved = await api.send('POST', updates, admin.token, { state: 'resolved', text: 'It is there.' });
  assert.equal(resolved.status, 201);
  assert.match(resolved.text, /"resolved_at":"2026-03-29T20:01:00Z"/);
  for (const wrong of [
    { state: 'over', text: 'x' },
    { state: 'resolved', text: ' ' },
    { state: 'resolved', text: 'x'.repeat(2001) },
    { state: 'resolved', text: 'a\u0007b' },
  ]) {
    assert.equal((await api.send('POST', updates, admin.token, wrong)).status, 422, JSON.stringify(wrong));
  }
  const html = await page();
  assert.match(html, /&lt;b&gt;Forecast&lt;\/b&gt; late/);
  assert.match(html, /We look &lt;script&gt;alert/);
  assert.ok(html.indexOf('Resolved') < html.indexOf('Investigating'), 'the newest update first');
  await assert.rejects(sql`update incident_update set body = 'x'`.execute(own.db), /append-only/);
  await assert.rejects(sql`delete from incident`.execute(own.db), /append-only/);
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where target_type = 'incident' order by at`.execute(own.db);
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['incident.opened', 'incident.updated'],
  );
});

test('the page speaks every language, says what was measured, and is held for a moment', async () => {
  const english = await page();
  assert.match(english, /<html lang="en">[\s\S]*Webhook deliveries[\s\S]*Incidents of the last 90 days/);
  const spanish = await api.app.inject({
    url: '/status',
    headers: { 'accept-language': 'es-ES,es;q=0.9,en;q=0.8' },
  });
  assert.match(spanish.body, /<html lang="es">[\s\S]*Entregas de webhooks[\s\S]*Incidencias/);
  const portuguese = await api.app.inject({
    url: '/status',
    headers: { 'accept-language': 'pt-BR,pt;q=0.9' },
  });
  assert.match(portuguese.body, /<html lang="pt">[\s\S]*Entregas de webhooks[\s\S]*Incidentes/);
  for (const [language, name] of [
    ['en', 'English'],
    ['es', 'Español'],
  ]) {
    assert.ok(
      portuguese.body.includes(
        `<a href="/status?lang=${language}" hreflang="${language}" lang="${language}">${name}<`,
      ),
    );
  }
  assert.match(await page('pt'), /<html lang="pt">/);
  // Catalan of Spain is none of them.
  const other = await api.app.inject({ url: '/status', headers: { 'accept-language': 'ca-ES' } });
  assert.match(other.body, /<html lang="en">/);
  assert.match(english, /not measured/);
  assert.equal(spanish.headers['cache-control'], 'public, max-age=20');
  assert.match(String(spanish.headers['content-security-policy']), /script-src 'self'/);
  const json = JSON.parse((await api.app.inject({ url: '/status.json' })).body);
  assert.deepEqual(
    json.components.map(({ component }: { component: string }) => component),
    [
      'api',
      'forecast_da',
      'forecast_ida1',
      'forecast_ida2',
      'forecast_ida3',
      'forecast_pt',
      'sources',
      'webhooks',
      'mail',
    ],
  );
  assert.deepEqual([json.stale, json.incidents.length], [false, 1]);
});

test('while the database is away the page is served from memory, and says of when it is', async () => {
  const recorded = JSON.parse((await api.app.inject({ url: '/status.json' })).body);
  await line.cut();
  try {
    api.clock.advance(30_000);
    const json = JSON.parse((await api.app.inject({ url: '/status.json' })).body);
    assert.deepEqual([json.status, json.stale, json.as_of], ['down', true, recorded.as_of]);
    assert.equal(json.incidents.length, 1);
    const html = await page('es');
    assert.match(html, /La base de datos no responde\. Lo que sigue es de las 29 mar 2026, 22:01:00 CEST/);
  } finally {
    await line.restore();
  }
  api.clock.advance(30_000);
  const back = JSON.parse((await api.app.inject({ url: '/status.json' })).body);
  assert.deepEqual([back.stale, back.as_of], [false, '2026-03-29T20:02:00Z']);
});
