import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type DeliveryDay, deliveryPeriods, HOUR_MS } from '@lonja/forecasting/market';
import { SPREAD_OPTIONS } from '@lonja/forecasting/intraday';
import { INTRADAY } from '@lonja/forecasting/issue';
import { sql } from 'kysely';
import { manifestOf } from '../../src/forecasts/runs/model-manifest.ts';
import { createApiKey, createTenant } from '../../src/people/access/create-identities.ts';
import { openIncident } from '../../src/operate/status/rules.ts';
import { insertBackfill } from '../../src/market/publications/backfills.ts';
import type { FrozenContent } from '../../src/desk/kept-plans/frozen-content.ts';
import { insertKeptPlan, insertSettlement, type KeptPlan } from '../../src/desk/kept-plans/store.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { insertInvitation } from '../../src/people/invitations/store.ts';
import { registerModels } from '../../src/forecasts/runs/model-versions.ts';
import { linkIdentity } from '../../src/people/openid/linked-identities.ts';
import { generateProviderName, saveProvider } from '../../src/people/providers/providers.ts';
import { insertSession } from '../../src/people/access/sessions.ts';
import { putCharges } from '../../src/desk/replans/charges.ts';
import { putProfiles } from '../../src/desk/portfolio/day-profiles.ts';
import { toSiteFields } from '../../src/desk/portfolio/site-record.ts';
import { insertSite } from '../../src/desk/portfolio/site-store.ts';
import { queuePing } from '../../src/outbound/webhooks/deliveries.ts';
import { insertEndpoint } from '../../src/outbound/webhooks/endpoints.ts';
import type { TestApi } from '../http/test-api.ts';
import { holdBackDay } from '../hold-back-day.ts';

/** Where a record is made: in a tenant, for the user who is going to ask for it where it belongs to a user. */
export interface RecordPlace {
  tenantId: string;
  userId: string;
}

/** Makes a record and gives what stands for it in the path, by placeholder. */
export type RecordMaker = (api: TestApi, place: RecordPlace) => Promise<Record<string, string>>;

export const makeUser: RecordMaker = async (api, { tenantId }) => {
  const { userId } = await api.createSession({ tenantId, role: 'viewer' });
  return { id: userId };
};

export const makeKey: RecordMaker = async ({ db, clock }, { tenantId }) => {
  const { id } = await createApiKey({ db, clock }, { tenantId, label: `key of ${tenantId}`, role: 'viewer' });
  return { id };
};

/** A tenant of its own: what is done to it must not end the test. */
export const makeTenant: RecordMaker = async ({ db, clock }) => ({
  id: await createTenant({ db, clock }, { name: 'Other' }),
});

/** A tenant of its own with an identity provider; its id is that of the tenant. */
export const makeTenantWithProvider: RecordMaker = async (api, place) => {
  const { id } = await makeTenant(api, place);
  const now = api.clock.now();
  await saveProvider(api.db, {
    id: randomUUID(),
    tenant_id: id,
    name: generateProviderName(),
    issuer: 'https://login.example.com',
    client_id: 'lonja',
    client_secret: null,
    scopes: ['openid', 'email'],
    role_claim: null,
    roles: {},
    default_role: null,
    creates_users: false,
    is_required: false,
    domains: [],
    proven_at: null,
    created_at: new Date(now),
    updated_at: new Date(now),
  });
  return { id };
};

/** A user who is linked to an identity of the tenant's provider. */
export const makeLinkedUser: RecordMaker = async (api, place) => {
  const user = await makeUser(api, place);
  const link = { tenantId: place.tenantId, userId: user['id'] ?? '', now: api.clock.now() };
  await linkIdentity(api.db, { ...link, subjectSha256: randomBytes(32) });
  return user;
};

/** A load of past days, which is the platform's own. */
export const makeBackfill: RecordMaker = async ({ db, clock }, { userId }) => {
  const request = { source: 'omie', publication: undefined, from: '2026-03-01', to: '2026-03-02' };
  return { id: await insertBackfill(db, request, { createdBy: userId, now: clock.now() }), source: 'omie' };
};

/** A day of OMIE that failed a check; each is of a day of its own. */
export const makeQuarantinedDay: RecordMaker = async ({ db, clock }) => {
  const { rows } = await sql<{ next: DeliveryDay }>`
    select to_char(coalesce(max(day), '2020-01-01') + 1, 'YYYY-MM-DD') as next from quarantined_day`.execute(
    db,
  );
  const day = rows[0].next;
  const start = deliveryPeriods(day, 'PT1H').map((period) => period.start);
  const held = await holdBackDay(db, {
    source: 'omie',
    name: 'price.da',
    day,
    expectedAt: start[0] - 11 * HOUR_MS,
    now: clock.now(),
    reason: 'the mean of price.da is 300.0 EUR/MWh, against a median of 50.0 in recent weeks',
    series: [
      { key: 'price.da', unit: 'EUR/MWh', resolution: 'PT1H', start, value: start.map((_, i) => 290 + i) },
    ],
  });
  return { id: held };
};

export const makeIncident: RecordMaker = async (api) => {
  const incident = {
    title: 'Mail is late',
    components: ['mail' as const],
    state: 'identified' as const,
    body: 'The mail server refuses.',
  };
  const { id } = await openIncident(api, incident, { kind: 'operator', id: undefined });
  return { id };
};

/** A job that was given up. */
export const makeFailedJob: RecordMaker = async ({ jobs }) => ({
  id: await jobs.fail('tidy-up', 'the disk is full'),
});

