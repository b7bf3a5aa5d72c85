import type { DeliveryDay } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { type FundamentalsHour, getFundamentals, FIELD_OF } from './get-fundamentals.ts';
import { type CsvColumns, sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { FUNDAMENTALS_DIALECT } from '../../ground/http/error-dialects.ts';
import { QUANTITIES } from '../../market/observations/quantities.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { Fundamentals, FundamentalsQuery, roundOrNull, toHour } from './record.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { toDegraded } from '../runs/degraded.ts';
import { HOUR_COLUMNS } from '../runs/wire.ts';
import { formatInstant } from '../../ground/http/wire.ts';

const CSV: CsvColumns<FundamentalsHour & { day: DeliveryDay; simulated: boolean }> = {
  ...HOUR_COLUMNS,
  ...Object.fromEntries(
    QUANTITIES.map((quantity) => [
      FIELD_OF[quantity].replace(/_mw$/, ' (MW)'),
      ({ values }: FundamentalsHour) => roundOrNull(values[quantity]),
    ]),
  ),
  estimated: ({ estimated }) => estimated.map((quantity) => FIELD_OF[quantity]).join('; '),
  simulated: ({ simulated }) => simulated,
};

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
      if (!wantsCsv(request.headers.accept, format)) {
        return {
          date,
          data_as_of: formatInstant(dataAsOf),
          hours: hours.map(toHour),
          simulated,
          ...toDegraded(missing),
        };
      }
      const records = hours.map((one) => ({ ...one, day: date, simulated }));
      return sendCsv(reply, { name: ['fundamentals', date], columns: CSV, records }, locale);
    },
  );
};
