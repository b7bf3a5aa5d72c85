import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { NewSite, type SiteRecord } from '../../src/desk/portfolio/site-record.ts';
import { createApiKey } from '../../src/people/access/create-identities.ts';
import { type Answer, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const PROFILE = Array.from({ length: 24 }, (_, hour) => hour / 24);
const SOLAR = { name: 'Cáceres 1', kind: 'solar', latitude: 39.47, longitude: -6.37, capacity_mw: 12.5 };
const WIND = { name: 'Sierra', kind: 'wind', capacity_mw: 30 };
const BATTERY = { name: 'Cell', kind: 'battery', capacity_mw: 10, energy_mwh: 20, efficiency: 0.88 };
const LIMITS = { start_soc: 37.5, end_soc: 50, max_cycles: 1.5, wear_cost: 4 };
const LOAD = { name: 'Mill', kind: 'load', capacity_mw: 5, energy_mwh: 40, profile: PROFILE };
const HYBRID = {
  ...BATTERY,
  ...LIMITS,
  offer_floor: -5,
  kind: 'hybrid',
  technology: 'wind',
  storage_mw: 4,
  storage_technology: 'flow',
};
/** What a new site leaves out is null. */
const NULLS = Object.fromEntries(
  Object.entries(NewSite.shape)
    .filter(([, field]) => field.safeParse(undefined).success)
    .map(([name]) => [name, null]),
);
const CREATED = { created_at: '2026-03-30T10:05:00Z', updated_at: '2026-03-30T10:05:00Z' };

function siteOf(answer: Answer): SiteRecord {
  return JSON.parse(answer.text);
}

async function create(token: string, body: object): Promise<SiteRecord> {
  const answer = await api.send('POST', '/portfolio/sites', token, body);
  assert.equal(answer.status, 201, answer.text);
  return siteOf(answer);
}

test('a municipality is found by its name, whatever the accents, and a name that is none or too long is refused', async () => {
  const reader = await api.createSession({ role: 'viewer' });
  const answer = await api.get('/portfolio/places?name=caceres', reader.token);
  assert.equal(answer.status, 200, answer.text);
  const { items } = JSON.parse(answer.text);
  assert.deepEqual(items[0], {
    name: 'Cáceres',
    region: 'Cáceres',
    country: 'es',
    latitude: 39.373,
    longitude: -6.458,
  });
  assert.deepEqual(JSON.parse((await api.get('/portfolio/places?name=zzz', reader.token)).text), {
    items: [],
  });
  for (const query of ['', '?name=', '?name=%20', `?name=${'a'.repeat(81)}`]) {
    const refused = await api.get(`/portfolio/places${query}`, reader.token);
    assert.equal(refused.status, 422, query);
  }
});

test('a site of each kind is created, listed newest first, read, changed and deleted, each with its audit', async () => {
  const owner = await api.createSession({ role: 'manager' });
  const created: SiteRecord[] = [];
  for (const body of [SOLAR, WIND, BATTERY, LOAD, HYBRID]) {
    const site = await create(owner.token, body);
    assert.deepEqual(site, { ...NULLS, ...body, ...CREATED, id: site.id });
    created.unshift(site);
    api.clock.advance(1000);
    CREATED.created_at = CREATED.updated_at = new Date(api.clock.now()).toISOString().replace('.000', '');
  }
  const list = await api.get('/portfolio/sites', owner.token);
  assert.deepEqual(list.body, { items: created, total: 5, page: 1, page_size: 50 });
  const second = await api.get('/portfolio/sites?page=2&page_size=2', owner.token);
  assert.deepEqual(second.body, { items: created.slice(2, 4), total: 5, page: 2, page_size: 2 });
  const loads = await api.get('/portfolio/sites?kind=load', owner.token);
  assert.deepEqual(loads.body, { items: [created[1]], total: 1, page: 1, page_size: 50 });

  const solar = created[4];
  const path = `/portfolio/sites/${solar.id}`;
  assert.deepEqual((await api.get(path, owner.token)).body, solar);
  const changed = await api.send('PATCH', path, owner.token, { name: ' Cáceres 2 ', profile: PROFILE });
  const after = { ...solar, name: 'Cáceres 2', profile: PROFILE, updated_at: CREATED.updated_at };
  assert.deepEqual(changed.body, after);
  const cleared = await api.send('PATCH', path, owner.token, { profile: null });
  assert.deepEqual(cleared.body, { ...after, profile: null });
  assert.equal((await api.send('DELETE', path, owner.token)).status, 204);
  for (const answer of [
    await api.get(path, owner.token),
    await api.send('PATCH', path, owner.token, { notes: 'x' }),
    await api.send('DELETE', path, owner.token),
  ]) {
    assert.deepEqual(errorOf(answer), [404, 'not_found']);
  }
  const audit = await api.db
    .selectFrom('audit_entry')
    .select(['action', 'target_id', 'actor_id'])
    .where('tenant_id', '=', owner.tenantId)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    audit.map(({ action }) => action),
    [...Array<string>(5).fill('site.created'), 'site.changed', 'site.changed', 'site.deleted'],
  );
  assert.deepEqual(audit.at(-1), {
    action: 'site.deleted',
    target_id: solar.id,
    actor_id: owner.userId,
  });
});

