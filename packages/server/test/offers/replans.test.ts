import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deleteOldCharges } from '../../src/desk/replans/charges.ts';
import type { ChargeRecord, PutChargeRecord, Replan } from '../../src/desk/replans/record.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import type { SiteRecord } from '../../src/desk/portfolio/site-record.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { type TestApi, type TestSession, createTestApi, errorOf } from '../http/test-api.ts';

const NOON = '2026-03-30T10:30:00Z';
const BATTERY = {
  name: 'Cell',
  kind: 'battery',
  capacity_mw: 10,
  energy_mwh: 20,
  efficiency: 0.81,
  wear_cost: 0,
};

let api: TestApi;
let owner: TestSession;
let site: SiteRecord;
before(async () => {
  api = await createTestApi(NOON);
  owner = await api.createSession({ role: 'manager' });
  const shape = (hour: number) => (hour === 20 ? 100 : hour === 15 ? -20 : 0);
  const run = { withQuarters: true, withDistributions: true, level: 20, shape };
  await publishTestRun(api.db, { ...run, issuedAt: '2026-03-29T08:00:00Z', firstDay: '2026-03-30', days: 1 });
  site = await create(BATTERY);
});
after(() => api.close());

async function create(body: object): Promise<SiteRecord> {
  return JSON.parse((await api.send('POST', '/portfolio/sites', owner.token, body)).text);
}
const send = (body: object, { id } = site, token = owner.token) =>
  api.send('POST', `/portfolio/sites/${id}/replan`, token, body);
async function replan(body: object, of = site): Promise<Replan> {
  const answer = await send(body, of);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}
const local = (time: string) => `2026-03-30T${time}:00+02:00`;

test('the rest of the day is planned from what the battery holds, within the cycles that are left', async () => {
  const measured = [
    { at: local('12:05'), soc: 30 },
    { at: local('08:00'), soc: 80 },
    { at: local('09:00'), soc: 30 },
  ];
  const plan = await replan({ measured, end_soc: 30, max_cycles: 1 });
  assert.deepEqual(
    [plan.date, plan.prices, plan.soc, plan.measured_at],
    ['2026-03-30', 'forecast', 30, '2026-03-30T10:05:00Z'],
  );
  assert.deepEqual([plan.used_cycles, plan.cycles_left], [0.5, 0.5]);
  assert.equal(plan.periods.length, 11);
  assert.equal(plan.periods[0].start, local('13:00'));
  const out = plan.periods.filter(({ discharge_mw: mw }) => mw > 0.01);
  assert.deepEqual(
    out.map(({ hour }) => hour),
    [20],
  );
  // Half a filling out of the store, less half of the loss.
  assert.ok(Math.abs(plan.total.discharged_mwh - 9) < 0.01, String(plan.total.discharged_mwh));
  assert.ok((plan.periods.at(-1)?.soc ?? 0) >= 29.99);
  const quarters = await replan({ measured, end_soc: 30, max_cycles: 1, resolution: 'PT15M' });
  assert.equal(quarters.periods[0].start, local('12:15'));
  assert.equal(quarters.periods.length, 47);
});

test('CSV says the same as JSON, with a decimal comma too', async () => {
  const measured = [
    { at: local('11:00'), soc: 42.5 },
    { at: local('12:00'), soc: 40 },
  ];
  const plan = await replan({ measured });
  assert.deepEqual(await replan({ csv: `time,soc\n${local('11:00')},42.5\n${local('12:00')},40\n` }), plan);
  assert.deepEqual(
    await replan({ csv: `\uFEFFTime;SoC\r\n${local('11:00')};42,5\r\n\r\n${local('12:00')};40\r\n` }),
    plan,
  );
  for (const [csv, says] of [
    ['at,soc\n', /columns time and soc/],
    ['time,soc\n', /It has 0 rows/],
    [`time,soc\n${local('11:00')},40\nnoon,40\n`, /Line 3 has no instant/],
    [`time,soc\n${local('11:00')},140\n`, /Line 2 has no charge/],
  ] as const) {
    const answer = await send({ csv });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, says);
  }
});