/** An endpoint with a delivery that waits. */
export const makeWebhook: RecordMaker = async ({ db, clock }, { tenantId }) => {
  const id = randomUUID();
  const now = clock.now();
  const delivery = await withTenant(db, tenantId, async (tx) => {
    await insertEndpoint(tx, {
      id,
      tenant_id: tenantId,
      name: `endpoint of ${tenantId}`,
      url: 'https://hooks.example.com/lonja',
      events: ['forecast.published'],
      market_ids: ['es'],
      quantiles: [],
      resolution: 'PT1H',
      state: 'active',
      secret: Buffer.alloc(32),
      created_at: new Date(now),
      updated_at: new Date(now),
    });
    return queuePing(tx, { tenantId, endpointId: id, data: {}, now });
  });
  return { id, delivery_id: delivery };
};

export const makeInvitation: RecordMaker = async ({ db, clock }, { tenantId, userId }) => {
  const id = randomUUID();
  await insertInvitation(db, {
    id,
    tenant_id: tenantId,
    email: `${id}@example.com`,
    role: 'viewer',
    created_by: userId ?? null,
    created_at: new Date(clock.now()),
    expires_at: new Date(clock.now() + 86_400_000),
    accepted_at: null,
    revoked_at: null,
  });
  return { id };
};

export const makeSessionOf: RecordMaker = async ({ db, clock }, { tenantId, userId }) => {
  const id = randomUUID();
  await insertSession(db, {
    id,
    tenant_id: tenantId,
    user_id: userId,
    created_at: new Date(clock.now()),
    expires_at: new Date(clock.now() + 86_400_000),
    address: null,
    user_agent: null,
  });
  return { id };
};

export const makeKeptPlan: RecordMaker = async ({ db, clock }, { tenantId }) => {
  const id = randomUUID();
  const content: FrozenContent = {
    day: '2026-03-31',
    resolution: 'PT1H',
    periodHours: 1,
    starts: [Date.parse('2026-03-30T22:00:00Z')],
    hours: [0],
    inputs: {
      site: {},
      options: {},
      limits: 'cost',
      contractMw: 0,
      volumeSource: `site of ${tenantId}`,
      expectedPrices: [50],
    },
    expectedEur: [50],
    netMw: [1],
    offerFloor: null,
    costsEur: [0],
    offers: null,
    store: null,
    problem: null,
    foresightFloor: null,
  };
  const plan: KeptPlan = {
    id,
    tenant_id: tenantId,
    site_id: randomUUID(),
    kind: 'plan',
    product: 'da',
    delivery_day: content.day,
    resolution: content.resolution,
    is_automatic: false,
    frozen_at: new Date(clock.now()),
    author_kind: 'system',
    author_id: null,
    forecast_id: randomUUID(),
    issued_at: new Date(clock.now()),
    simulated: false,
    expected_eur: 50,
    p10_eur: 40,
    p90_eur: 60,
  };
  await withTenant(db, tenantId, async (tx) => {
    await insertKeptPlan(tx, plan, content);
    const settled = { bid_mwh: 1, traded_mwh: 1, earned_eur: 45, foresight_eur: 45, last_day_eur: null };
    const periods = [{ price: 45, tradedMw: 1, earned: 45 }];
    await insertSettlement(tx, plan, {
      ...settled,
      periods,
      prices_digest: '45',
      revision: 1,
      settled_at: new Date(clock.now()),
    });
  });
  return { id };
};

export const makeSite: RecordMaker = (api, of) => makeSiteOf('battery', api, of);

async function makeSiteOf(
  kind: 'battery' | 'load',
  { db, clock }: TestApi,
  { tenantId }: RecordPlace,
): Promise<{ id: string }> {
  const id = randomUUID();
  const fields = toSiteFields({
    name: `site of ${tenantId}`,
    kind,
    capacity_mw: 10,
    ...(kind === 'battery' && { energy_mwh: 20, efficiency: 0.9 }),
  });
  const at = new Date(clock.now());
  const site = { id, tenant_id: tenantId, ...fields, created_at: at, updated_at: at };
  await withTenant(db, tenantId, (tx) => insertSite(tx, site));
  return { id };
}

const DAY_PROFILE = {
  day: '2026-03-31',
  resolution: 'PT1H',
  mw: Array.from({ length: 24 }, () => 1),
} as const;

/** A consumer whose power of 31 March was uploaded. */
export const makeProfiledDay: RecordMaker = async (api, of) => {
  const site = await makeSiteOf('load', api, of);
  await withTenant(api.db, of.tenantId, (tx) =>
    putProfiles(tx, { siteId: site.id, tenantId: of.tenantId, now: api.clock.now() }, [DAY_PROFILE]),
  );
  return site;
};

/** A site with what may be uploaded of one. */
export const makeProfile: RecordMaker = async (api, of) => {
  const site = await makeSite(api, of);
  await withTenant(api.db, of.tenantId, (tx) =>
    putProfiles(tx, { siteId: site.id, tenantId: of.tenantId, now: api.clock.now() }, [DAY_PROFILE]),
  );
  await withTenant(api.db, of.tenantId, (tx) =>
    putCharges(tx, { siteId: site.id, tenantId: of.tenantId, now: api.clock.now() }, [
      { at: api.clock.now(), soc: 40 },
    ]),
  );
  return site;
};

/** A challenger of its own. */
export const makeModel: RecordMaker = async ({ db, clock }) => {
  const options = { ...SPREAD_OPTIONS, seeds: [randomInt(1_000_000_000)] };
  const { challengers } = await registerModels(db, {
    product: 'ida3',
    manifests: [SPREAD_OPTIONS, options].map((one) =>
      manifestOf({ ...INTRADAY, spread: one }, { codeVersion: 'test' }),
    ),
    now: clock.now(),
  });
  return { version: String(challengers.at(-1)?.id) };
};