test('a field that the kind of a site needs or cannot have is named, when it is created and when it is changed', async () => {
  const { token } = await api.createSession();
  const faults: [object, string[]][] = [
    [{ name: 'x', kind: 'solar', capacity_mw: 1 }, ['latitude', 'longitude']],
    [{ ...SOLAR, longitude: null }, ['longitude']],
    [{ ...SOLAR, energy_mwh: 3, efficiency: 0.9 }, ['energy_mwh', 'efficiency']],
    [{ ...WIND, latitude: 40 }, ['longitude']],
    [{ ...WIND, technology: 'wind' }, ['technology']],
    [{ name: 'x', kind: 'battery', capacity_mw: 1 }, ['energy_mwh', 'efficiency']],
    [{ ...BATTERY, profile: PROFILE }, ['profile']],
    [{ ...BATTERY, storage_mw: 3 }, ['storage_mw']],
    [{ ...WIND, storage_technology: 'flow' }, ['storage_technology']],
    [{ ...LOAD, efficiency: 1 }, ['efficiency']],
    [{ ...HYBRID, energy_mwh: null }, ['energy_mwh']],
    [{ ...LOAD, max_cycles: 1, start_soc: 50 }, ['start_soc', 'max_cycles']],
    [{ ...WIND, wear_cost: 1 }, ['wear_cost']],
    [{ ...BATTERY, offer_floor: 0 }, ['offer_floor']],
    // 23 hours of 10 MW fill 215 MWh.
    [{ ...BATTERY, energy_mwh: 1000, start_soc: 0, end_soc: 22 }, ['end_soc']],
  ];
  for (const [body, fields] of faults) {
    const answer = await api.send('POST', '/portfolio/sites', token, body);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], answer.text);
    const detail: { loc: string[] }[] = JSON.parse(answer.text).detail;
    assert.deepEqual(
      detail.map(({ loc }) => loc),
      fields.map((field) => ['body', field]),
      answer.text,
    );
  }
  const battery = await create(token, BATTERY);
  const path = `/portfolio/sites/${battery.id}`;
  for (const change of [{ kind: 'wind' }, { efficiency: null }, { profile: PROFILE }, { latitude: 1 }]) {
    const answer = await api.send('PATCH', path, token, change);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], JSON.stringify(change));
  }
  assert.deepEqual((await api.get(path, token)).body, battery);
  const wind = await api.send('PATCH', path, token, { kind: 'wind', energy_mwh: null, efficiency: null });
  assert.equal(siteOf(wind).kind, 'wind');
});

