import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getEvolution, listForecastRuns } from './list-runs.ts';
import { getRun, getRunPoints, withQuantiles } from './get-forecast.ts';
import { isSimulated } from '../../ground/database/read-context.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import { withProduct } from '../../market/catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  Evolution,
  EvolutionQuery,
  RunList,
  RunPath,
  RunQuery,
  RunsQuery,
  evolutionCsvTable,
  RUN_LIST_CSV,
  toEvolution,
} from './runs-record.ts';
import { ForecastRunRecord, runCsvTable, toForecastRun, toRunFields } from './forecasts-record.ts';
import { findInstant, parseInstant } from '../../ground/http/parameters.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { toQuantileQuery } from './forecasts-routes.ts';
import type { ForecastReadContext } from './run-points.ts';

/** Past runs: the list, one of them, and what they said of one hour. */
export const forecastRunRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  const config = { dialect: CLIENT_DIALECT, scope: 'forecasts:read' as const, sharesReplies: true };
  const tags = ['Forecasts'];

  app.get(
    '/forecasts/runs',
    {
      config,
      schema: {
        operationId: 'listForecastRuns',
        tags,
        summary: 'Forecast runs, newest first',
        description: 'With CSV the header X-Total-Count holds the number of runs on all pages.',
        querystring: RunsQuery,
        response: {
          200: readResponse('One page of runs.', RunList),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], { 404: 'There is no such market.' }),
        },
      },
    },
    async (request, reply) => {
      const query = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(query.product) });
      const { runs, total } = await listForecastRuns(context, {
        product: query.product,
        day: query.date,
        issuedFrom: findInstant(query.issued_from),
        asOf: findInstant(query.as_of),
        page: query.page,
        pageSize: query.page_size,
      });
      const items = runs.map(toRunFields);
      if (wantsCsv(request.headers.accept, query.format)) {
        void reply.header('X-Total-Count', total);
        const name = ['runs', query.product, query.date];
        return sendCsv(reply, { name, columns: RUN_LIST_CSV, records: items }, query.locale);
      }
      return { items, total, page: query.page, page_size: items.length };
    },
  );

  app.get(
    '/forecasts/runs/:forecast_id',
    {
      config,
      schema: {
        operationId: 'getForecastRun',
        tags,
        summary: 'One forecast run with its whole horizon',
        description:
          'A published run never changes: the id in an event or a CSV file leads back to what was forecast. `/forecasts/runs` lists the identifiers. A run of a product outside the subscription is 403.',
        params: RunPath,
        querystring: RunQuery,
        response: {
          200: readResponse('The run.', ForecastRunRecord),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such run, or it has no points of this resolution.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { resolution, format, locale } = request.query;
      const run = await getRun(context, request.params.forecast_id);
      assertSubscription(principalOf(request), marketProductId(run.product));
      shareReply(request, { product: marketProductId(run.product) });
      const served = await withQuantiles(
        context,
        await getRunPoints(context, run, resolution),
        toQuantileQuery(request.query),
      );
      if (wantsCsv(request.headers.accept, format)) return sendCsv(reply, runCsvTable(served), locale);
      return toForecastRun(served, resolution, undefined);
    },
  );

  app.get(
    '/forecasts/evolution',
    {
      config,
      schema: {
        operationId: 'getForecastEvolution',
        tags,
        summary: 'One delivery hour or quarter over successive runs',
        description:
          'How the forecast of one period changed as new data came: one entry for each run that covers it, the oldest first, and the cleared price once it is known. Use it to judge how far a forecast can be trusted days ahead.',
        querystring: EvolutionQuery,
        response: {
          200: readResponse('The period, as each run saw it.', Evolution),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            400: 'delivery is missing or malformed: `invalid_request`. An unknown parameter: `unknown_parameter`.',
            404: 'No run covers the period.',
          }),
        },
      },
    },
    async (request, reply) => {
      const query = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(query.product) });
      const { product, resolution } = query;
      const evolution = await getEvolution(context, {
        product,
        resolution,
        delivery: parseInstant(query.delivery),
        asOf: findInstant(query.as_of),
      });
      if (wantsCsv(request.headers.accept, query.format))
        return sendCsv(reply, evolutionCsvTable(evolution, product), query.locale);
      return toEvolution(evolution, { product, resolution, simulated: await isSimulated(context) });
    },
  );
};