test('what cannot be planned from is refused', async () => {
  const refused = async (body: object, says: RegExp, status = 422) => {
    const answer = await send(body);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.text, says);
  };
  const at = local('12:00');
  await refused({}, /No state of charge of 2026-03-30 is stored \(none at all\)/, 409);
  await refused({ measured: [{ at, soc: 40 }], csv: `time,soc\n${at},40` }, /either measured or csv/);
  await refused({ measured: [{ at, soc: 101 }] }, /soc/);
  await refused({ measured: [{ at: local('12:45'), soc: 40 }] }, /still to come/);
  await refused(
    {
      measured: [
        { at, soc: 40 },
        { at, soc: 41 },
      ],
    },
    /twice/,
  );
  await refused(
    {
      measured: [
        { at, soc: 40 },
        { at: '2026-03-29T12:00:00Z', soc: 41 },
      ],
    },
    /send those of one day/,
  );
  await refused({ measured: [{ at: '2026-03-28T12:00:00Z', soc: 41 }] }, /./, 404);
  await refused({ measured: [{ at, soc: 0 }], end_soc: 100, max_cycles: 0.1, resolution: 'PT1H' }, /./, 200);
  const plant = await create({ name: 'Sierra', kind: 'wind', capacity_mw: 5 });
  assert.deepEqual(errorOf(await send({ measured: [{ at, soc: 40 }] }, plant)), [409, 'conflict']);
  const stranger = await api.createSession();
  assert.equal((await send({ measured: [{ at, soc: 40 }] }, site, stranger.token)).status, 403);
});

test('once the prices are public the plan is by them, and after the last period nothing is left', async () => {
  await storeTestPrices(api.db, {
    day: '2026-03-30',
    availableAt: '2026-03-29T12:00:00Z',
    level: 5,
    resolution: 'PT15M',
  });
  const plan = await replan({ measured: [{ at: local('12:00'), soc: 50 }] });
  assert.equal(plan.prices, 'cleared');
  assert.equal(plan.total.p10_eur, plan.total.p90_eur);
  // Prices rise all day: it fills at once and empties at the end.
  assert.ok(plan.periods[0].charge_mw > 0 && (plan.periods.at(-1)?.discharge_mw ?? 0) > 0);
  api.clock.set(Date.parse('2026-03-30T21:50:00Z'));
  const { token } = await api.createSession({ role: 'viewer', tenantId: owner.tenantId });
  const empty = { measured: [{ at: local('21:30'), soc: 0 }], end_soc: 100, resolution: 'PT1H' };
  const infeasible = await send(empty, site, token);
  assert.deepEqual(errorOf(infeasible), [422, 'validation_error']);
  assert.match(infeasible.text, /No plan keeps to all limits/);
  const late = { measured: [{ at: local('23:46'), soc: 50 }], resolution: 'PT15M' };
  assert.deepEqual(errorOf(await send(late, site, token)), [409, 'conflict']);
});

