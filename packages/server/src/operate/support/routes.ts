import { MINUTE_MS, type RelativeTime } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { getDataStatus, type DataStatus as Status } from './get-data-status.ts';
import type { PublicationStatus } from '../../market/sources/get-source-status.ts';
import { listHeldBack } from '../../market/publications/held-back.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { toCodes } from '../../ground/http/reason-fields.ts';
import { sentenceOrNull } from '../../ground/reasons/reasons.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';
import { DataStatus, type PublicationRecord, WaitingPage } from './schemas.ts';
import { formatInstant, onWire } from '../../ground/http/wire.ts';
import { toHeldBackRecord } from '../../market/quarantine/routes.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { KnownSource } from '../../market/sources/known-sources.ts';

/** Most incidents in one answer. */
const MAX_INCIDENTS = 200;

export const supportRoutes: FastifyPluginAsyncZod<{ context: StatusContext }> = async (app, { context }) => {
  app.get(
    '/support/status',
    {
      config: { dialect: CLIENT_DIALECT },
      schema: {
        operationId: 'getDataStatus',
        tags: ['Support'],
        summary: 'State of the data sources: what came when, what is late, what is missing',
        description:
          'What a reader of forecasts needs to know of their inputs: sources that are late or refused, imported series, days that are missing or held back. `status` is `degraded` while a source is late or fails. Operators read more at `/admin/sources`.',
        querystring: z.strictObject({}),
        response: {
          200: DataStatus.describe('The state of every source.'),
          ...errorResponses([400, 401, 403, 429, 500, 503]),
        },
      },
    },
    async () => readDataStatus(context, { maxIncidents: MAX_INCIDENTS }),
  );

  app.get(
    '/support/quarantine',
    {
      config: { dialect: CLIENT_DIALECT },
      schema: {
        operationId: 'listHeldBack',
        tags: ['Support'],
        summary: 'What failed a check and waits for a decision, the newest first',
        description: [
          'What `held_back` of `/support/status` counts: each day of a source, and the single values of a file by series and day, with what the check found, how many values, the lowest and the highest.',
          'None of it is used in a forecast.',
          'Superadmins release or discard it at `/admin/quarantine`.',
        ].join(' '),
        querystring: PageQuery,
        response: {
          200: WaitingPage.describe('What is held back.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const query = { source: undefined, includesDecided: false, ...windowOf(request.query) };
      const { items, total } = await listHeldBack(context.db, query);
      return { items: items.map(toHeldBackRecord), total, ...request.query };
    },
  );
};

interface StatusContext extends ReadContext {
  knownSources: readonly KnownSource[];
}

/** The state of the data as it goes over the wire. */
export async function readDataStatus(
  context: StatusContext,
  { maxIncidents }: { maxIncidents: number },
): Promise<DataStatus> {
  const now = context.clock.now();
  const dataOrigin = await context.dataOrigin();
  const asOfNow = { db: context.db, clock: { now: () => now } };
  const { knownSources: known } = context;
  const status = await getDataStatus(asOfNow, { known, dataOrigin });
  return {
    status: status.state,
    // To the minute, so that an answer that says the same has the same ETag.
    as_of: formatInstant(now - (now % MINUTE_MS)),
    sources: status.sources.map(toSourceRecord),
    not_followed: status.notFollowed,
    imports: status.imports,
    held_back: status.heldBack,
    incidents: status.incidents.slice(0, maxIncidents).map((incident) => ({
      source: incident.source,
      publication: incident.publication,
      day: incident.day,
      kind: incident.kind,
      expected_at: formatInstant(incident.expectedAt),
      reason: sentenceOrNull(incident.reason),
      reason_codes: toCodes(incident.reason),
    })),
    simulated: dataOrigin === 'simulator',
  };
}

function toSourceRecord({
  lastFailure,
  ...source
}: Status['sources'][number]): DataStatus['sources'][number] {
  return {
    ...onWire(source),
    last_failure: sentenceOrNull(lastFailure),
    last_failure_codes: toCodes(lastFailure),
    publications: source.publications.map(toPublicationRecord),
  };
}

export function toPublicationRecord({ usualArrival, ...one }: PublicationStatus): PublicationRecord {
  return { ...onWire(one), usual_arrival: usualArrival === undefined ? null : arrivalText(usualArrival) };
}

/** Such as `D-1 09:45`. */
function arrivalText({ dayOffset, time }: RelativeTime): string {
  const sign = dayOffset < 0 ? '-' : '+';
  return dayOffset === 0 ? `D ${time}` : `D${sign}${Math.abs(dayOffset)} ${time}`;
}
