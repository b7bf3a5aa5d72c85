import { randomUUID } from 'node:crypto';
import type { Access } from '../../src/people/access/principal.ts';
import { TEST_PASSWORD } from '../http/test-api.ts';
import type { RecordMaker } from './records.ts';
import { makeAlertChannel, makeAlertRule, makeNotification, makeTicket } from './user-records.ts';
import {
  makeBackfill,
  makeFailedJob,
  makeIncident,
  makeInvitation,
  makeLinkedUser,
  makeKey,
  makeModel,
  makeQuarantinedDay,
  makeSessionOf,
  makeKeptPlan,
  makeProfiledDay,
  makeSite,
  makeTenant,
  makeTenantWithProvider,
  makeUser,
  makeWebhook,
} from './records.ts';

/** What the documents say of one route: who may call it, and how the test calls it. */
export interface AccessEntry extends Access {
  /** No credential is asked for. */
  isPublic?: true;
  /** Path with query, where the template alone is no valid request. */
  path?: string;
  /** A valid body, new for each request. */
  body?: () => object;
  /** Makes the record that `{id}` stands for. Without it the route has no record of a tenant. */
  record?: RecordMaker;
  /** Statuses of a request that is let in; 2xx by default. */
  admitted?: number[];
}

const TWO_DAYS = 'date_from=2026-03-01&date_to=2026-03-02';

const client = (path: string, scope?: Access['scope']): AccessEntry => ({
  path,
  admitted: [200, 404],
  ...(scope && { scope }),
});
const unread = [422];
const session: AccessEntry = { sessionOnly: true };
const admin: AccessEntry = { sessionOnly: true, role: 'admin' };
const ownRule: AccessEntry = { sessionOnly: true, role: 'trader', record: makeAlertRule };
const ownChannel: AccessEntry = { ...ownRule, record: makeAlertChannel };
const webhook: AccessEntry = { role: 'admin', record: makeWebhook };
const site: AccessEntry = { scope: 'portfolio:read', record: makeSite };
const keptSite: AccessEntry = { ...site, role: 'manager', scope: 'portfolio:write' };
const ticket: AccessEntry = { ...session, record: makeTicket };
const platform: AccessEntry = { superadminOnly: true };

/**
 * Every route of the API. A route that is missing here fails the test, and so does one that lets in more or fewer callers than
 * its line says. docs/access.md is made from it.
 */
