import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { marketProductId } from '../../ground/market-ids.ts';
import { type CsvColumns, columnsWithin, sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import type { ForecastReadContext } from '../runs/run-points.ts';
import { getRun } from '../runs/get-forecast.ts';
import { PERIOD_COLUMNS, POINT_COLUMNS } from '../runs/wire.ts';
import { type ExplainedPeriod, getDifference } from './get-difference.ts';
import { changeOf, DifferenceQuery, ForecastDifference, toDifference } from './record.ts';

const CSV: CsvColumns<ExplainedPeriod> = {
  ...PERIOD_COLUMNS,
  ...columnsWithin(
    POINT_COLUMNS,
    ({ from }: ExplainedPeriod) => from,
    (name) => `from_${name}`,
  ),
  ...columnsWithin(
    POINT_COLUMNS,
    ({ to }: ExplainedPeriod) => to,
    (name) => `to_${name}`,
  ),
  'change (EUR/MWh)': changeOf,
};

/** What differs between two runs, and why. */
export const forecastDifferenceRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/forecasts/diff',
    {
      config: {
        dialect: CLIENT_DIALECT,
        scope: 'forecasts:read',
        sharesReplies: true,
        takesTurns: 'reading',
        mayRunInReader: true,
      },
      schema: {
        operationId: 'getForecastDifference',
        tags: ['Forecasts'],
        summary: 'What differs between two forecast runs, and why',
        description:
          'Both runs with their intervals on the periods that both forecast, the change of each, what each group of inputs contributes to it (from the explanations that are stored with the runs), how load, wind, sun and gas as the runs knew them differ, and the reasons for which one alone is weaker than usual. The runs are of one product; `date` takes one day of them. CSV has the periods.',
        querystring: DifferenceQuery,
        response: {
          200: readResponse('The difference.', ForecastDifference),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such run, or the runs have no period in common.',
            422: 'The runs are the same, of different products, or one is of the simulated market.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { from_run, to_run, date: day, resolution, format, locale } = request.query;
      const readable = async (id: string) => {
        const run = await getRun(context, id);
        assertSubscription(principalOf(request), marketProductId(run.product));
        return run;
      };
      const [from, to] = [await readable(from_run), await readable(to_run)];
      shareReply(request, { product: marketProductId(to.product) });
      const difference = await getDifference(context, { from, to, resolution, day });
      const simulated = to.dataOrigin === 'simulator';
      if (wantsCsv(request.headers.accept, format)) {
        const name = ['forecast-difference', to.product, formatInstant(to.issuedAt).slice(0, 10)];
        const columns = { ...CSV, simulated: () => simulated };
        return sendCsv(reply, { name, columns, records: difference.periods }, locale);
      }
      return { ...toDifference(from, to, difference), resolution, simulated };
    },
  );
};
