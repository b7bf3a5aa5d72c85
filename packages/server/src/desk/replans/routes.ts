import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { marketProductId } from '../../market/catalog/market-catalog.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { IdPath, NoQuery } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { toReplan } from './replan-records.ts';
import { replanSite } from './replan-site.ts';
import { NewReplan, Replan } from './schemas.ts';

/** Plans from what batteries really hold. */
export const replanRoutes: FastifyPluginAsyncZod<{ context: PortfolioContext }> = async (
  app,
  { context },
) => {
  app.post(
    '/portfolio/sites/:id/replan',
    {
      config: { dialect: APP_DIALECT, scope: 'portfolio:read', takesTurns: 'planning' },
      schema: {
        operationId: 'replanSite',
        tags: ['Portfolio'],
        summary: 'Plan the rest of a day from the real state of charge',
        description:
          'From the first period that begins after the last measurement, at the prices that cleared or, before they are public, by the newest forecast. What was taken out between the measurements counts towards the cycles of the day. Nothing is stored, and what was sold to the auction is not changed.',
        params: IdPath,
        querystring: NoQuery,
        body: NewReplan,
        response: {
          200: Replan.describe('The plan.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            409: 'The site has no battery, or no period of the day is left.',
            422: 'A measurement is mistyped, out of range, still to come or of another day, or no plan keeps to all limits.',
          }),
        },
      },
    },
    async (request) => {
      const principal = principalOf(request);
      assertSubscription(principal, marketProductId(VALUED_PRODUCT));
      const { plan, resolution, measured, end_soc: endPercent, max_cycles: maxCycles } = request.body;
      const query = { id: request.params.id, kind: plan, resolution, measured, endPercent, maxCycles };
      return toReplan(await replanSite(context, principal, query), { plan, resolution });
    },
  );
};
