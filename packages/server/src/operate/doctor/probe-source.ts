import { addDays, type DeliveryDay, deliveryDayOf, HOUR_MS, instantFor } from '@lonja/forecasting/market';
import { type Reasons, reason } from '../../ground/reasons/reasons.ts';
import { createLiveSources, type SourceSettings } from '../../market/connectors/create-sources.ts';
import { createVettedFetch } from '../../market/connectors/declared/vetted-fetch.ts';
import { PayloadFault } from '../../market/connectors/payload-fault.ts';
import type { Publication } from '../../market/connectors/source.ts';
import { SourceUnavailable } from '../../market/connectors/transport/reply.ts';

/** What one request to a source came to. */
export interface Probe {
  /** Of its answer; undefined where there was none. */
  status: number | undefined;
  tookMs: number;
  /** How far the machine's clock is ahead of the source's by the answer's Date, ms. */
  aheadMs: number | undefined;
  /** Why the answer cannot be used; undefined when it can. */
  failure: Reasons | undefined;
}

/** Ends a probe ahead of its second request. */
class ProbeEnded extends Error {
  override readonly name = 'ProbeEnded';
}

const LONG_PUBLISHED_MS = HOUR_MS;

/**
 * Asks a source for a day that it should have published, in its usual way and with one request: neither a further one that the day would
 * take nor a second try is sent.
 */
export async function probeSource(
  name: string,
  context: {
    settings: SourceSettings;
    fetch: typeof globalThis.fetch;
    /** The service's clock, and the machine's. */
    now: () => number;
    wallNow: () => number;
    version: string;
  },
): Promise<Probe> {
  const startedAt = performance.now();
  const seen: Pick<Probe, 'status' | 'aheadMs'> & { requests: number } = {
    status: undefined,
    aheadMs: undefined,
    requests: 0,
  };
  const once =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (input, init) => {
      seen.requests++;
      if (seen.requests > 1) throw new ProbeEnded();
      const response = await fetch(input, init);
      const sentAt = Date.parse(response.headers.get('date') ?? '');
      seen.status = response.status;
      seen.aheadMs = Number.isNaN(sentAt) ? undefined : context.wallNow() - sentAt;
      return response;
    };
  const sources = createLiveSources(context.settings, {
    fetch: once(context.fetch),
    fetchDeclared: (source, allowPrivate) => once(createVettedFetch(source, allowPrivate)),
    now: context.now,
    // A wait would be for a further request.
    sleep: () => Promise.reject(new ProbeEnded()),
    random: () => 0,
    version: context.version,
  });
  const source = [...sources.values()].find((one) => one.name === name);
  const failure = await (async () => {
    if (source === undefined) return [reason('without_token')];
    const [publication] = source.publications;
    const day = publishedDay(publication, context.now());
    try {
      await source.fetch(publication, { from: day, to: day });
      return undefined;
    } catch (error) {
      if (error instanceof PayloadFault || error instanceof SourceUnavailable) return error.reasons;
      if (!(error instanceof ProbeEnded)) throw error;
      return failureOf(seen.status);
    }
  })();
  return { status: seen.status, aheadMs: seen.aheadMs, tookMs: performance.now() - startedAt, failure };
}

/** Of a probe that ended ahead of a further request: an answer that is no failure of the source was good. */
function failureOf(status: number | undefined): Reasons | undefined {
  if (status === undefined) return [reason('unreached')];
  return status === 429 || status >= 500 ? [reason('answered_status', { status })] : undefined;
}

/** The newest day that must be public for an hour. */
function publishedDay({ expected }: Publication, now: number): DeliveryDay {
  let day = addDays(deliveryDayOf(now), 2);
  while (instantFor(day, expected) > now - LONG_PUBLISHED_MS) day = addDays(day, -1);
  return day;
}
