import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  getBackfill,
  listSourceBackfills,
  listSources,
  type SourceOverview as Overview,
  startBackfill,
} from './sources.ts';
import { neverAsked } from '../../market/publications/source-status.ts';
import type { Backfill } from '../../market/publications/backfills.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import {
  BackfillPage,
  BackfillPath,
  BackfillRecord,
  BackfillStart,
  daysOfBackfill,
  type SourceOverview,
  SourcePage,
  SourcePath,
} from './admin-sources-schemas.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { toCodes } from '../../ground/http/reason-fields.ts';
import { sentenceOf, sentenceOrNull, storedReasons } from '../../ground/reasons/reasons.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';
import { formatInstant, onWire } from '../../ground/http/wire.ts';
import { toPublicationRecord } from '../support/routes.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { KnownSource } from '../../market/sources/known-sources.ts';

const config = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Platform'];
const listErrors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503]);

/** The sources of the data, for those who run the platform. */
export const adminSourceRoutes: FastifyPluginAsyncZod<{
  context: { db: Db; clock: Clock; knownSources: readonly KnownSource[] };
}> = async (app, { context }) => {
  const { knownSources } = context;

  app.get(
    '/admin/sources',
    {
      config,
      schema: {
        operationId: 'listSources',
        tags,
        summary: 'Health of every source: what came when, what is late, what was held back',
        description:
          'What operators need to see why forecasts are late: publications, last answers, failures, days in quarantine and running backfills of each source.',
        querystring: PageQuery,
        response: {
          200: SourcePage.describe('The sources.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { offset, limit } = windowOf(request.query);
      const sources = await listSources(context, knownSources);
      const items = sources.slice(offset, offset + limit).map(toSourceOverview);
      return { items, total: sources.length, ...request.query };
    },
  );

  app.post(
    '/admin/sources/:source/backfill',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'startBackfill',
        tags,
        summary: 'Load past days of a source in the background',
        description:
          'Days that are there already are left out, so a backfill that was interrupted goes on where it stopped, and asking for the same days again costs little.',
        params: SourcePath,
        body: BackfillStart,
        response: {
          202: BackfillRecord.describe('The backfill; it begins within seconds.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            404: 'There is no such source, or it has no such publication.',
            409: 'The source cannot be asked: its token is not set.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { source } = request.params;
      const { publication } = request.body;
      const { date_from: from, date_to: to } = daysOfBackfill(request.body);
      const wanted = { source, publication, from, to, requestId: request.id };
      void reply.code(202);
      return createOnce({ context, request, reply }, async (once) =>
        toBackfillRecord(await startBackfill(once, principalOf(request), knownSources, wanted)),
      );
    },
  );

  app.get(
    '/admin/sources/:source/backfills',
    {
      config,
      schema: {
        operationId: 'listBackfills',
        tags,
        summary: 'Backfills of a source, the newest first',
        description:
          'Waiting, running and finished loads of past days, each as in the record of the single backfill.',
        params: SourcePath,
        querystring: PageQuery,
        response: { 200: BackfillPage.describe('The backfills.'), ...listErrors },
      },
    },
    async (request) => {
      const { source } = request.params;
      const { backfills, total } = await listSourceBackfills(context, knownSources, {
        source,
        ...windowOf(request.query),
      });
      return { items: backfills.map(toBackfillRecord), total, ...request.query };
    },
  );

  app.get(
    '/admin/sources/:source/backfills/:id',
    {
      config,
      schema: {
        operationId: 'getBackfill',
        tags,
        summary: 'How far a backfill has come',
        description:
          'State, and for each publication how far it is; `failure` has the last fault. Ask every few seconds after starting a backfill.',
        params: BackfillPath,
        response: {
          200: BackfillRecord.describe('The backfill.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503]),
        },
      },
    },
    async (request) => toBackfillRecord(await getBackfill(context, request.params)),
  );
};

function toSourceOverview(source: Overview): SourceOverview {
  const { health } = source;
  const { lastFailure, ...status } = health ?? neverAsked(source.name);
  return {
    ...onWire(status),
    state: health?.state ?? 'idle',
    followed: source.isFollowed,
    can_be_asked: source.publications !== undefined,
    publishes: source.publications ?? [],
    last_failure: sentenceOrNull(lastFailure),
    last_failure_codes: toCodes(lastFailure),
    publications: health?.publications.map(toPublicationRecord) ?? [],
    quarantined_days: source.quarantinedDays,
    quarantined: source.newestQuarantined.map(({ publication, day, reason, recordedAt }) => ({
      publication,
      day,
      reason: sentenceOf(reason),
      reason_codes: toCodes(reason),
      recorded_at: formatInstant(recordedAt),
    })),
  };
}

function toBackfillRecord(backfill: Backfill): BackfillRecord {
  return {
    ...onWire(backfill),
    progress: backfill.progress.map((one) => ({
      ...one,
      complete: one.complete ?? null,
      quarantined: one.quarantined ?? null,
      missing: one.missing ?? null,
      failure: one.failure ?? null,
      failure_codes: toCodes(storedReasons(one.failure ?? null, one.failureCodes ?? null)),
    })),
    failure: sentenceOrNull(backfill.failure),
    failure_codes: toCodes(backfill.failure),
  };
}
