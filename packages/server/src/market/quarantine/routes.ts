import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import {
  type Decider,
  discardHeldBack,
  getHeldBack,
  type HeldBackContents,
  type Released,
  releaseHeldBack,
} from './rules.ts';
import { type HeldBack, listHeldBack } from '../publications/held-back.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import {
  HeldBackDetails,
  HeldBackPage,
  HeldBackRecord,
  QuarantineDecision,
  QuarantinePath,
  QuarantineQuery,
  ReleasedRecord,
} from './record.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { toCodes } from '../../ground/http/reason-fields.ts';
import { sentenceOf } from '../../ground/reasons/reasons.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { formatInstant, formatOptionalInstant, onWire } from '../../ground/http/wire.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Clock } from '../../ground/timing/clock.ts';

const config = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Platform'];
const decisionErrors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
  404: 'Nothing is held back under this id.',
  409: 'It was decided before, or its values are never stored: the message says why.',
});

/** What failed a check on the way in, and what superadmins decide of it. */
export const adminQuarantineRoutes: FastifyPluginAsyncZod<{
  context: { db: Db; clock: Clock };
}> = async (app, { context }) => {
  app.get(
    '/admin/quarantine',
    {
      config,
      schema: {
        operationId: 'listQuarantine',
        tags,
        summary: 'What failed a check and is held back, the newest first',
        description:
          'Data that contradict the checks are not stored until somebody decides. `decided=true` also lists what was released, discarded or replaced by a later publication.',
        querystring: QuarantineQuery,
        response: {
          200: HeldBackPage.describe('What is held back.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { page, page_size, source, decided } = request.query;
      const query = { source, includesDecided: decided === 'true', ...windowOf(request.query) };
      const { items, total } = await listHeldBack(context.db, query);
      return { items: items.map(toHeldBackRecord), total, page, page_size };
    },
  );

  app.get(
    '/admin/quarantine/:id',
    {
      config,
      schema: {
        operationId: 'getQuarantined',
        tags,
        summary: 'What is held back, with its values',
        description:
          'Every value that is held back with the reason, to compare with the source before deciding.',
        params: QuarantinePath,
        response: {
          200: HeldBackDetails.describe('It, with its values.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503]),
        },
      },
    },
    async (request) => toDetails(await getHeldBack(context.db, request.params.id)),
  );

  app.post(
    '/admin/quarantine/:id/release',
    {
      config,
      schema: {
        operationId: 'releaseQuarantined',
        tags,
        summary: 'Store what is held back as its source gave it',
        description:
          'It counts as known from now on, days of more than a week ago from their usual instants. Prices outside the limits of their auction are never released.',
        params: QuarantinePath,
        body: QuarantineDecision,
        response: { 200: ReleasedRecord.describe('What was released.'), ...decisionErrors },
      },
    },
    async (request) =>
      toReleasedRecord(
        await releaseHeldBack(context, {
          id: request.params.id,
          reason: request.body.reason,
          by: deciderOf(principalOf(request)),
        }),
      ),
  );

  app.post(
    '/admin/quarantine/:id/discard',
    {
      config,
      schema: {
        operationId: 'discardQuarantined',
        tags,
        summary: 'Decide that what is held back is never stored',
        description: 'The day counts as missing until its source gives another one.',
        params: QuarantinePath,
        body: QuarantineDecision,
        response: { 200: HeldBackRecord.describe('What was discarded.'), ...decisionErrors },
      },
    },
    async (request) =>
      toHeldBackRecord(
        await discardHeldBack(context, {
          id: request.params.id,
          reason: request.body.reason,
          by: deciderOf(principalOf(request)),
        }),
      ),
  );
};

function deciderOf(principal: Principal): Decider {
  return { tenantId: principal.tenantId, userId: principal.userId, actor: operatorOf(principal) };
}

export function toHeldBackRecord(held: HeldBack): HeldBackRecord {
  const { reason_codes: found } = held;
  return { ...onWire(held), reason: sentenceOf(found), reason_codes: toCodes(found) };
}

export function toDetails({ heldBack, values }: HeldBackContents): HeldBackDetails {
  const contents = values.map(({ start, value, ...series }) => ({
    ...series,
    start: formatInstant(start),
    value: Number.isFinite(value) ? value : null,
  }));
  return { ...toHeldBackRecord(heldBack), contents };
}

export function toReleasedRecord({ heldBack, knownFrom }: Released): ReleasedRecord {
  return { ...toHeldBackRecord(heldBack), known_from: formatOptionalInstant(knownFrom) };
}
