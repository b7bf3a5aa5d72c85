import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { NotificationPage } from '../../src/outbound/notifications/record.ts';
import type { KeptPlanRecord, Settlements } from '../../src/desk/kept-plans/record.ts';
import { keepAtGate, settlePlans } from '../../src/desk/kept-plans/tend-plans.ts';
import { createPortfolioContext, type PortfolioContext } from '../../src/desk/portfolio/portfolio-context.ts';
import type { Schedule } from '../../src/desk/portfolio/schemas.ts';
import type { SiteRecord } from '../../src/desk/portfolio/site-record.ts';
import { createRunPoints } from '../../src/forecasts/runs/run-points.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { type TestApi, type TestSession, createTestApi, errorOf } from '../http/test-api.ts';

const BEFORE_GATE = '2026-03-30T09:50:00Z';
const DAY = '2026-03-31';
const BATTERY = {
  name: 'Cell',
  kind: 'battery',
  capacity_mw: 10,
  energy_mwh: 20,
  efficiency: 0.81,
  wear_cost: 2,
};
const PLANT = {
  name: 'Sierra',
  kind: 'wind',
  capacity_mw: 10,
  profile: Array.from({ length: 24 }, () => 0.5),
  offer_floor: 0,
};

let api: TestApi;
let owner: TestSession;
let tending: PortfolioContext & { logger: Logger };
before(async () => {
  api = await createTestApi(BEFORE_GATE);
  owner = await api.createSession({ role: 'manager' });
  const { db, clock } = api;
  const context = { db, clock, dataOrigin: async () => 'market' as const, points: createRunPoints(db) };
  tending = { ...createPortfolioContext(context), logger: pino({ level: 'silent' }) };
  const run = { issuedAt: '2026-03-30T09:40:00Z', firstDay: DAY, withQuarters: true, level: 20 };
  await publishTestRun(api.db, { ...run, withDistributions: true });
});
after(async () => {
  await tending.planner.close();
  await api.close();
});

async function ask<T>(method: 'POST' | 'GET', path: string, body?: object, token = owner.token): Promise<T> {
  const answer = method === 'GET' ? await read(path, token) : await api.send(method, path, token, body);
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return JSON.parse(answer.text);
}

/** What is kept does not depend on the time that it is read at, and sessions last for hours. */
async function read(path: string, token = owner.token) {
  const now = api.clock.now();
  api.clock.set(Date.parse(BEFORE_GATE));
  try {
    return await api.get(path, token);
  } finally {
    api.clock.set(now);
  }
}

const create = (body: object) => ask<SiteRecord>('POST', '/portfolio/sites', body);
const keep = ({ id }: SiteRecord, body: object) =>
  ask<KeptPlanRecord>('POST', `/portfolio/sites/${id}/kept-plans`, { date: DAY, ...body });
const planOf = async (
  id: string,
): Promise<
  KeptPlanRecord & { periods: { traded_mw: number | null }[]; inputs: { site: Record<string, unknown> } }
> => ask('GET', `/portfolio/kept-plans/${id}`);
const at = async (instant: string, work: () => Promise<void>) => {
  api.clock.set(Date.parse(instant));
  try {
    await work();
  } finally {
    api.clock.set(Date.parse(BEFORE_GATE));
  }
};

