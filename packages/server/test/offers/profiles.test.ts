import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliveryPeriods, formatMadrid } from '@lonja/forecasting/market';
import { pino } from 'pino';
import type { KeptPlanRecord } from '../../src/desk/kept-plans/record.ts';
import { keepAtGate } from '../../src/desk/kept-plans/tend-plans.ts';
import type { Offer } from '../../src/desk/offers/record.ts';
import { createPortfolioContext } from '../../src/desk/portfolio/portfolio-context.ts';
import type { PortfolioSummary, Schedule, Valuation } from '../../src/desk/portfolio/schemas.ts';
import type { SiteRecord } from '../../src/desk/portfolio/site-record.ts';
import { readProfileCsv } from '../../src/desk/profiles/read-profile-csv.ts';
import type { ProfileRecord, PutProfileRecord } from '../../src/desk/profiles/record.ts';
import { createRunPoints } from '../../src/forecasts/runs/run-points.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type TestApi, type TestSession, createTestApi, errorOf } from '../http/test-api.ts';

const DAY = '2026-03-31';
const SPRING = '2026-03-29';
const AUTUMN = '2026-10-25';
const GATE = '2026-03-30T10:00:00Z';
const LIMITS = { from: '2026-01-01', to: '2026-12-31', mostDays: 62, mostMw: 5, resolution: undefined };

let api: TestApi;
let owner: TestSession;
let load: SiteRecord;
before(async () => {
  api = await createTestApi('2026-03-30T09:50:00Z');
  owner = await api.createSession({ role: 'manager' });
  const run = { firstDay: DAY, withQuarters: true, withDistributions: true, level: 20 };
  await publishTestRun(api.db, { ...run, issuedAt: '2026-03-30T09:40:00Z' });
  load = await create({ name: 'Works', kind: 'load', capacity_mw: 5 });
});
after(() => api.close());

async function create(body: object): Promise<SiteRecord> {
  return JSON.parse((await api.send('POST', '/portfolio/sites', owner.token, body)).text);
}
const pathOf = ({ id }: SiteRecord, what = 'profile') => `/portfolio/sites/${id}/${what}`;
const put = (body: object, of = load, token = owner.token) => api.send('PUT', pathOf(of), token, body);
async function stored(body: object, of = load): Promise<PutProfileRecord> {
  const answer = await put(body, of);
  assert.equal(answer.status, 200, answer.text);
  return PutProfile(answer.text);
}
const PutProfile = (text: string): PutProfileRecord => JSON.parse(text);
async function read<T>(path: string): Promise<T> {
  const answer = await api.get(path, owner.token);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}
const remove = (day: string, of = load) => api.send('DELETE', `${pathOf(of)}/${day}`, owner.token);
const faultsOf = (answer: { text: string }): string[] =>
  JSON.parse(answer.text).detail.map(({ msg }: { msg: string }) => msg);
const hours = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));
function csvOf(day: string, resolution: 'PT1H' | 'PT15M', mw: (i: number) => number = () => 1): string {
  const rows = deliveryPeriods(day, resolution).map(({ start }, i) => `${formatMadrid(start)},${mw(i)}`);
  return ['time,mw', ...rows, ''].join('\n');
}

test('what was uploaded is the volume of valuation, plan, offer, kept plan and summary, and says so', async () => {
  const flat = await read<Valuation>(`${pathOf(load, 'valuation')}?date=${DAY}`);
  assert.deepEqual([flat.volume_source, flat.uploaded_profile], ['flat', null]);
  await stored({ days: [{ date: DAY, resolution: 'PT1H', mw: hours((hour) => (hour < 6 ? 4 : 1)) }] });

  const value = await read<Valuation>(`${pathOf(load, 'valuation')}?date=${DAY}`);
  assert.equal(value.volume_source, 'uploaded_profile');
  assert.deepEqual(value.uploaded_profile, { resolution: 'PT1H', uploaded_at: '2026-03-30T09:50:00Z' });
  assert.deepEqual([value.hours[0].power_mw, value.hours[6].power_mw, value.total.energy_mwh], [-4, -1, -42]);
  const quarters = await read<Valuation>(`${pathOf(load, 'valuation')}?date=${DAY}&resolution=PT15M`);
  assert.deepEqual([quarters.hours[23].power_mw, quarters.hours[24].power_mw], [-4, -1]);

  const offer = await read<Offer>(`${pathOf(load, 'offer')}?date=${DAY}`);
  assert.deepEqual([offer.volume_source, offer.total.purchase_mwh], ['uploaded_profile', 42]);
  const summary = await read<PortfolioSummary>(`/portfolio/summary?date=${DAY}`);
  const own = summary.site_values.find(({ site_id: id }) => id === load.id);
  assert.deepEqual([own?.volume_source, own?.expected_eur], ['uploaded_profile', value.total.expected_eur]);

  const kept = await api.send('POST', pathOf(load, 'kept-plans'), owner.token, { date: DAY });
  const { id }: KeptPlanRecord = JSON.parse(kept.text);
  await stored({ days: [{ date: DAY, resolution: 'PT1H', mw: hours(() => 2) }] });
  const { periods, inputs } = await read<{
    periods: { planned_mw: number }[];
    inputs: { uploadedProfile: { mw: number[] } };
  }>(`/portfolio/kept-plans/${id}`);
  assert.deepEqual([periods[0].planned_mw, inputs.uploadedProfile.mw[0]], [-4, 4], 'what was kept stays');

  assert.equal((await remove(DAY)).status, 204);
  assert.deepEqual(await read<Valuation>(`${pathOf(load, 'valuation')}?date=${DAY}`), flat);
  assert.deepEqual(errorOf(await remove(DAY)), [404, 'not_found']);
});

