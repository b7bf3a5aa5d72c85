import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError } from '../../ground/errors.ts';
import { withTenant } from '../../ground/database/database.ts';
import { sendCsv, streamCsv, wantsCsv } from '../../ground/http/csv.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { keepPlan } from './keep-plan.ts';
import {
  countKeptPlans,
  findKeptPlan,
  type KeptPlansQuery as WantedPlans,
  listKeptPlans,
  sumSettlements,
} from './store.ts';
import {
  KEPT_CSV,
  SETTLEMENT_CSV,
  toKeptPlanDetail,
  toKeptPlanRecord,
  toSettlementGroup,
  KeptPlanDetail,
  KeptPlanPage,
  KeptPlanRecord,
  KeptPlansQuery,
  NewKeptPlan,
  Settlements,
  SettlementsQuery,
} from './record.ts';

const mayRead = { dialect: APP_DIALECT, scope: 'portfolio:read' as const };
const mayKeep = {
  dialect: APP_DIALECT,
  role: 'trader' as const,
  scope: 'portfolio:write' as const,
  takesTurns: 'planning' as const,
  createsOnce: true,
};
const tags = ['Portfolio'];
const CSV_PART = 200;
const FIRST_DAY = '0001-01-01';
const readErrors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503]);

/** Plans and offers as they were frozen, and what came of them. */
export const keptPlanRoutes: FastifyPluginAsyncZod<{ context: PortfolioContext }> = async (
  app,
  { context },
) => {
  app.post(
    '/portfolio/sites/:id/kept-plans',
    {
      config: mayKeep,
      schema: {
        operationId: 'keepPlan',
        tags,
        summary: 'Keep the plan or the offer of a site as it is now',
        description:
          'With its forecast, its inputs and who kept it. Nothing changes it afterwards; it is settled once the prices of the day are public, and again where they are corrected.',
        params: IdPath,
        body: NewKeptPlan,
        response: {
          201: KeptPlanRecord.describe('What was kept.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            409: 'The prices of the day are public.',
            422: 'A field is mistyped, out of range or not one of this kind of site, no plan keeps to all limits, or the market would refuse the offer.',
          }),
        },
      },
    },
    async (request, reply) => {
      assertSubscription(principalOf(request), marketProductId(VALUED_PRODUCT));
      void reply.code(201);
      const { body } = request;
      return createOnce({ context, request, reply }, async (once) => {
        const plan = await keepPlan(once, principalOf(request), {
          id: request.params.id,
          day: body.date,
          what: body.kind,
          resolution: undefined,
          kind: body.plan,
          limits: body.limits,
          contractMw: body.contract_mw,
          startPercent: body.start_soc,
          endPercent: body.end_soc,
          maxCycles: body.max_cycles,
        });
        return toKeptPlanRecord({ ...plan, settlement: undefined });
      });
    },
  );

  app.get(
    '/portfolio/kept-plans',
    {
      config: mayRead,
      schema: {
        operationId: 'listKeptPlans',
        tags,
        summary: 'Kept plans and offers with what came of them, the newest day first',
        description:
          'Each with its newest settlement: what was bid, what was traded and earned, what perfect foresight would have, and what the plan of the day before would have. Sums are at `/portfolio/settlements`.',
        querystring: KeptPlansQuery,
        response: { 200: readResponse('The kept plans.', KeptPlanPage), ...readErrors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const wanted = wantedOf(query);
      const { tenantId } = principalOf(request);
      if (wantsCsv(request.headers.accept, query.format)) {
        const name = ['kept-plans', query.date_from, query.date_to];
        const parts = csvParts(context, { tenantId, wanted });
        return streamCsv(reply, { name, columns: KEPT_CSV, parts }, query.locale);
      }
      const [plans, total] = await withTenant(context.db, tenantId, async (tx) => [
        await listKeptPlans(tx, wanted, windowOf(query)),
        await countKeptPlans(tx, wanted),
      ]);
      const items = plans.map(toKeptPlanRecord);
      return { items, total, page: query.page, page_size: query.page_size };
    },
  );

  app.get(
    '/portfolio/kept-plans/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getKeptPlan',
        tags,
        summary: 'A kept plan or offer, period by period, with all its settlements',
        description:
          'Its inputs are the site as it was, how it was to be run and the prices that were expected.',
        params: IdPath,
        response: { 200: KeptPlanDetail.describe('What was kept.'), ...readErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const principal = principalOf(request);
      await assertOwnRecord(context.db, principal, { table: 'kept_plan', id, noun: 'kept plan' });
      const found = await withTenant(context.db, principal.tenantId, (tx) => findKeptPlan(tx, id));
      if (found === undefined) throw new AppError('not_found', 'There is no kept plan with this id.');
      return toKeptPlanDetail(found);
    },
  );

  app.get(
    '/portfolio/settlements',
    {
      config: mayRead,
      schema: {
        operationId: 'getSettlements',
        tags,
        summary: 'What kept plans earned and missed, by day, month or site',
        description:
          'Sums over the settled plans; of several that were kept for a site and a day the last one counts.',
        querystring: SettlementsQuery,
        response: { 200: readResponse('The sums.', Settlements), ...readErrors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { group_by: groupBy } = query;
      const groups = await withTenant(context.db, principalOf(request).tenantId, (tx) =>
        sumSettlements(tx, { ...wantedOf(query), groupBy }),
      );
      const items = groups.map(toSettlementGroup);
      if (wantsCsv(request.headers.accept, query.format)) {
        const name = ['settlements', groupBy, query.date_from, query.date_to];
        return sendCsv(reply, { name, columns: SETTLEMENT_CSV, records: items }, query.locale);
      }
      return { group_by: groupBy, items };
    },
  );
};

/** All that match, whatever the page. */
async function* csvParts(
  { db }: PortfolioContext,
  { tenantId, wanted }: { tenantId: string; wanted: WantedPlans },
): AsyncGenerator<KeptPlanRecord[]> {
  for (let offset = 0; ; offset += CSV_PART) {
    const window = { limit: CSV_PART, offset };
    const plans = await withTenant(db, tenantId, (tx) => listKeptPlans(tx, wanted, window));
    yield plans.map(toKeptPlanRecord);
    if (plans.length < CSV_PART) return;
  }
}

function wantedOf(query: {
  site_id?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}): WantedPlans {
  // PostgreSQL has no year 0.
  const known = (day: string | undefined) => (day !== undefined && day < FIRST_DAY ? FIRST_DAY : day);
  return { siteId: query.site_id, from: known(query.date_from), to: known(query.date_to) };
}