test('a plan is kept before its prices with run, inputs and author, and settled when they are all public, once', async () => {
  const site = await create(BATTERY);
  const plant = await create(PLANT);
  const kept = await keep(site, {});
  const offer = await keep(plant, { kind: 'offer' });
  assert.equal(kept.settlement, null);
  assert.deepEqual([kept.kind, kept.automatic, kept.author.kind], ['plan', false, 'user']);
  assert.equal(kept.issued_at, '2026-03-30T09:40:00Z');
  assert.equal(await settlePlans(tending), 0, 'no price is known');
  await at('2026-03-30T12:30:00Z', async () => {
    await storeTestPrices(api.db, {
      day: DAY,
      availableAt: '2026-03-30T11:00:00Z',
      level: -5,
      resolution: 'PT15M',
    });
    assert.equal(await settlePlans(tending), 2);
    assert.equal(await settlePlans(tending), 0, 'nothing has changed');
    const { settlement, periods, inputs } = await planOf(kept.id);
    const { id: _id, createdAt, updatedAt, ...described } = inputs.site;
    assert.deepEqual(described, {
      kind: 'battery',
      capacityMw: 10,
      energyMwh: 20,
      efficiency: 0.81,
      wearCost: 2,
    });
    assert.deepEqual([typeof createdAt, typeof updatedAt], ['number', 'number']);
    assert.ok(settlement);
    assert.equal(settlement.revision, 1);
    assert.ok(settlement.earned_eur <= settlement.foresight_eur + 0.01);
    assert.equal(settlement.last_day_eur, null);
    assert.equal(periods.length, 96);
    const schedule: Schedule = JSON.parse(
      (await api.get(`/portfolio/sites/${site.id}/schedule?date=${DAY}&resolution=PT15M`, owner.token)).text,
    );
    assert.ok(schedule.outcome);
    assert.ok(Math.abs(schedule.outcome.earned_eur - settlement.earned_eur) < 0.02);
    assert.ok(Math.abs(schedule.outcome.perfect_foresight_eur - settlement.foresight_eur) < 0.02);
    // Prices rise from -5: below its floor of 0 the plant neither sells nor pays.
    const sold = await planOf(offer.id);
    assert.equal(sold.periods[0].traded_mw, 0);
    assert.equal(sold.periods[95].traded_mw, 5);
    assert.equal(sold.settlement?.missed_eur, 0);
    const late = await api.send('POST', `/portfolio/sites/${site.id}/kept-plans`, owner.token, { date: DAY });
    assert.deepEqual(errorOf(late), [409, 'conflict']);
  });
});

test('corrected prices are a further settlement, and the one before stays', async () => {
  await at('2026-04-02T12:00:00Z', async () => {
    await storeTestPrices(api.db, {
      day: DAY,
      availableAt: '2026-04-02T11:00:00Z',
      level: 30,
      resolution: 'PT15M',
    });
    assert.equal(await settlePlans(tending), 2);
    const { items } = await ask<{ items: KeptPlanRecord[] }>(
      'GET',
      '/portfolio/kept-plans?date_from=2026-03-31',
    );
    assert.deepEqual(
      items.map(({ settlement }) => settlement?.revision),
      [2, 2],
    );
    const detail = await ask<{ settlements: { revision: number; earned_eur: number }[] }>(
      'GET',
      `/portfolio/kept-plans/${items[0].id}`,
    );
    assert.deepEqual(
      detail.settlements.map(({ revision }) => revision),
      [2, 1],
    );
    assert.notEqual(detail.settlements[0].earned_eur, detail.settlements[1].earned_eur);
  });
});

test('at the gate the last run before it is kept, once, whatever comes later, and a crash before it is made up for', async () => {
  const day = '2026-04-01';
  const site = await create({ ...BATTERY, name: 'Gate', keeps_at_gate: 'plan' });
  await publishTestRun(api.db, { issuedAt: '2026-03-31T09:40:00Z', firstDay: day, withQuarters: true });
  await publishTestRun(api.db, {
    issuedAt: '2026-03-31T10:05:00Z',
    firstDay: day,
    withQuarters: true,
    level: 90,
  });
  await at('2026-03-31T09:59:00Z', async () => {
    assert.equal(await keepAtGate(tending), 1, 'the gate of the day before has kept nothing of it yet');
  });
  // The service was away at the gate: two processes make up for it together.
  await at('2026-03-31T10:30:00Z', async () => {
    const both = await Promise.all([keepAtGate(tending), keepAtGate(tending)]);
    assert.equal(both[0] + both[1], 1);
    assert.equal(await keepAtGate(tending), 0);
    const { items } = await ask<{ items: KeptPlanRecord[] }>(
      'GET',
      `/portfolio/kept-plans?site_id=${site.id}&date_from=${day}`,
    );
    assert.equal(items.length, 1);
    assert.deepEqual(
      [items[0].automatic, items[0].author.kind, items[0].issued_at, items[0].frozen_at],
      [true, 'system', '2026-03-31T09:40:00Z', '2026-03-31T10:30:00Z'],
    );
  });
  // The plan of the day before carried over earns something else than that of the day.
  await at('2026-03-31T12:30:00Z', async () => {
    await storeTestPrices(api.db, {
      day,
      availableAt: '2026-03-31T11:00:00Z',
      level: 10,
      resolution: 'PT15M',
    });
    await settlePlans(tending);
    const { items } = await ask<{ items: KeptPlanRecord[] }>(
      'GET',
      `/portfolio/kept-plans?site_id=${site.id}&date_from=${day}`,
    );
    const settlement = items[0].settlement;
    assert.ok(settlement?.last_day_eur !== null && settlement?.gained_eur !== null);
  });
});