export const ACCESS_TABLE: Record<string, AccessEntry> = {
  'GET /health': { isPublic: true },
  'GET /ready': { isPublic: true, admitted: [200, 503] },
  'POST /auth/token': { isPublic: true, admitted: unread },
  'POST /oauth/token': { isPublic: true, admitted: [400] },
  'POST /auth/register': { isPublic: true, admitted: unread },
  'POST /auth/register/resend': { isPublic: true, admitted: unread },
  'POST /auth/register/verify': { isPublic: true, admitted: unread },
  'POST /auth/register/complete': { isPublic: true, admitted: unread },
  'GET /auth/invitations/lookup': { isPublic: true, admitted: unread },
  'POST /auth/invitations/accept': { isPublic: true, admitted: unread },
  'POST /auth/openid/start': { isPublic: true, admitted: unread },
  'POST /auth/openid/finish': { isPublic: true, admitted: unread },
  'POST /auth/openid/code': { isPublic: true, admitted: unread },
  'POST /auth/password/forgot': { isPublic: true, admitted: unread },
  'POST /auth/password/reset': { isPublic: true, admitted: unread },

  'GET /markets': {},
  'GET /markets/{market_id}': { path: '/markets/es' },
  'GET /markets/{market_id}/products': { path: '/markets/es/products' },
  'GET /forecasts/latest': client('/forecasts/latest?market_id=es&product=da', 'forecasts:read'),
  'GET /forecasts': client('/forecasts?market_id=es&product=da&date=2026-03-31', 'forecasts:read'),
  'GET /forecasts/available-dates': client('/forecasts/available-dates', 'forecasts:read'),
  'GET /forecasts/scenarios': client(
    '/forecasts/scenarios?market_id=es&product=da&date=2026-03-31',
    'forecasts:read',
  ),
  'GET /forecasts/probabilities': client(
    '/forecasts/probabilities?market_id=es&product=da&date=2026-03-31',
    'forecasts:read',
  ),
  'GET /forecasts/spreads': client(
    '/forecasts/spreads?market_id=es&product=ida1&date=2026-03-31',
    'forecasts:read',
  ),
  'GET /forecasts/zone-spreads': client(
    '/forecasts/zone-spreads?product=da&date=2026-03-31',
    'forecasts:read',
  ),
  'GET /forecasts/intraday-outlook': client('/forecasts/intraday-outlook?date=2026-03-31', 'forecasts:read'),
  'GET /forecasts/outlook': client(
    '/forecasts/outlook?market_id=es&product=ida1&date=2026-03-31',
    'forecasts:read',
  ),
  'POST /forecasts/what-if': { scope: 'forecasts:read', body: () => ({ shifts: [] }), admitted: [200, 404] },
  'GET /forecasts/schedule': client('/forecasts/schedule', 'forecasts:read'),
  'GET /forecasts/series': client(`/forecasts/series?issued_before=10:00&${TWO_DAYS}`, 'forecasts:read'),
  'GET /forecasts/runs': client('/forecasts/runs', 'forecasts:read'),
  'GET /forecasts/runs/{forecast_id}': client(`/forecasts/runs/${randomUUID()}`, 'forecasts:read'),
  'GET /forecasts/diff': client(
    `/forecasts/diff?from_run=${randomUUID()}&to_run=${randomUUID()}`,
    'forecasts:read',
  ),
  'GET /forecasts/evolution': client('/forecasts/evolution?delivery=2026-03-31T18:00:00Z', 'forecasts:read'),
  'GET /forecasts/day-ahead': client('/forecasts/day-ahead?date=2026-03-31', 'forecasts:read'),
  'GET /forecasts/intraday/{session}': client('/forecasts/intraday/1?date=2026-03-31', 'forecasts:read'),
  'GET /exports/prices': client(`/exports/prices?${TWO_DAYS}`, 'market:read'),
  'GET /exports/forecasts': client(`/exports/forecasts?${TWO_DAYS}`, 'forecasts:read'),
  'GET /exports/fundamentals': client(`/exports/fundamentals?${TWO_DAYS}`, 'market:read'),
  'GET /exports/accuracy': client(`/exports/accuracy?${TWO_DAYS}`, 'metrics:read'),
  'GET /market/prices': client(`/market/prices?${TWO_DAYS}`, 'market:read'),
  'GET /market/curves': client('/market/curves?date=2026-03-31', 'market:read'),
  'GET /market/fundamentals': client('/market/fundamentals?date=2026-03-31', 'market:read'),
  'GET /metrics/accuracy': client(
    '/metrics/accuracy?date_from=2026-03-01&date_to=2026-03-02',
    'metrics:read',
  ),
  'GET /metrics/model-performance': client(`/metrics/model-performance?${TWO_DAYS}`, 'metrics:read'),

  'GET /dashboard/summary': client('/dashboard/summary', 'forecasts:read'),
  'GET /dashboard/charts/prices': client(`/dashboard/charts/prices?${TWO_DAYS}`, 'forecasts:read'),
  'GET /dashboard/weather': client('/dashboard/weather?date=2026-03-31', 'forecasts:read'),
  'GET /dashboard/accuracy': client(`/dashboard/accuracy?${TWO_DAYS}`, 'forecasts:read'),
  'GET /dashboard/drivers': client(
    '/dashboard/drivers?market_id=es&product=da&date=2026-03-31',
    'forecasts:read',
  ),
  'GET /statistics/accuracy': client(`/statistics/accuracy?${TWO_DAYS}`, 'metrics:read'),
  'GET /statistics/calibration': client(`/statistics/calibration?${TWO_DAYS}`, 'metrics:read'),
  'GET /statistics/battery': client(`/statistics/battery?${TWO_DAYS}`, 'metrics:read'),
  'GET /statistics/prices': client(`/statistics/prices?${TWO_DAYS}`, 'metrics:read'),
  'GET /statistics/fundamentals': client(`/statistics/fundamentals?${TWO_DAYS}`, 'metrics:read'),
  'GET /integrations/evcc': client('/integrations/evcc', 'forecasts:read'),
  'GET /integrations/evcc-optimizer': client('/integrations/evcc-optimizer', 'forecasts:read'),
  'GET /integrations/home-assistant': client('/integrations/home-assistant', 'forecasts:read'),
  'GET /integrations/predbat': client('/integrations/predbat', 'forecasts:read'),
  'GET /integrations/tariff': client('/integrations/tariff', 'forecasts:read'),
  'GET /integrations/emhass': client('/integrations/emhass', 'forecasts:read'),
  'GET /support/status': {},
  'GET /support/quarantine': {},
  'GET /support/tickets': session,
  'POST /support/tickets': { ...session, body: () => ({ subject: 'Events', message: 'None came.' }) },
  'GET /support/tickets/{id}': ticket,
  'POST /support/tickets/{id}/messages': { ...ticket, body: () => ({ message: 'Still none.' }) },
  'POST /support/tickets/{id}/close': ticket,
  'GET /events': { anyScope: ['forecasts:read', 'market:read'] },
  'GET /events/stream': {
    anyScope: ['forecasts:read', 'market:read'],
    path: `/events/stream?after=${randomUUID()}`,
    admitted: [404],
  },

  'GET /auth/me': session,
  'PATCH /auth/me': { ...session, body: () => ({ full_name: 'Ana' }) },
  'POST /auth/password': {
    ...session,
    body: () => ({ current_password: TEST_PASSWORD, new_password: 'another good horse' }),
  },
  'POST /auth/totp/enrol': { ...session, body: () => ({ password: TEST_PASSWORD }) },
  'POST /auth/totp/confirm': { ...session, body: () => ({ otp: '123456' }), admitted: [409] },
  'POST /auth/totp/recovery-codes': {
    ...session,
    body: () => ({ password: TEST_PASSWORD }),
    admitted: [409],
  },
  'POST /auth/totp/remove': { ...session, body: () => ({ password: TEST_PASSWORD }) },
  'GET /auth/sessions': session,
  'DELETE /auth/sessions/{id}': { ...session, record: makeSessionOf },
  'POST /auth/logout': session,
  'GET /auth/me/export': session,
  'POST /auth/me/erase': { ...session, body: () => ({ password: 'not mine' }), admitted: unread },
  'GET /settings': session,
  'GET /settings/usage': session,

  'PATCH /settings': { ...admin, body: () => ({ time_zone: 'Atlantic/Canary' }) },
  'GET /settings/identity-provider': { ...admin, admitted: [200, 404] },
  'PUT /settings/identity-provider': {
    ...admin,
    body: () => ({ issuer: 'https://login.example.com', client_id: 'lonja', client_secret: null }),
    admitted: unread,
  },
  'DELETE /settings/identity-provider': { ...admin, admitted: [204, 404] },
  'POST /settings/identity-provider/test': { ...admin, admitted: [200, 404] },
  'GET /settings/audit': admin,
  'GET /auth/users': admin,
  'PATCH /auth/users/{id}': { ...admin, record: makeUser, body: () => ({ role: 'trader' }) },
  'GET /auth/users/{id}/export': { ...admin, record: makeUser },
  'POST /auth/users/{id}/erase': {
    ...admin,
    record: makeUser,
    body: () => ({ email: 'other@example.com' }),
    admitted: [422],
  },
  'POST /auth/users/{id}/end-sessions': { ...admin, record: makeUser },
  'DELETE /auth/users/{id}/identity': { ...admin, record: makeLinkedUser },
  'GET /auth/invitations': admin,
  'POST /auth/invitations': {
    ...admin,
    body: () => ({ email: `${randomUUID()}@example.com`, role: 'viewer' }),
  },
  'DELETE /auth/invitations/{id}': { ...admin, record: makeInvitation },
  'GET /auth/api-keys': admin,
  'POST /auth/api-keys': { ...admin, body: () => ({ label: 'Spreadsheet' }) },
  'PATCH /auth/api-keys/{id}': {
    ...admin,
    record: makeKey,
    body: () => ({ allowed_addresses: ['127.0.0.0/8'] }),
  },
  'DELETE /auth/api-keys/{id}': { ...admin, record: makeKey },
  'POST /auth/api-keys/{id}/reroll': { ...admin, record: makeKey, body: () => ({}) },

  'GET /notifications': session,
  'GET /notifications/unread-count': session,
  'POST /notifications/{id}/read': { ...session, record: makeNotification },
  'POST /notifications/read-all': session,
  'GET /notifications/rules': { sessionOnly: true, role: 'trader' },
  'POST /notifications/rules': {
    sessionOnly: true,
    role: 'trader',
    body: () => ({ name: 'Dear', kind: 'price_above', product: 'da', threshold: 150 }),
  },
  'POST /notifications/rules/preview': {
    sessionOnly: true,
    role: 'trader',
    body: () => ({ kind: 'price_above', product: 'da', threshold: 150 }),
  },
  'GET /notifications/rules/{id}': ownRule,
  'PATCH /notifications/rules/{id}': { ...ownRule, body: () => ({ enabled: false }) },
  'DELETE /notifications/rules/{id}': ownRule,
  'GET /notifications/push-key': { sessionOnly: true, role: 'trader' },
  'GET /notifications/channels': { sessionOnly: true, role: 'trader' },
  // The test message finds no network.
  'POST /notifications/channels': {
    sessionOnly: true,
    role: 'trader',
    body: () => ({ kind: 'slack', name: 'Desk', url: 'https://hooks.example.com/services/T0/B0/x' }),
    admitted: [422],
  },
  'PATCH /notifications/channels/{id}': { ...ownChannel, body: () => ({ enabled: false }) },
  'DELETE /notifications/channels/{id}': ownChannel,
  'POST /notifications/channels/{id}/test': ownChannel,

  'POST /webhooks': {
    role: 'admin',
    body: () => ({ name: 'Desk', url: 'https://hooks.example.com', events: ['forecast.published'] }),
  },
  'GET /webhooks': { role: 'admin' },
  'GET /webhooks/{id}': webhook,
  'PATCH /webhooks/{id}': { ...webhook, body: () => ({ name: 'Other desk' }) },
  'DELETE /webhooks/{id}': webhook,
  'POST /webhooks/{id}/rotate-secret': { ...webhook, body: () => ({}) },
  'POST /webhooks/{id}/test': webhook,
  'GET /webhooks/{id}/deliveries': webhook,
  'GET /webhooks/{id}/deliveries/{delivery_id}': webhook,
  'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver': { ...webhook, admitted: [200, 409] },
  'POST /webhooks/{id}/replay': {
    ...webhook,
    body: () => ({ from: '2026-03-30T00:00:00Z', to: '2026-03-30T10:00:00Z' }),
  },

  'GET /portfolio/places': { scope: 'portfolio:read', path: '/portfolio/places?name=zaragoza' },
  'GET /portfolio/sites': { scope: 'portfolio:read' },
  'POST /portfolio/sites': {
    role: 'manager',
    scope: 'portfolio:write',
    body: () => ({ name: 'Plant', kind: 'wind', capacity_mw: 30 }),
  },
  'GET /portfolio/sites/{id}': site,
  'PATCH /portfolio/sites/{id}': { ...keptSite, body: () => ({ notes: 'Other' }) },
  'DELETE /portfolio/sites/{id}': keptSite,
  // The site is a battery, which has no profile.
  'PUT /portfolio/sites/{id}/profile': {
    ...site,
    role: 'trader',
    scope: 'portfolio:write',
    body: () => ({ csv: 'date,period,mw\n2026-03-31,1,0.4\n' }),
    admitted: [409],
  },
  'GET /portfolio/sites/{id}/profile': { ...site, admitted: [409] },
  'DELETE /portfolio/sites/{id}/profile/{date}': {
    ...site,
    role: 'trader',
    scope: 'portfolio:write',
    path: '/portfolio/sites/{id}/profile/2026-03-31',
    record: makeProfiledDay,
  },
  'GET /portfolio/sites/{id}/valuation': {
    ...site,
    path: '/portfolio/sites/{id}/valuation?date=2026-03-31',
    admitted: [200, 404],
  },
  'GET /portfolio/sites/{id}/schedule': {
    ...site,
    path: '/portfolio/sites/{id}/schedule?date=2026-03-31',
    admitted: [200, 404],
  },
  'GET /portfolio/sites/{id}/offer': {
    ...site,
    path: '/portfolio/sites/{id}/offer?date=2026-03-31',
    admitted: [200, 404],
  },
  'GET /portfolio/sites/{id}/waiting': {
    ...site,
    path: '/portfolio/sites/{id}/waiting?date=2026-03-31',
    admitted: [200, 404],
  },
  'POST /portfolio/sites/{id}/kept-plans': {
    ...site,
    role: 'trader',
    scope: 'portfolio:write',
    body: () => ({ date: '2026-03-31' }),
    admitted: [201, 404],
  },
  'POST /portfolio/sites/{id}/replan': {
    ...site,
    scope: 'portfolio:read',
    body: () => ({ measured: [{ at: '2026-03-30T10:00:00Z', soc: 40 }] }),
    admitted: [200, 404],
  },
  'PUT /portfolio/sites/{id}/charge': {
    ...site,
    role: 'trader',
    scope: 'portfolio:write',
    body: () => ({ measured: [{ at: '2026-03-30T10:00:00Z', soc: 40 }] }),
    admitted: [200, 422],
  },
  'GET /portfolio/sites/{id}/charge': site,
  'GET /portfolio/kept-plans': { scope: 'portfolio:read' },
  'GET /portfolio/kept-plans/{id}': { scope: 'portfolio:read', record: makeKeptPlan },
  'GET /portfolio/settlements': { scope: 'portfolio:read' },
  'GET /portfolio/summary': { scope: 'portfolio:read' },

  'GET /admin/audit': platform,
  'GET /admin/usage': platform,
  'GET /admin/tenants': platform,
  'GET /admin/tenants/{id}': { ...platform, record: makeTenant },
  'POST /admin/tenants/{id}/deactivate': { ...platform, record: makeTenant },
  'POST /admin/tenants/{id}/delete': {
    ...platform,
    record: makeTenant,
    body: () => ({ name: 'Other' }),
    admitted: [409],
  },
  'POST /admin/tenants/{id}/reactivate': { ...platform, record: makeTenant },
  'GET /admin/users': platform,
  'POST /admin/users/{id}/deactivate': { ...platform, record: makeUser },
  'POST /admin/users/{id}/reactivate': { ...platform, record: makeUser },
  'GET /admin/subscriptions': platform,
  'PUT /admin/subscriptions/{id}': { ...platform, record: makeTenant, body: () => ({ products: ['es-da'] }) },
  'GET /admin/limits': platform,
  'PUT /admin/limits/tenants/{id}': {
    ...platform,
    record: makeTenant,
    body: () => ({ requests_per_minute: 600 }),
  },
  'PUT /admin/limits/api-keys/{id}': {
    ...platform,
    record: makeKey,
    body: () => ({ requests_per_minute: 600 }),
  },
  'GET /admin/identity-providers': platform,
  'PATCH /admin/identity-providers/{id}': {
    ...platform,
    record: makeTenantWithProvider,
    body: () => ({ required: false }),
  },
  'GET /admin/tickets': platform,
  'GET /admin/tickets/{id}': { ...platform, record: makeTicket },
  'POST /admin/tickets/{id}/messages': {
    ...platform,
    record: makeTicket,
    body: () => ({ message: 'They are there now.' }),
  },
  'POST /admin/tickets/{id}/close': { ...platform, record: makeTicket },
  'GET /admin/models': platform,
  'POST /admin/models/{version}/promote': { ...platform, record: makeModel, body: () => ({}) },
  'POST /admin/models/{version}/retire': { ...platform, record: makeModel, body: () => ({}) },
  'GET /admin/sources': platform,
  'POST /admin/sources/{source}/backfill': {
    ...platform,
    path: '/admin/sources/omie/backfill',
    body: () => ({ from: '2026-03-01', to: '2026-03-02' }),
  },
  'GET /admin/sources/{source}/backfills': { ...platform, path: '/admin/sources/omie/backfills' },
  'GET /admin/sources/{source}/backfills/{id}': { ...platform, record: makeBackfill },
  'GET /admin/quarantine': platform,
  'GET /admin/quarantine/{id}': { ...platform, record: makeQuarantinedDay },
  'POST /admin/quarantine/{id}/release': {
    ...platform,
    record: makeQuarantinedDay,
    body: () => ({ reason: 'OMIE has confirmed it' }),
  },
  'POST /admin/quarantine/{id}/discard': {
    ...platform,
    record: makeQuarantinedDay,
    body: () => ({ reason: 'OMIE has published it anew' }),
  },
  'GET /admin/jobs': platform,
  'POST /admin/jobs/{id}/retry': { ...platform, record: makeFailedJob },
  'POST /admin/jobs/retry-failed': { ...platform, body: () => ({ queue: 'tidy-up' }) },
  'GET /admin/stats': platform,
  'GET /admin/incidents': platform,
  'POST /admin/incidents': {
    ...platform,
    body: () => ({ title: 'Mail is late', components: ['mail'], text: 'We look for the cause.' }),
  },
  'POST /admin/incidents/{id}/updates': {
    ...platform,
    record: makeIncident,
    body: () => ({ state: 'resolved', text: 'It is over.' }),
  },
};
