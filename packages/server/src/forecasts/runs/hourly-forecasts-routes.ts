import { HOUR_MS, type Product } from '@lonja/forecasting/market';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getHourlyForecast } from './get-forecast.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import { getAuctionOfSession } from '../../market/catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import type { ForecastReadContext } from './run-points.ts';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { HOURLY_FORECAST_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  DayAheadForecast,
  HourlyQuery,
  IntradayForecast,
  IntradayPath,
  hourlyCsvTable,
  toHourlyFields,
} from './forecasts-record.ts';
import { readResponse } from '../../ground/http/read-response.ts';

/** The pages by delivery date and local hour. */
export const hourlyForecastRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  const config = { dialect: HOURLY_FORECAST_DIALECT, scope: 'forecasts:read' as const, sharesReplies: true };
  const tags = ['Forecasts'];

  app.get(
    '/forecasts/day-ahead',
    {
      config,
      schema: {
        operationId: 'getDayAheadForecast',
        tags,
        summary: 'Day-ahead forecast of a delivery day by local hour',
        description:
          'Serves runs issued after 12:00 Madrid time on the day before delivery; `/forecasts` has the earlier ones and the longer horizon. 24 records; 23 or 25 on the days of the clock change.',
        querystring: HourlyQuery,
        response: {
          200: readResponse('The forecast.', DayAheadForecast),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            400: 'date is missing or malformed: `INVALID_DATE_FORMAT`. An unknown parameter: `unknown_parameter`.',
            401: 'The credential is missing, malformed, revoked or expired: `UNAUTHORIZED`.',
            404: 'No forecast has been published for the date: `FORECAST_NOT_AVAILABLE`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const answer = await getHours(request, 'da', request.query);
      if (wantsCsv(request.headers.accept, request.query.format)) return answer.csv(reply);
      return { market: 'day-ahead' as const, ...answer.fields };
    },
  );

  app.get(
    '/forecasts/intraday/:session',
    {
      config,
      schema: {
        operationId: 'getIntradayForecast',
        tags,
        summary: 'Intraday forecast of a session by local hour',
        description: 'Only the delivery hours of the session that have not begun.',
        params: IntradayPath,
        querystring: HourlyQuery,
        response: {
          200: readResponse('The forecast.', IntradayForecast),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            400: 'session is not 1, 2 or 3: `INVALID_SESSION`. date is missing or malformed: `INVALID_DATE_FORMAT`. An unknown parameter: `unknown_parameter`.',
            401: 'The credential is missing, malformed, revoked or expired: `UNAUTHORIZED`.',
            404: 'The session is not open yet, its forecast has not run, or all its hours have passed: `SESSION_NOT_AVAILABLE`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { session } = request.params;
      const answer = await getHours(request, getAuctionOfSession(session), request.query);
      if (wantsCsv(request.headers.accept, request.query.format)) return answer.csv(reply);
      return { market: 'intraday' as const, session, ...answer.fields };
    },
  );

  async function getHours(request: FastifyRequest, product: Product, query: HourlyQuery) {
    assertSubscription(principalOf(request), marketProductId(product));
    // The hours of an intraday page go one by one as their delivery begins.
    const until =
      product === 'da' ? {} : { until: (Math.floor(context.clock.now() / HOUR_MS) + 1) * HOUR_MS };
    shareReply(request, { product: marketProductId(product), ...until });
    const { date, hour, locale } = query;
    const served = await getHourlyForecast(context, { product, day: date, hour });
    return {
      fields: toHourlyFields(served, date),
      csv: (reply: FastifyReply) => sendCsv(reply, hourlyCsvTable(served, date), locale),
    };
  }
};