test('a load that can be shifted takes the energy of its upload, a plant and a hybrid generate it', async () => {
  const shifted = await create({ name: 'Pumps', kind: 'load', capacity_mw: 5, energy_mwh: 60 });
  const quarters = Array.from({ length: 96 }, (_, i) => (i < 8 ? 4 : 0));
  const days = [{ date: DAY, resolution: 'PT15M', mw: quarters }];
  await stored({ days }, shifted);
  const plan = await read<Schedule>(`${pathOf(shifted, 'schedule')}?date=${DAY}`);
  const taken = plan.periods.reduce((sum, { load_mw: mw }) => sum + mw, 0);
  assert.ok(Math.abs(taken - 8) < 1e-6, `${taken} MWh`);
  assert.deepEqual([plan.volume_source, plan.uploaded_profile?.resolution], ['plan', 'PT15M']);

  const wind = { kind: 'wind', capacity_mw: 10, offer_floor: 0 };
  const plant = await create({ ...wind, name: 'Ridge' });
  await stored(
    { days: [{ date: DAY, resolution: 'PT15M', mw: quarters.map((mw, i) => mw + (i % 4)) }] },
    plant,
  );
  const value = await read<Valuation>(`${pathOf(plant, 'valuation')}?date=${DAY}`);
  assert.deepEqual([value.hours[0].power_mw, value.hours[9].power_mw], [5.5, 1.5], 'an hour has the mean');
  await api.send('PATCH', pathOf(plant, '').replace(/\/$/, ''), owner.token, { capacity_mw: 2 });
  const lower = await read<Valuation>(`${pathOf(plant, 'valuation')}?date=${DAY}`);
  assert.equal(lower.hours[0].power_mw, 2, 'never more than the site can');

  const battery = { energy_mwh: 10, efficiency: 0.9, storage_mw: 5 };
  const hybrid = await create({ ...wind, ...battery, kind: 'hybrid', name: 'Both' });
  await stored({ days }, hybrid);
  const both = await read<Schedule>(`${pathOf(hybrid, 'schedule')}?date=${DAY}`);
  assert.deepEqual([both.volume_source, both.periods[0].generation_mw], ['uploaded_profile', 4]);
});

test('days of 23 and 25 hours are whole, as instants and as numbers, in hours and quarter hours', async () => {
  for (const [day, count] of [
    [SPRING, 23],
    [DAY, 24],
    [AUTUMN, 25],
  ] as const)
    for (const [resolution, factor] of [
      ['PT1H', 1],
      ['PT15M', 4],
    ] as const) {
      const read = readProfileCsv(csvOf(day, resolution), LIMITS);
      assert.deepEqual(read, [{ day, resolution, mw: Array.from({ length: count * factor }, () => 1) }]);
      const byNumber = [
        'Date;Period;MW',
        ...Array.from({ length: count * factor }, (_, i) => `${day};${i + 1};1,5`),
      ];
      const numbered = readProfileCsv(`\uFEFF${byNumber.join('\r\n')}`, LIMITS);
      assert.deepEqual(numbered, [
        { day, resolution, mw: Array.from({ length: count * factor }, () => 1.5) },
      ]);
    }
  const answer = await stored({ csv: csvOf(AUTUMN, 'PT15M', (i) => (i % 4) / 2) });
  assert.deepEqual(answer.days, [
    { date: AUTUMN, resolution: 'PT15M', energy_mwh: 18.75, highest_mw: 1.5, lowest_mw: 0, replaces: false },
  ]);
  const wrong = await put({ days: [{ date: SPRING, resolution: 'PT1H', mw: hours(() => 1) }] });
  assert.deepEqual(faultsOf(wrong), [`${SPRING} has 23 hours; send 23 values, not 24.`]);
});

