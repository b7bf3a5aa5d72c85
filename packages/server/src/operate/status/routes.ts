import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../ground/timing/clock.ts';
import { shareInFlight } from '../../ground/timing/coalesce.ts';
import { inTime } from '../../ground/timing/in-time.ts';
import { getStatus, type ServiceStatus } from './get-status.ts';
import { type Locale, LOCALES } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';
import { PAGE_POLICY } from '../../ground/http/protection.ts';
import { preferredLanguage } from '../../ground/http/accept.ts';
import { toIncidentRecord } from './record.ts';
import { renderStatusPage, STATUS_CSS, uptimePercent } from './status-page.ts';
import { formatInstant } from '../../ground/http/wire.ts';

/** Looked at so often, however many ask; while the database is away it is asked as seldom. */
const AGE_MS = 20_000;
/** Then the answer of before is given. */
const PATIENCE_MS = 2000;
const CACHE_CONTROL = 'public, max-age=20';

interface Shown {
  status: ServiceStatus | undefined;
  /** Whether the database did not answer the last time. */
  isStale: boolean;
}

/** The status page, for everybody, as a page and as JSON. It is served from memory, also while the database is away. */
export async function statusRoutes(
  app: FastifyInstance,
  { context }: { context: { db: Db; clock: Clock } },
): Promise<void> {
  const route = { config: { answersUnderPressure: true }, schema: { hide: true } } as const;
  const find = createStatusReader(context);

  app.get('/status', route, async (request, reply) => {
    const { status, isStale } = await find();
    void reply.headers({ 'Cache-Control': CACHE_CONTROL, 'Content-Security-Policy': PAGE_POLICY });
    void reply.header('Vary', 'Accept-Language').type('text/html; charset=utf-8');
    return renderStatusPage(status, { language: languageOf(request), isStale });
  });

  app.get('/status.json', route, async (_request, reply) => {
    void reply.header('Cache-Control', CACHE_CONTROL);
    return toRecord(await find());
  });

  app.get('/status.css', route, async (_request, reply) => {
    void reply.header('Cache-Control', 'public, max-age=3600').type('text/css; charset=utf-8');
    return STATUS_CSS;
  });
}

function createStatusReader({ db, clock }: { db: Db; clock: Clock }): () => Promise<Shown> {
  const sharing = shareInFlight<ServiceStatus>();
  let shown: Shown = { status: undefined, isStale: true };
  let askedAt: number | undefined;
  return async () => {
    if (askedAt !== undefined && Math.abs(clock.now() - askedAt) < AGE_MS) return shown;
    try {
      const status = await inTime(
        sharing('status', () => getStatus(db, clock.now())),
        PATIENCE_MS,
      );
      shown = { status, isStale: false };
    } catch {
      shown = { ...shown, isStale: true };
    }
    askedAt = clock.now();
    return shown;
  };
}

/** `?lang=es` before what the browser prefers. */
function languageOf(request: FastifyRequest): Locale {
  const asked = new URL(request.url, 'http://localhost').searchParams.get('lang');
  return LOCALES.find((locale) => locale === asked) ?? preferredLanguage(request.headers, LOCALES) ?? 'en';
}

function toRecord({ status, isStale }: Shown) {
  return {
    status: isStale ? 'down' : (status?.state ?? 'down'),
    stale: isStale,
    as_of: status === undefined ? null : formatInstant(status.asOf),
    components: (status?.components ?? []).map(({ component, state, uptime }) => ({
      component,
      state,
      uptime: uptime.map(({ month, minutes, measured, good }) => ({
        month,
        uptime_percent: measured === 0 ? null : uptimePercent(measured, good),
        measured_minutes: measured,
        minutes,
      })),
    })),
    incidents: (status?.incidents ?? []).map(toIncidentRecord),
  };
}
