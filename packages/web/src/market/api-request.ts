/** A documented route with its parameters. */
export interface ApiRequest {
  /** Under /api/v1. */
  path: string;
  query: Readonly<Record<string, string>>;
}

/** The request for a terminal, with every parameter written out and a placeholder for the key. */
export function curlOf(origin: string, { path, query }: ApiRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `curl -H 'Authorization: Bearer svc_...' \\\n  '${origin}/api/v1${path}?${parameters.join('&')}'`;
}
