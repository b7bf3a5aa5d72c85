import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isSimulated, type ReadContext } from '../../services/forecasts/read-context.ts';
import {
  type PublicationStatus,
  type SourceHealth,
  getSourceStatus,
} from '../../services/support/get-source-status.ts';
import { CLIENT_DIALECT } from '../error-dialects.ts';
import { errorResponses } from '../schemas/error.ts';
import { readResponse } from '../schemas/read-response.ts';
import { DataStatus, type PublicationRecord } from '../schemas/support.ts';
import { formatInstant, formatOptionalInstant } from '../wire.ts';

/** Incidents that one answer tells of. */
const MAX_INCIDENTS = 200;

export const supportRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  app.get(
    '/support/status',
    {
      config: { dialect: CLIENT_DIALECT },
      schema: {
        operationId: 'getDataStatus',
        tags: ['Support'],
        summary: 'How the sources of the data do: what came when, what is late, what is missing',
        querystring: z.strictObject({}),
        response: {
          200: readResponse('The state of every followed source.', DataStatus),
          ...errorResponses([400, 401, 429, 500, 503]),
        },
      },
    },
    async (): Promise<DataStatus> => {
      const { state, sources, incidents } = await getSourceStatus(context.db, context.clock.now());
      return {
        status: state,
        sources: sources.map(toSourceRecord),
        incidents: incidents.slice(0, MAX_INCIDENTS).map((incident) => ({
          source: incident.source,
          publication: incident.publication,
          day: incident.day,
          kind: incident.kind,
          expected_at: formatInstant(incident.expectedAt),
          reason: incident.reason ?? null,
        })),
        simulated: await isSimulated(context),
      };
    },
  );
};

function toSourceRecord(source: SourceHealth): DataStatus['sources'][number] {
  return {
    source: source.source,
    state: source.state,
    last_answer_at: formatOptionalInstant(source.lastAnswerAt),
    last_failure_at: formatOptionalInstant(source.lastFailureAt),
    last_failure: source.lastFailure ?? null,
    publications: source.publications.map(toPublicationRecord),
  };
}

export function toPublicationRecord(one: PublicationStatus): PublicationRecord {
  return {
    name: one.name,
    state: one.state,
    latest_day: one.latestDay ?? null,
    expected_at: formatOptionalInstant(one.expectedAt),
    published_at: formatOptionalInstant(one.publishedAt),
    lateness_s: one.latenessMs === undefined ? null : Math.round(one.latenessMs / 1000),
    next_expected_at: formatOptionalInstant(one.nextExpectedAt),
    gaps: one.gaps,
    corrections: one.corrections,
    last_correction_at: formatOptionalInstant(one.lastCorrectionAt),
  };
}