test('values out of range or of the wrong type are refused by name', async () => {
  const { token } = await api.createSession();
  const faults: [object, number, string][] = [
    [{ ...WIND, name: '' }, 422, 'name'],
    [{ ...WIND, name: 'a\nb' }, 422, 'name'],
    [{ ...WIND, notes: 'a\0b' }, 422, 'notes'],
    [{ ...WIND, notes: 'x'.repeat(2001) }, 422, 'notes'],
    [{ ...WIND, kind: 'nuclear' }, 422, 'kind'],
    [{ ...WIND, capacity_mw: 0 }, 422, 'capacity_mw'],
    [{ ...WIND, capacity_mw: '30' }, 422, 'capacity_mw'],
    [{ ...WIND, capacity_mw: 100_001 }, 422, 'capacity_mw'],
    [{ ...SOLAR, latitude: 91 }, 422, 'latitude'],
    [{ ...SOLAR, longitude: -181 }, 422, 'longitude'],
    [{ ...BATTERY, efficiency: 1.01 }, 422, 'efficiency'],
    [{ ...BATTERY, start_soc: 100.1 }, 422, 'start_soc'],
    [{ ...BATTERY, end_soc: -1 }, 422, 'end_soc'],
    [{ ...BATTERY, max_cycles: 101 }, 422, 'max_cycles'],
    [{ ...BATTERY, wear_cost: -0.01 }, 422, 'wear_cost'],
    [{ ...WIND, offer_floor: '0' }, 422, 'offer_floor'],
    [{ ...WIND, offer_floor: -10_001 }, 422, 'offer_floor'],
    [{ ...WIND, profile: PROFILE.slice(1) }, 422, 'profile'],
    [{ ...WIND, profile: PROFILE.map(() => 1.5) }, 422, 'profile'],
    [{ ...WIND, owner: 'me' }, 400, 'owner'],
    [[], 422, 'body'],
  ];
  for (const [body, status, field] of faults) {
    const answer = await api.send('POST', '/portfolio/sites', token, body);
    assert.equal(answer.status, status, answer.text);
    assert.ok(answer.text.includes(field), answer.text);
  }
  const { id } = await create(token, WIND);
  for (const change of [{}, { name: null }, { kind: null }, { capacity_mw: null }]) {
    const answer = await api.send('PATCH', `/portfolio/sites/${id}`, token, change);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], JSON.stringify(change));
  }
});

test('two changes at once both stand, and none leaves a site that its kind does not allow', async () => {
  const { token } = await api.createSession();
  const { id } = await create(token, BATTERY);
  const path = `/portfolio/sites/${id}`;
  const answers = await Promise.all([
    api.send('PATCH', path, token, { kind: 'wind', energy_mwh: null, efficiency: null }),
    api.send('PATCH', path, token, { efficiency: 0.5 }),
    api.send('PATCH', path, token, { notes: 'kept' }),
  ]);
  const site = siteOf(await api.get(path, token));
  assert.equal(answers[0].status, 200);
  assert.deepEqual([site.kind, site.efficiency, site.notes], ['wind', null, 'kept']);
});

test('a tenant has at most 500 sites, however many are added at once', async () => {
  const { token, tenantId } = await api.createSession();
  const { id } = await create(token, WIND);
  await api.db
    .insertInto('site')
    .columns(['id', 'tenant_id', 'name', 'kind', 'capacity_mw', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('site')
        .innerJoin(eb.fn<{ n: number }>('generate_series', [eb.lit(1), eb.lit(497)]).as('copy'), (join) =>
          join.onTrue(),
        )
        .select([
          eb.fn<string>('gen_random_uuid').as('id'),
          'tenant_id',
          'name',
          'kind',
          'capacity_mw',
          'created_at',
          'updated_at',
        ])
        .where('site.id', '=', id)
        .where('tenant_id', '=', tenantId),
    )
    .execute();
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => api.send('POST', '/portfolio/sites', token, WIND)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [201, 201, 409, 409],
  );
});

test('a viewer reads and a manager keeps sites, and a key of a manager does what its scopes say', async () => {
  const manager = await api.createSession({ role: 'manager' });
  const { tenantId } = manager;
  const { id } = await create(manager.token, WIND);
  const path = `/portfolio/sites/${id}`;
  const keyWith = async (scopes: ('portfolio:read' | 'portfolio:write')[]) =>
    (await createApiKey(api, { tenantId, label: 'test', role: 'manager', scopes })).key;
  for (const role of ['viewer', 'trader'] as const) {
    const { token } = await api.createSession({ role, tenantId });
    assert.equal((await api.get(path, token)).status, 200);
    const refused = await api.send('PATCH', path, token, { notes: 'x' });
    assert.deepEqual(errorOf(refused), [403, 'insufficient_scope']);
  }
  const [reader, writer] = [await keyWith(['portfolio:read']), await keyWith(['portfolio:write'])];
  assert.equal((await api.get(path, reader)).status, 200);
  assert.equal((await api.send('DELETE', path, reader)).status, 403);
  assert.equal((await api.get(path, writer)).status, 403);
  assert.equal((await api.send('DELETE', path, writer)).status, 204);
});
