import { addDays, deliveryDayOf } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import { toSchedule, toSummary, toValuation } from './portfolio-records.ts';
import { VALUED_PRODUCT } from './read-outlook.ts';
import { scheduleSite } from './schedule-site.ts';
import {
  askedOptionsOf,
  isTrue,
  PortfolioSummary,
  Schedule,
  ScheduleQuery,
  SummaryQuery,
  Valuation,
  ValuationQuery,
} from './schemas.ts';
import { summarisePortfolio } from './summarise-portfolio.ts';
import { valueSite } from './value-site.ts';

const config = {
  dialect: APP_DIALECT,
  scope: 'portfolio:read' as const,
  takesTurns: 'planning' as const,
  mayRunInReader: true,
};
const tags = ['Portfolio'];
const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503] as const;

/** What sites are worth and how to run them. */
export const portfolioRoutes: FastifyPluginAsyncZod<{ context: PortfolioContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/portfolio/summary',
    {
      config,
      schema: {
        operationId: 'getPortfolioSummary',
        tags,
        summary: 'All sites: power by kind, and what they are worth tomorrow',
        description:
          'The range is that of the sum over all sites. Batteries and loads that can be shifted are valued by their plans.',
        querystring: SummaryQuery,
        response: {
          200: PortfolioSummary.describe('The sites together.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      assertValued(request);
      const day = request.query.date ?? addDays(deliveryDayOf(context.clock.now()), 1);
      const { signal } = request;
      const { resolution } = request.query;
      const wanted = { day, resolution, signal };
      return toSummary(await summarisePortfolio(context, principalOf(request), wanted), resolution);
    },
  );

  app.get(
    '/portfolio/sites/:id/valuation',
    {
      config,
      schema: {
        operationId: 'valueSite',
        tags,
        summary: 'What a site is expected to earn or cost on a delivery day',
        description:
          'Day-ahead prices times the power of the site, by hour or quarter hour and for the day. The range of the day is that of whole-day scenarios: the quantiles of hours do not add up. A past day is valued by the last forecast before its prices.',
        params: IdPath,
        querystring: ValuationQuery,
        response: {
          200: Valuation.describe('The value of each hour and of the day.'),
          ...errorResponses(statuses.filter((status) => status !== 409)),
        },
      },
    },
    async (request) => {
      assertValued(request);
      const { date, resolution, curtail } = request.query;
      const query = { id: request.params.id, day: date, resolution, curtail: isTrue(curtail) };
      return toValuation(await valueSite(context, principalOf(request), query), query);
    },
  );

  app.get(
    '/portfolio/sites/:id/schedule',
    {
      config,
      schema: {
        operationId: 'scheduleSite',
        tags,
        summary: 'When a battery, a hybrid or a load that can be shifted should run',
        description:
          'The optimum of a linear programme. For a past day also what the plan earned and what perfect foresight would have.',
        params: IdPath,
        querystring: ScheduleQuery,
        response: {
          200: Schedule.describe('The plan by period and what it is worth.'),
          ...errorResponses(statuses, {
            409: 'The site has no energy that could be moved.',
            422: 'A parameter is mistyped, out of range or not one of this kind of site, or no plan keeps to all limits.',
          }),
        },
      },
    },
    async (request) => {
      assertValued(request);
      const { query } = request;
      const schedule = await scheduleSite(context, principalOf(request), {
        id: request.params.id,
        day: query.date,
        resolution: query.resolution,
        ...askedOptionsOf(query),
      });
      return toSchedule(schedule, {
        resolution: query.resolution,
        plan: query.plan,
        curtail: isTrue(query.curtail),
      });
    },
  );
};

function assertValued(request: Parameters<typeof principalOf>[0]): void {
  assertSubscription(principalOf(request), marketProductId(VALUED_PRODUCT));
}
