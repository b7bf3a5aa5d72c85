/** A GET route as it is measured; `{day}` and the like stand for other days with every call, so that no reply is at hand. */
export interface MeasuredRoute {
  path: string;
  as: 'key' | 'admin' | 'superadmin' | 'nobody';
}

/** What `{...}` in a path stands for in one call. */
export interface Records {
  [name: string]: string;
}

const SPAN = 'date_from={from}&date_to={day}';

/** Every GET route of the API but `/events/stream`, which does not end. */
export const ROUTES: readonly MeasuredRoute[] = [
  ...['/health', '/ready', '/auth/invitations/lookup?token=unknown'].map(by('nobody')),
  ...[
    '/markets',
    '/markets/es',
    '/markets/es/products',
    '/forecasts/latest?market_id=es&product=da&as_of={instant}',
    '/forecasts?market_id=es&product=da&date={day}&resolution=PT15M',
    '/forecasts?market_id=es&product=da&from={day}T00:00:00Z&to={day}T23:00:00Z',
    '/forecasts/available-dates?market_id=es&product={product}',
    '/forecasts/runs?market_id=es&product=da&page={call}&page_size=100',
    '/forecasts/runs?market_id=es&product=da&date={day}&as_of={instant}',
    '/forecasts/runs/{run}?resolution=PT15M',
    '/forecasts/evolution?delivery={day}T18:00:00Z',
    '/forecasts/day-ahead?date={day}',
    '/forecasts/intraday/1?date=2026-03-31&hour={hourOfDay}',
    `/market/prices?${SPAN}&page_size=1000&resolution=PT15M`,
    '/market/fundamentals?date={day}',
    `/metrics/accuracy?${SPAN}`,
    `/metrics/model-performance?${SPAN}`,
    `/statistics/accuracy?${SPAN}`,
    `/statistics/calibration?${SPAN}`,
    `/statistics/prices?${SPAN}`,
    `/statistics/fundamentals?${SPAN}`,
    '/integrations/evcc?hours={hours}',
    '/integrations/home-assistant?hours={hours}',
    '/integrations/emhass?hours={hours}',
    '/dashboard/drivers?date={day}',
    `/dashboard/accuracy?${SPAN}`,
    `/dashboard/charts/prices?${SPAN}`,
    '/dashboard/summary?date={day}',
    '/dashboard/weather?date={day}',
    '/support/status',
    '/portfolio/summary?date={day}',
    '/portfolio/sites',
    '/portfolio/sites/{site}',
    '/portfolio/sites/{site}/valuation?date={day}',
    '/portfolio/sites/{site}/schedule?date={day}',
    '/events',
  ].map(by('key')),
  ...[
    '/auth/me',
    '/auth/sessions',
    '/auth/users',
    '/auth/invitations',
    '/auth/api-keys',
    '/settings',
    '/settings/usage',
    '/settings/audit?page={call}&page_size=100',
    '/webhooks',
    '/webhooks/{webhook}',
    '/webhooks/{webhook}/deliveries?page={call}&page_size=100',
    '/webhooks/{webhook}/deliveries/{delivery}',
    '/notifications?page={call}&page_size=100',
    '/notifications/unread-count',
    '/notifications/rules',
    '/notifications/rules/{rule}',
    '/support/tickets',
    '/support/tickets/{ticket}',
  ].map(by('admin')),
  ...[
    '/admin/tickets',
    '/admin/tickets/{ticket}',
    '/admin/tenants?page_size=100',
    '/admin/tenants/{tenant}',
    '/admin/users?page_size=100',
    '/admin/stats',
    '/admin/models',
    '/admin/subscriptions',
    '/admin/limits',
    '/admin/sources',
    '/admin/sources/omie/backfills',
    '/admin/sources/omie/backfills/{backfill}',
    '/admin/quarantine',
    '/admin/quarantine/{held}',
    '/admin/jobs',
  ].map(by('superadmin')),
];

function by(as: MeasuredRoute['as']): (path: string) => MeasuredRoute {
  return (path) => ({ path, as });
}