test('a day without a run at the gate keeps nothing, and other sites are not held up', async () => {
  await at('2026-05-10T10:30:00Z', async () => assert.equal(await keepAtGate(tending), 0));
});

test('on the days of 23 and 25 hours plans have 92 and 100 quarters and carry the day before over', async () => {
  for (const [day, before, count] of [
    ['2026-03-29', '2026-03-28', 92],
    ['2025-10-26', '2025-10-25', 100],
  ] as const) {
    const noon = (text: string, time: string) => `${text}T${time}Z`;
    api.clock.set(Date.parse(noon(before, '08:00:00')) - 86_400_000);
    const site = await create({ ...BATTERY, name: day });
    const plans: KeptPlanRecord[] = [];
    for (const each of [before, day]) {
      const eve = new Date(Date.parse(`${each}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
      await publishTestRun(api.db, {
        issuedAt: noon(eve, '08:30:00'),
        firstDay: each,
        days: 1,
        withQuarters: true,
      });
      api.clock.set(Date.parse(noon(eve, '09:00:00')));
      plans.push(await keep(site, { date: each }));
      await storeTestPrices(api.db, {
        day: each,
        availableAt: noon(eve, '12:00:00'),
        level: 5,
        resolution: 'PT15M',
      });
    }
    api.clock.set(Date.parse(noon(day, '12:00:00')));
    await settlePlans(tending);
    const { settlement, periods } = await planOf(plans[1].id);
    assert.equal(periods.length, count);
    assert.equal(typeof settlement?.last_day_eur, 'number');
    api.clock.set(Date.parse(BEFORE_GATE));
  }
});

test('sums by day, month and site agree with the plans, in JSON and CSV', async () => {
  await at('2026-04-02T12:00:00Z', async () => {
    const span = 'date_from=2026-03-31&date_to=2026-04-01';
    const sums = async (by: string) =>
      (await ask<Settlements>('GET', `/portfolio/settlements?${span}&group_by=${by}`)).items;
    const total = (items: Settlements['items']) =>
      Math.round(items.reduce((sum, { earned_eur: eur }) => sum + eur, 0));
    const [days, months, sites] = [await sums('day'), await sums('month'), await sums('site')];
    assert.deepEqual(
      days.map(({ group }) => group),
      ['2026-03-31', '2026-04-01'],
    );
    assert.deepEqual(
      months.map(({ group }) => group),
      ['2026-03', '2026-04'],
    );
    assert.ok(Math.abs(total(days) - total(sites)) <= 1 && Math.abs(total(days) - total(months)) <= 1);
    const oneDay = await ask<Settlements>('GET', '/portfolio/settlements?date=2026-04-01');
    assert.deepEqual(oneDay.items, days.slice(1));
    const backwards = await read('/portfolio/kept-plans?date_from=2026-04-01&date_to=2026-03-31');
    assert.deepEqual(errorOf(backwards), [400, 'invalid_request']);
    const csv = await read(`/portfolio/settlements?${span}&format=csv`, owner.token);
    assert.match(csv.text, /^group,plans,expected \(EUR\),bid \(MWh\)/);
    assert.equal(csv.text.trim().split('\r\n').length, 3);
    const all = await read('/portfolio/kept-plans?format=csv&page_size=1&date_from=0000-01-01', owner.token);
    const { total: count } = await ask<{ total: number }>('GET', '/portfolio/kept-plans');
    assert.equal(all.text.trim().split('\r\n').length, count + 1, 'whatever the page');
    const plans = await read(`/portfolio/kept-plans?${span}&format=csv&locale=es`, owner.token);
    assert.match(plans.text, /^\ufeffdate;site_id;kind;automatic/);
  });
});

test('nothing of what was kept is changed or deleted by a tenant, and another tenant does not see it', async () => {
  for (const statement of [
    'update kept_plan set expected_eur = 0',
    'delete from kept_plan',
    'update plan_settlement set earned_eur = 0',
    'delete from plan_settlement',
  ]) {
    await assert.rejects(
      withTenant(api.db, owner.tenantId, (tx) => sql.raw(statement).execute(tx)),
      /permission denied/,
      statement,
    );
  }
  const { items } = await ask<{ items: KeptPlanRecord[] }>('GET', '/portfolio/kept-plans');
  const stranger = await api.createSession();
  const theirs = await ask<{ total: number }>('GET', '/portfolio/kept-plans', undefined, stranger.token);
  assert.equal(theirs.total, 0);
  assert.equal((await api.get(`/portfolio/kept-plans/${items[0].id}`, stranger.token)).status, 403);
  const foreign = await api.send('POST', `/portfolio/sites/${items[0].site_id}/kept-plans`, stranger.token, {
    date: DAY,
  });
  assert.equal(foreign.status, 403);
  const entries = await api.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_kind'])
    .where('action', '=', 'plan.kept')
    .execute();
  assert.deepEqual(new Set(entries.map((entry) => entry.actor_kind)), new Set(['user', 'system']));
});

test('a bounded number is kept by hand for a site and a day', async () => {
  const site: SiteRecord = await ask('POST', '/portfolio/sites', { ...PLANT, name: 'Many' });
  const path = `/portfolio/sites/${site.id}/kept-plans`;
  const { id }: KeptPlanRecord = await ask('POST', path, { date: DAY });
  await sql`
    insert into kept_plan
    select (jsonb_populate_record(plan, jsonb_build_object('id', gen_random_uuid()))).*
    from kept_plan as plan, generate_series(2, 50) where plan.id = ${id}::uuid`.execute(api.db);
  assert.deepEqual(errorOf(await api.send('POST', path, owner.token, { date: DAY })), [409, 'conflict']);
});

test('a site that keeps to no limits is tried once at a gate, and the admins are told', async () => {
  const tenant = await api.createSession({ role: 'admin' });
  const body = {
    ...BATTERY,
    name: 'Stuck',
    start_soc: 0,
    end_soc: 100,
    max_cycles: 0,
    keeps_at_gate: 'plan',
  };
  const made = await api.send('POST', '/portfolio/sites', tenant.token, body);
  assert.equal(made.status, 201, made.text);
  const { id } = JSON.parse(made.text) as SiteRecord;
  // As if its power had been lowered before such a charge was refused.
  await api.db.updateTable('site').set({ capacity_mw: 0.1 }).where('id', '=', id).execute();
  const notes = () =>
    api.db
      .selectFrom('audit_entry')
      .select('details')
      .where('target_id', '=', id)
      .where('action', '=', 'plan.not_kept')
      .execute();
  await at('2026-03-30T10:01:00Z', async () => {
    const solved = tending.planner.plan.bind(tending.planner);
    let tries = 0;
    const counting = {
      ...tending,
      planner: {
        ...tending.planner,
        plan: (problem: Parameters<typeof solved>[0]) => {
          if (problem.battery?.powerMw === 0.1) tries++;
          return solved(problem);
        },
      },
    };
    await Promise.all([keepAtGate(counting), keepAtGate(counting)]);
    const before = tries;
    assert.ok(before > 0);
    await keepAtGate(counting);
    assert.equal(tries, before, 'it is tried no more');
  });
  const rows = await notes();
  assert.equal(rows.length, 1);
  assert.match(JSON.stringify(rows[0].details), /No plan keeps to all limits/);
  const mails = await api.db
    .selectFrom('mail_queue')
    .select('message')
    .where('tenant_id', '=', tenant.tenantId)
    .execute();
  assert.equal(mails.length, 1);
  assert.match(JSON.stringify(mails[0].message), /Nothing was kept of \\"Stuck\\" for 2026-03-31/);
  const notifications = async () => {
    const { items } = NotificationPage.parse((await api.get('/notifications', tenant.token)).body);
    return items.map(({ kind, title, text, path }) => [kind, title, text.split('\n')[0], path]);
  };
  await api.send('PATCH', '/auth/me', tenant.token, { locale: 'es' });
  const told = (reason: string) => [
    [
      'plan_not_kept',
      'No se ha guardado nada de «Stuck» para el 2026-03-31',
      `Al cerrar la subasta no había plan que guardar. Motivo: ${reason}`,
      `/portfolio/${id}`,
    ],
  ];
  assert.deepEqual(
    await notifications(),
    told(
      'Ningún plan respeta todos los límites: dé a una batería más tiempo o ciclos para el estado en que ha de terminar, y a una carga una ventana más larga o más potencia.',
    ),
  );
  // As those are that were stored before there were codes.
  await sql`
    update notification set content = content - 'reasonCodes' || '{"reason": "As it was."}'
    where tenant_id = ${tenant.tenantId}::uuid`.execute(api.db);
  assert.deepEqual(await notifications(), told('As it was.'));
});
