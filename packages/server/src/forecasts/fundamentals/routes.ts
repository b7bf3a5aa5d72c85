import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { getFundamentals, FIELD_OF } from './get-fundamentals.ts';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { FUNDAMENTALS_DIALECT } from '../../ground/http/error-dialects.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { Fundamentals, FundamentalsQuery, toHour } from './record.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { toDegraded } from '../runs/degraded.ts';
import { HOUR_COLUMNS, hourCells } from '../runs/wire.ts';
import { formatInstant } from '../../ground/http/wire.ts';

const CSV_COLUMNS = [
  ...HOUR_COLUMNS,
  ...Object.values(FIELD_OF).map((name) => name.replace(/_mw$/, ' (MW)')),
  'estimated',
  'simulated',
];

export const fundamentalsRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/market/fundamentals',
    {
      config: {
        dialect: FUNDAMENTALS_DIALECT,
        scope: 'market:read',
        sharesReplies: true,
        takesTurns: 'reading',
        mayRunInReader: true,
      },
      schema: {
        operationId: 'getFundamentals',
        tags: ['Market data'],
        summary: 'Load, generation by source and cross-border flow of a day',
        description:
          'The load as it was forecast; generation and flow as measured where they were, as published forecasts otherwise. For today and the 7 days after it what nobody has published is forecast by the models of the service from weather, calendar and the past, and `estimated` says so; `degraded` names what they had to do without. Repeated calls may return newer values.',
        querystring: FundamentalsQuery,
        response: {
          200: readResponse('The day by hour.', Fundamentals),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            400: 'date is missing or malformed, hour is not 0-23, or a parameter is unknown: `invalid_parameters`.',
            401: 'The credential is missing, malformed, revoked or expired: `unauthorized`.',
            404: 'There are no data for the date.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { date, hour, format, locale } = request.query;
      const { hours, dataAsOf, simulated, ...missing } = await getFundamentals(context, { day: date, hour });
      shareReply(request, { product: undefined });
      const records = hours.map(toHour);
      if (!wantsCsv(request.headers.accept, format)) {
        return {
          date,
          data_as_of: formatInstant(dataAsOf),
          hours: records,
          simulated,
          ...toDegraded(missing),
        };
      }
      const rows = records.map(({ total_load_mw, generation, cross_border_flows_mw, ...record }, i) => [
        ...hourCells(date, hours[i]),
        total_load_mw,
        ...Object.values(generation),
        cross_border_flows_mw,
        record.estimated.join('; '),
        simulated,
      ]);
      return sendCsv(reply, { name: ['fundamentals', date], columns: CSV_COLUMNS, rows }, locale);
    },
  );
};