test('what is read as CSV, English or Spanish, can be uploaded again', async () => {
  await stored({ csv: csvOf(AUTUMN, 'PT15M', (i) => (i % 4) / 2) });
  const days = async () =>
    (await read<ProfileRecord>(`${pathOf(load)}?date=${AUTUMN}`)).days.map(({ mw }) => mw);
  const before = await days();
  for (const locale of ['en', 'es']) {
    const { text } = await api.get(`${pathOf(load)}?date=${AUTUMN}&format=csv&locale=${locale}`, owner.token);
    assert.equal((await stored({ csv: text })).days[0].replaces, true, locale);
    assert.deepEqual(await days(), before, locale);
  }
});

test('a file with a fault is refused as a whole, with the line', async () => {
  const good = csvOf(DAY, 'PT1H').trimEnd().split('\n');
  const bad = (change: (lines: string[]) => string[]) => put({ csv: change([...good]).join('\n') });
  const cases: [string, (lines: string[]) => string[], RegExp[]][] = [
    [
      'hole',
      (lines) => lines.toSpliced(5, 1),
      [/^Line 5: 2026-03-31 lacks period 5, 2026-03-31T04:00.*24 hours/],
    ],
    ['twice', (lines) => lines.toSpliced(5, 0, lines[4]), [/^Line 6: .* is there twice; line 5 has it too/]],
    ['number', (lines) => lines.with(3, `${good[3]}x`), [/^Line 4: "1x" is no power/]],
    ['empty', (lines) => lines.with(3, good[3].replace(/1$/, '')), [/^Line 4: "" is no power/]],
    ['negative', (lines) => lines.with(3, good[3].replace(/1$/, '-1')), [/^Line 4: -1 MW is negative/]],
    [
      'much',
      (lines) => lines.with(3, good[3].replace(/1$/, '5.1')),
      [/^Line 4: 5.1 MW is more than the 5 MW/],
    ],
    [
      'no offset',
      (lines) => lines.with(3, '2026-03-31T02:00:00,1'),
      [/^Line 4: .* is no instant with an offset/],
    ],
    ['head', (lines) => lines.slice(1), [/^Line 1: The first line has to name mw/]],
    ['quote', (lines) => lines.with(3, '"x'), [/^Line 4: expected a closing quote/]],
    ['two', (lines) => lines.with(2, 'x,1').with(4, 'y,1'), [/^Line 3: /, /^Line 5: /]],
    ['odd', (lines) => lines.with(24, '2026-03-31T23:15:00+02:00,1'), [/lacks period 2, /]],
    ['late', () => csvOf('2028-01-01', 'PT1H').split('\n'), [/^Line 2: 2028-01-01 is not between/]],
    ['rows', () => ['time,mw'], [/^Line 1: The file has no rows/]],
  ];
  for (const [name, change, wanted] of cases) {
    const answer = await bad(change);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], name);
    const faults = faultsOf(answer);
    assert.equal(faults.length, wanted.length, `${name}: ${faults.join(' | ')}`);
    wanted.forEach((pattern, i) => assert.match(faults[i], pattern, name));
  }
  const both = `${csvOf(DAY, 'PT1H')}${csvOf('2026-04-01', 'PT1H').split('\n').slice(1, 20).join('\n')}`;
  assert.equal((await put({ csv: both })).status, 422);
  const { days } = await read<ProfileRecord>(`${pathOf(load)}?date_from=${DAY}&date_to=2026-04-01`);
  assert.deepEqual(days, [], 'nothing of a file with a fault is stored');
  const numbered = ['date,period,mw', ...Array.from({ length: 24 }, (_, i) => `${SPRING},${i + 1},1`)];
  const short = readProfileCsv(numbered.join('\n'), LIMITS);
  assert.ok('faults' in short);
  assert.match(short.faults[0].message, /period 24 does not exist: the day has 23 hours/);
  const asked = readProfileCsv(csvOf(DAY, 'PT1H'), { ...LIMITS, resolution: 'PT15M' });
  assert.ok('faults' in asked);
  assert.match(asked.faults[0].message, /lacks period 2, .* and 71 more; the day has 96 quarter hours/);
  const many = ['date,period,mw', ...Array.from({ length: 63 }, (_, i) => `2026-04-01,${i},x`)];
  const told = readProfileCsv(many.join('\n'), LIMITS);
  assert.ok('faults' in told && told.faults.length === 20);
});

