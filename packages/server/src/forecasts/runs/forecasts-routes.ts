import { type Product, auctionOf } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type ForecastQuery,
  getForecastOfDay,
  getForecastOfRange,
  getLatestForecast,
  withQuantiles,
  listAvailableDates,
} from './get-forecast.ts';
import { withProduct } from '../../market/catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { isSimulated } from '../../ground/database/read-context.ts';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  AvailableDates,
  AvailableDatesQuery,
  ForecastRunRecord,
  LatestQuery,
  SeriesQuery,
  datesCsvTable,
  runCsvTable,
  toForecastRun,
} from './forecasts-record.ts';
import { findInstant, parseInstant, parseNumbers } from '../../ground/http/parameters.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import type { ForecastReadContext } from './run-points.ts';

export const forecastRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  const config = { dialect: CLIENT_DIALECT, scope: 'forecasts:read' as const, sharesReplies: true };
  const tags = ['Forecasts'];
  const errors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503]);

  app.get(
    '/forecasts/latest',
    {
      config,
      schema: {
        operationId: 'getLatestForecast',
        tags,
        summary: 'The latest forecast run with its whole horizon',
        description:
          'The newest published run: up to seven delivery days for `da`, the hours of the session for an intraday auction. Use it for whatever lies ahead; for one day or range use `/forecasts`. `quantiles` adds further quantiles of each point. `degraded` names inputs that were missing. 404 until a first run is published, and for quarter hours of a run that has none.',
        querystring: LatestQuery,
        response: {
          200: readResponse('The run.', ForecastRunRecord),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const query = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(query.product) });
      const served = await withQuantiles(
        context,
        await getLatestForecast(context, toForecastQuery(query)),
        toQuantileQuery(query),
      );
      if (wantsCsv(request.headers.accept, query.format))
        return sendCsv(reply, runCsvTable(served), query.locale);
      return toForecastRun(served, query.resolution, undefined);
    },
  );

  app.get(
    '/forecasts',
    {
      config,
      schema: {
        operationId: 'getForecast',
        tags,
        summary: 'The newest forecast for a delivery day or a range',
        description:
          'Send either `date`, or `from` and `to`. The newest run that covers the whole day or range answers; where none covers the whole, the newest one with a point in it. `quantiles` adds further quantiles of each point.',
        querystring: SeriesQuery,
        response: {
          200: readResponse('The run, restricted to the day or range.', ForecastRunRecord),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const query = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(query.product) });
      const served = await withQuantiles(context, await getSeries(context, query), toQuantileQuery(query));
      if (wantsCsv(request.headers.accept, query.format))
        return sendCsv(reply, runCsvTable(served), query.locale);
      return toForecastRun(served, query.resolution, served.range);
    },
  );

  app.get(
    '/forecasts/available-dates',
    {
      config,
      schema: {
        operationId: 'listAvailableDates',
        tags,
        summary: 'Delivery days that have a forecast, newest first',
        description:
          'What `/forecasts?date=` can be asked for, with the newest run of each day. Use it to fill a date picker or to find a gap. Both parameters are optional: without them the day-ahead product of `es`.',
        querystring: AvailableDatesQuery,
        response: {
          200: readResponse('The days.', AvailableDates),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const { product, format, locale } = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(product) });
      const days = await listAvailableDates(context, product);
      const items = days.map((available) => ({
        date: available.day,
        product: auctionOf(product),
        forecast_id: available.runId,
        issued_at: formatInstant(available.issuedAt),
        hours: available.hours,
      }));
      const simulated = await isSimulated(context);
      if (wantsCsv(request.headers.accept, format))
        return sendCsv(reply, datesCsvTable(product, items, simulated), locale);
      return { items, total: items.length, simulated };
    },
  );
};

/** The newest forecast for the day or range of a query. */
export async function getSeries(
  context: ForecastReadContext,
  query: Omit<SeriesQuery, 'quantiles' | 'product'> & { product: Product },
) {
  const forecastQuery = toForecastQuery(query);
  if (query.date !== undefined) return getForecastOfDay(context, { ...forecastQuery, day: query.date });
  if (query.from === undefined || query.to === undefined)
    throw new Error('The schema lets no such query pass.');
  const range = { from: parseInstant(query.from), to: parseInstant(query.to) };
  return { ...(await getForecastOfRange(context, { ...forecastQuery, ...range })), range };
}

export function toQuantileQuery({
  resolution,
  quantiles,
}: {
  resolution: 'PT1H' | 'PT15M';
  quantiles?: string | undefined;
}) {
  return { resolution, percents: quantiles === undefined ? undefined : parseNumbers(quantiles) };
}

function toForecastQuery(query: {
  product: Product;
  resolution: 'PT1H' | 'PT15M';
  as_of?: string | undefined;
}): ForecastQuery {
  return {
    product: query.product,
    resolution: query.resolution,
    asOf: findInstant(query.as_of),
  };
}
