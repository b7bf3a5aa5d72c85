import { z } from 'zod';

/** The service as it answers. */
export interface FoundService {
  address: string;
  version: string | undefined;
  isReady: boolean;
  /** Parts that do not work, such as `queue`. */
  failed: string[];
  /** Connections to the database that it gave up in the last hour because nothing came back on them. */
  lostConnections: number;
  /** Queues that it has not asked for jobs for a minute. */
  notPolled: string[];
  /** What its clock shows, as far as it has issued a forecast; epoch ms. */
  now: number | undefined;
}

const TIMEOUT_MS = 5_000;
const Health = z.object({ version: z.string() });
const Readiness = z.object({
  checks: z.object({
    // Releases before 1.1.0 say the status alone.
    database: z.object({ status: z.string(), lost_connections: z.number().default(0) }),
    queue: z.object({ status: z.string(), not_polled: z.array(z.string()).default([]) }),
    forecasts: z.object({
      status: z.string(),
      issued_at: z.string().nullable(),
      age_s: z.number().nullable(),
    }),
  }),
});

/** The first of some addresses at which Lonja answers, and its health; undefined where nothing that is Lonja does. */
export async function findService(
  fetch: typeof globalThis.fetch,
  addresses: readonly string[],
): Promise<FoundService | undefined> {
  for (const address of addresses) {
    const service = await askService(fetch, address);
    if (service !== undefined) return service;
  }
  return undefined;
}

async function askService(
  fetch: typeof globalThis.fetch,
  address: string,
): Promise<FoundService | undefined> {
  const ask = async (route: string) => {
    const response = await fetch(`${address}/api/v1/${route}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
  try {
    const health = Health.safeParse((await ask('health')).body);
    const { status, body } = await ask('ready');
    const readiness = Readiness.safeParse(body);
    if (!health.success || !readiness.success) return undefined;
    const { database, queue, forecasts } = readiness.data.checks;
    const parts = { database: database.status, queue: queue.status, forecasts: forecasts.status };
    const { issued_at: issuedAt, age_s: ageS } = forecasts;
    return {
      address,
      version: health.data.version,
      isReady: status === 200,
      failed: Object.entries(parts).flatMap(([part, state]) =>
        state === 'failed' || state === 'missing' ? [part] : [],
      ),
      lostConnections: database.lost_connections,
      notPolled: queue.not_polled,
      now: issuedAt === null || ageS === null ? undefined : Date.parse(issuedAt) + ageS * 1000,
    };
  } catch {
    return undefined;
  }
}

/** Where a service of this configuration is asked from its own machine. */
export function addressOf({ host, port }: { host: string; port: number }): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