test('a dry run stores nothing; uploads and what is deleted are in the audit', async () => {
  const site = await create({ name: 'Mill', kind: 'load', capacity_mw: 5 });
  const csv = csvOf(DAY, 'PT1H');
  const tried = await stored({ csv, dry_run: true }, site);
  assert.deepEqual([tried.stored, tried.days[0].energy_mwh], [false, 24]);
  assert.deepEqual((await read<ProfileRecord>(pathOf(site))).days, []);
  assert.equal((await stored({ csv }, site)).stored, true);
  assert.equal(
    (await read<ProfileRecord>(pathOf(site))).days.length,
    1,
    'from today on where no day is named',
  );
  assert.equal((await remove(DAY, site)).status, 204);
  const rows = await api.db
    .selectFrom('audit_entry')
    .select(['action', 'details'])
    .where('target_id', '=', site.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(rows.map(({ action }) => action).slice(1), [
    'site.profile_uploaded',
    'site.profile_deleted',
  ]);
  assert.deepEqual(rows[1].details, { from: DAY, to: DAY, days: 1, resolution: 'PT1H' });
});

test('it is bounded, belongs to its tenant, and goes with its site', async () => {
  const viewer = await api.createSession({ role: 'viewer', tenantId: owner.tenantId });
  assert.deepEqual(errorOf(await put({ csv: csvOf(DAY, 'PT1H') }, load, viewer.token)), [
    403,
    'insufficient_scope',
  ]);
  const other = await api.createSession({ role: 'manager' });
  assert.equal((await put({ csv: csvOf(DAY, 'PT1H') }, load, other.token)).status, 403);
  const battery = await create({
    name: 'Cell',
    kind: 'battery',
    capacity_mw: 10,
    energy_mwh: 20,
    efficiency: 0.9,
  });
  assert.deepEqual(errorOf(await put({ csv: csvOf(DAY, 'PT1H') }, battery)), [409, 'conflict']);
  const days = Array.from({ length: 63 }, () => ({ date: DAY, mw: [] }));
  assert.equal((await put({ days })).status, 422);
  const twice = Array.from({ length: 2 }, () => ({ date: DAY, mw: hours(() => 1) }));
  assert.deepEqual(faultsOf(await put({ days: twice })), [`${DAY} is there twice.`]);
  assert.equal((await put({ days, csv: 'x' })).status, 422);
  assert.equal((await put({})).status, 422);
  assert.equal(
    (await api.get(`${pathOf(load)}?date_from=2026-01-01&date_to=2026-12-31`, owner.token)).status,
    400,
  );

  const gone = await create({ name: 'Gone', kind: 'load', capacity_mw: 5 });
  await stored({ csv: csvOf(DAY, 'PT1H') }, gone);
  assert.equal((await api.send('DELETE', `/portfolio/sites/${gone.id}`, owner.token)).status, 204);
  const left = await api.db
    .selectFrom('site_profile')
    .select('site_id')
    .where('site_id', '=', gone.id)
    .execute();
  assert.deepEqual(left, []);
});

test('what the gate keeps rests on what was uploaded before it', async () => {
  const tenant = await api.createSession({ role: 'manager' });
  const make = async (name: string) => {
    const body = { name, kind: 'load', capacity_mw: 5, keeps_at_gate: 'plan' };
    return JSON.parse((await api.send('POST', '/portfolio/sites', tenant.token, body)).text) as SiteRecord;
  };
  const [early, late] = [await make('Early'), await make('Late')];
  await put({ csv: csvOf(DAY, 'PT1H') }, early, tenant.token);
  api.clock.set(Date.parse(GATE) + 60_000);
  await put({ csv: csvOf(DAY, 'PT1H') }, late, tenant.token);
  const { db, clock } = api;
  const context = createPortfolioContext({
    db,
    clock,
    dataOrigin: async () => 'market',
    points: createRunPoints(db),
  });
  try {
    assert.equal(await keepAtGate({ ...context, logger: pino({ level: 'silent' }) }), 2);
  } finally {
    await context.planner.close();
  }
  const sourceOf = async ({ id }: SiteRecord) => {
    const row = await db
      .selectFrom('kept_plan')
      .select('content')
      .where('site_id', '=', id)
      .executeTakeFirstOrThrow();
    return (row.content as { inputs: { volumeSource: string } }).inputs.volumeSource;
  };
  assert.deepEqual([await sourceOf(early), await sourceOf(late)], ['uploaded_profile', 'flat']);
});
