import { MINUTE_MS } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { shareInFlight } from '../../ground/timing/coalesce.ts';
import { createRecentResults } from '../../ground/timing/recent-results.ts';
import type { DayOutlook } from './day-outlook.ts';
import { type Summary, getSummary } from './get-summary.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';
import { getMarket, readableProducts } from '../../market/catalog/market-catalog.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { DashboardSummary, SummaryQuery } from './dashboard-summary-schemas.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { toSummaryRecord } from './dashboard-summary-record.ts';

/** Days that are kept: of four products in both resolutions, for two weeks of paging. */
const MAX_OUTLOOKS = 128;

/** Everything that the first page of the web application shows. */
export const dashboardSummaryRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  const sharing = shareInFlight<Summary>();
  const outlooks = createRecentResults<DayOutlook | undefined>(MAX_OUTLOOKS);

  app.get(
    '/dashboard/summary',
    {
      config: {
        dialect: CLIENT_DIALECT,
        scope: 'forecasts:read' as const,
        sharesReplies: 'by subscription' as const,
        takesTurns: 'reading' as const,
        mayRunInReader: true,
      },
      schema: {
        operationId: 'getSummary',
        tags: ['Dashboard'],
        summary: 'Tomorrow at a glance: forecasts, prices, changes, freshness and accuracy of every product',
        description:
          'The products are those of the subscription. With `resolution=PT15M` points, prices and figures are of quarter hours. Changes are against the run that `compare` names. `now` is a whole minute, so that answers within a minute are the same bytes; a new run or price is in the next answer all the same.',
        querystring: SummaryQuery,
        response: {
          200: DashboardSummary.describe('The summary.'),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such market, or market data cannot exist for the day.',
          }),
        },
      },
    },
    async (request) => {
      const { market_id, date: day, resolution, compare } = request.query;
      const { market_id: marketId } = getMarket(market_id);
      const products = readableProducts(principalOf(request), { market_id: marketId });
      const now = context.clock.now();
      const minute = now - (now % MINUTE_MS);
      shareReply(request, { product: undefined, until: minute + MINUTE_MS });
      const sameAs = [
        request.sharing?.epoch ?? request.id,
        minute,
        marketId,
        day ?? '',
        resolution,
        compare,
        ...products,
      ].join(' ');
      const summary = await sharing(sameAs, () =>
        getSummary({ ...context, outlooks }, { marketId, products, day, resolution, compare, now }),
      );
      return toSummaryRecord(summary, minute);
    },
  );
};
