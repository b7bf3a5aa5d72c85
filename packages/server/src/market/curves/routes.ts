import { deliveryDayOf, formatMadrid, localHourOf } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readableProduct } from '../catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { type CsvColumns, sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { FUNDAMENTALS_DIALECT } from '../../ground/http/error-dialects.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import {
  formatInstant,
  formatOptionalInstant,
  roundPrice,
  roundSystemPower,
} from '../../ground/http/wire.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../replies/shared-replies-plugin.ts';
import { type CurvePeriod, readCurves } from './store.ts';
import { Curves, CurvesQuery } from './record.ts';

const CSV: CsvColumns<CurvePeriod> = {
  'date (Europe/Madrid)': ({ start }) => deliveryDayOf(start),
  'hour (Europe/Madrid)': ({ start }) => localHourOf(start),
  'start (Europe/Madrid)': ({ start }) => formatMadrid(start),
  'time (UTC)': ({ start }) => formatInstant(start),
  'cleared (MW)': ({ clearedMw }) => roundSystemPower(clearedMw),
  ...Object.fromEntries(
    [-2000, -1000, -500, 500, 1000, 2000].map((step, i) => [
      `${step < 0 ? 'less' : 'more'} ${Math.abs(step)} MW (EUR/MWh)`,
      ({ prices }: CurvePeriod) => roundPrice(prices[i]),
    ]),
  ),
};

export const curveRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  app.get(
    '/market/curves',
    {
      config: {
        dialect: FUNDAMENTALS_DIALECT,
        scope: 'market:read',
        sharesReplies: true,
        takesTurns: 'reading',
        mayRunInReader: true,
      },
      schema: {
        operationId: 'getCurves',
        tags: ['Market data'],
        summary: 'How the day-ahead price of Spain would have moved with more or less to supply',
        description: [
          "From OMIE's aggregate curves of supply and demand: by period what cleared, and the price at which 500, 1,000 and 2,000 MW more or less had cleared,",
          'from what was offered on both sides. Blocks and other complex offers are taken as if they were simple, so it is a shape and no recomputed auction.',
          'Only days that were imported, or followed with `OMIE_CURVES=true`, are there; others have no items. The files come out the day after delivery.',
        ].join(' '),
        querystring: CurvesQuery,
        response: {
          200: readResponse('The day by period.', Curves),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503], {
            400: 'date is missing or malformed, or a parameter is unknown: `invalid_parameters`.',
            401: 'The credential is missing, malformed, revoked or expired: `unauthorized`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { date, format, locale } = request.query;
      const product = readableProduct(principalOf(request), { market_id: 'es', product: 'da' });
      shareReply(request, { product: marketProductId(product) });
      const { resolution = null, knownSince, periods, simulated } = await readCurves(context, date);
      if (wantsCsv(request.headers.accept, format))
        return sendCsv(reply, { name: ['curves', 'da', date], columns: CSV, records: periods }, locale);
      return {
        date,
        resolution,
        known_since: formatOptionalInstant(knownSince),
        items: periods.map(toItem),
        simulated,
      };
    },
  );
};

function toItem({ start, clearedMw, prices }: CurvePeriod) {
  const [less2000, less1000, less500, more500, more1000, more2000] = prices.map(roundPrice);
  return {
    start: formatMadrid(start),
    hour: localHourOf(start),
    minute: new Date(start).getUTCMinutes(),
    cleared_mw: roundSystemPower(clearedMw),
    less_2000: less2000,
    less_1000: less1000,
    less_500: less500,
    more_500: more500,
    more_1000: more1000,
    more_2000: more2000,
  };
}
