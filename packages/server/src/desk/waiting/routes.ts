import { ZONES } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { readableIntraday } from '../../market/catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { Waiting, WaitingQuery } from './schemas.ts';
import { valueWaiting } from './value-waiting.ts';
import { toWaiting, waitingCsvTable } from './waiting-records.ts';

/** Whether a site should offer in the day-ahead market or wait for an intraday auction. */
export const waitingRoutes: FastifyPluginAsyncZod<{ context: PortfolioContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/portfolio/sites/:id/waiting',
    {
      config: {
        dialect: APP_DIALECT,
        scope: 'portfolio:read' as const,
        takesTurns: 'planning' as const,
        mayRunInReader: true,
      },
      schema: {
        operationId: 'valueWaiting',
        tags: ['Portfolio'],
        summary: 'What it is worth for a site to wait for an intraday auction, and at which risk',
        description: [
          "The site's day-ahead position, traded at each intraday auction of the subscription in place of the day-ahead market, at the spreads of up to 91 days before, whole days together: mean, percentiles and worst day, and with `max_loss` the largest part of the position that keeps to it with `confidence`.",
          'Nothing that became known after the day-ahead gate of the day enters, whenever it is asked.',
          'It takes the power as expected and the auctions as deep enough for it.',
        ].join(' '),
        params: IdPath,
        querystring: WaitingQuery,
        response: {
          200: readResponse('Each auction, and each of its periods.', Waiting),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      assertSubscription(principal, marketProductId(VALUED_PRODUCT));
      const { date: day, resolution, max_loss, confidence, format, locale } = request.query;
      const query = {
        id: request.params.id,
        day,
        resolution,
        products: readableIntraday(principal, ZONES[0]),
        maxLoss: max_loss === undefined ? undefined : Number(max_loss),
        confidence: Number(confidence),
      };
      const waiting = toWaiting(await valueWaiting(context, principal, query), query);
      if (wantsCsv(request.headers.accept, format)) return sendCsv(reply, waitingCsvTable(waiting), locale);
      return waiting;
    },
  );
};
