export const SCOPES = [
  'forecasts:read',
  'market:read',
  'metrics:read',
  'portfolio:read',
  'portfolio:write',
] as const;
export type Scope = (typeof SCOPES)[number];

const ROUTES: Record<Scope, string> = {
  'forecasts:read': '/forecasts/latest?market_id=es&product=da',
  'market:read': '/market/fundamentals?date={date}',
  'metrics:read': '/statistics/prices?date_from={date}&date_to={date}&group_by=day',
  'portfolio:read': '/portfolio/sites',
  'portfolio:write': '/portfolio/sites',
};

interface QuickStart {
  /** Address of the service. */
  origin: string;
  key: string;
  /** Null: every right of the key's role. */
  scopes: readonly string[] | null;
  /** A delivery day. */
  date: string;
}

/** A first request for a terminal, to a route that the key may read. */
export function quickStart({ origin, key, scopes, date }: QuickStart): string {
  const scope = SCOPES.find((one) => scopes === null || scopes.includes(one)) ?? 'forecasts:read';
  const url = `${origin}/api/v1${ROUTES[scope].replaceAll('{date}', date)}`;
  return `curl -H "Authorization: Bearer ${key}" \\\n  "${url}"`;
}
