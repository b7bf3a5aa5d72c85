import { type Client, LonjaError } from '@lonja/client';
import { z } from 'zod';
import { ENVELOPE, envelopeOf, madridTime } from '../envelope.ts';
import { defineTool } from '../tool.ts';

/** What is forecast, by its name here. */
const PRODUCTS = {
  da: { market_id: 'es', product: 'da' },
  ida1: { market_id: 'es', product: 'ida1' },
  ida2: { market_id: 'es', product: 'ida2' },
  ida3: { market_id: 'es', product: 'ida3' },
  'pt-da': { market_id: 'pt', product: 'da' },
  'pt-ida1': { market_id: 'pt', product: 'ida1' },
  'pt-ida2': { market_id: 'pt', product: 'ida2' },
  'pt-ida3': { market_id: 'pt', product: 'ida3' },
} as const;

export const statusTool = defineTool(
  {
    name: 'get_status',
    title: 'State of the service and its data',
    description:
      'Whether the service is ready, the newest forecast of each product, which sources of data are late, and the licence of each source.',
    input: {},
    output: {
      now: z.string().describe('Time of the service'),
      summary: z.object({
        ready: z.boolean(),
        data: z.enum(['ok', 'degraded']).describe('State of the sources as a whole'),
        late_sources: z.array(z.string()),
        version: z.string(),
      }),
      forecasts: z.array(
        z.object({
          product: z.string(),
          issued_at: z.string().nullable().describe('Null: none yet'),
          forecast_id: z.string().nullable(),
          degraded: z.array(z.string()),
        }),
      ),
      sources: z.array(
        z.object({
          source: z.string(),
          state: z.string(),
          newest_day: z.string().nullable(),
          licence: z.string().nullable(),
        }),
      ),
    },
    async read(client) {
      const [health, ready, status, runs] = await Promise.all([
        client.health.get(),
        isReady(client),
        client.support.dataStatus(),
        Promise.all(
          Object.entries(PRODUCTS).map(async ([name, product]) => newestRun(client, name, product)),
        ),
      ]);
      return {
        ...envelopeOf(status, { market: 'es' }),
        now: madridTime(health.now),
        summary: {
          ready,
          data: status.status,
          late_sources: status.sources.filter(({ state }) => state !== 'ok').map(({ source }) => source),
          version: health.version,
        },
        forecasts: runs.filter((run) => run !== undefined),
        sources: status.sources.map(({ source, state, newest_day, licence }) => ({
          source,
          state,
          newest_day,
          licence,
        })),
      };
    },
  },
  ENVELOPE,
);

async function isReady(client: Client): Promise<boolean> {
  try {
    await client.health.readiness();
    return true;
  } catch (error) {
    if (error instanceof LonjaError && error.status === 503) return false;
    throw error;
  }
}

/** Undefined where the subscription does not have the product. */
async function newestRun(client: Client, name: string, product: (typeof PRODUCTS)[keyof typeof PRODUCTS]) {
  try {
    const { items } = await client.forecasts.runs({ ...product, page_size: 1 });
    const [run] = items;
    if (run === undefined) return { product: name, issued_at: null, forecast_id: null, degraded: [] };
    const { issued_at, forecast_id, degraded } = run;
    return { product: name, issued_at: madridTime(issued_at), forecast_id, degraded };
  } catch (error) {
    if (error instanceof LonjaError && error.status === 403) return undefined;
    throw error;
  }
}