test('what was measured is stored, corrected and read again, and a replan takes what is stored of today', async () => {
  api.clock.set(Date.parse(NOON));
  const cell = await create({ ...BATTERY, name: 'Stored' });
  const path = `/portfolio/sites/${cell.id}/charge`;
  const put = (body: object, token = owner.token) => api.send('PUT', path, token, body);
  const get = async (query = ''): Promise<ChargeRecord> => {
    const answer = await api.get(`${path}${query}`, owner.token);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text);
  };
  assert.deepEqual(errorOf(await send({}, cell)), [409, 'conflict'], 'nothing is stored');
  const csv = `time;soc\n${local('08:00')};80\n${local('09:00')};30\n`;
  const first: PutChargeRecord = JSON.parse((await put({ csv })).text);
  assert.deepEqual([first.stored, first.latest?.at, first.latest?.soc], [2, '2026-03-30T07:00:00Z', 30]);
  await put({ measured: [{ at: local('09:00'), soc: 35 }] });
  const { measured, latest } = await get();
  assert.deepEqual(
    measured.map(({ soc }) => soc),
    [80, 35],
  );
  assert.equal(latest?.soc, 35);

  const plan = await replan({ end_soc: 30 }, cell);
  const given = await replan({ measured: measured.map(({ at, soc }) => ({ at, soc })), end_soc: 30 }, cell);
  assert.deepEqual([plan.soc, plan.measured_at, plan.used_cycles], [35, '2026-03-30T07:00:00Z', 0.45]);
  // It is 12:30 here: what is stored is from 09:00, and the periods since then are over.
  assert.deepEqual([plan.periods[0].start, given.periods[0].start], [local('13:00'), local('09:00')]);

  for (const [at, reason] of [
    ['2026-03-30T10:36:00Z', /still to come/],
    ['2026-03-23T10:29:00Z', /is late: what was measured is taken for 7 days/],
    [local('12:00'), /is there twice/],
  ] as const) {
    const answer = await put({
      measured: [
        { at: local('12:00'), soc: 1 },
        { at, soc: 2 },
      ],
    });
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], at);
    assert.match(answer.text, reason);
  }
  assert.equal((await put({ measured: [{ at: local('12:00'), soc: 100.1 }] })).status, 422);
  assert.equal((await put({})).status, 422);
  assert.equal((await get()).measured.length, 2, 'nothing of what was refused is stored');

  await put({ measured: [{ at: '2026-03-28T23:30:00Z', soc: 10 }] });
  const changeDay = await get('?date=2026-03-29');
  assert.deepEqual(
    changeDay.measured.map(({ at }) => at),
    ['2026-03-28T23:30:00Z'],
  );
  const { text } = await api.get(`${path}?date_from=2026-03-29&date_to=2026-03-30&format=csv`, owner.token);
  assert.match(text, /^time,soc\r\n2026-03-29T00:30:00\+01:00,10\r\n2026-03-30T08:00:00\+02:00,80\r\n/);
  assert.equal((JSON.parse((await put({ csv: text })).text) as PutChargeRecord).stored, 3);
  const long = await api.get(`${path}?date_from=2026-03-01&date_to=2026-03-30`, owner.token);
  assert.equal(long.status, 400);

  const viewer = await api.createSession({ role: 'viewer', tenantId: owner.tenantId });
  assert.deepEqual(errorOf(await put({ csv }, viewer.token)), [403, 'insufficient_scope']);
  const other = await api.createSession({ role: 'manager' });
  assert.equal((await put({ csv }, other.token)).status, 403);
});

test('of what was measured the newest stay: no more than so many, and none older than a month', async () => {
  api.clock.set(Date.parse(NOON));
  const cell = await create({ ...BATTERY, name: 'Long' });
  await api.db
    .insertInto('site_charge')
    .values(
      Array.from({ length: 40 }, (_, day) => ({
        site_id: cell.id,
        tenant_id: owner.tenantId,
        measured_at: new Date(Date.parse(NOON) - day * 86_400_000),
        soc: day,
        uploaded_at: new Date(NOON),
      })),
    )
    .execute();
  const left = async () =>
    (
      await api.db
        .selectFrom('site_charge')
        .select('soc')
        .where('site_id', '=', cell.id)
        .orderBy('measured_at')
        .execute()
    ).map(({ soc }) => soc);
  await api.send('PUT', `/portfolio/sites/${cell.id}/charge`, owner.token, {
    measured: [{ at: NOON, soc: 0 }],
  });
  assert.deepEqual([(await left()).length, (await left())[0]], [32, 31]);
  await withTenant(api.db, owner.tenantId, (tx) => deleteOldCharges(tx, cell.id, { before: 0, most: 3 }));
  assert.deepEqual(await left(), [2, 1, 0]);
});
