import { TIME_ZONE } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { compareModelVersions, measureAccuracy } from './measure-accuracy.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { readableProduct } from '../../market/catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { type CsvColumns, sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { MARKET_DIALECT } from '../../ground/http/error-dialects.ts';
import { PRODUCT_OF_MARKET } from '../../ground/http/parameters.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  Accuracy,
  AccuracyQuery,
  ModelPerformance,
  PerformanceQuery,
  type Scored,
  SCORE_COLUMNS,
  toScoreFields,
} from './record.ts';
import { toDayCounts } from './day-counts.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { onWire } from '../../ground/http/wire.ts';

const HOURS_CSV: CsvColumns<Scored & { hour: number }> = {
  market: ({ market }) => market,
  [`hour (${TIME_ZONE})`]: ({ hour }) => hour,
  ...SCORE_COLUMNS,
};
const VERSIONS_CSV: CsvColumns<
  Scored & Pick<ModelPerformance['versions'][number], 'model_version' | 'active_from' | 'active_to'>
> = {
  market: ({ market }) => market,
  model_version: ({ model_version }) => model_version,
  'active_from (UTC)': ({ active_from }) => active_from,
  'active_to (UTC)': ({ active_to }) => active_to,
  ...SCORE_COLUMNS,
};

const INVALID_RANGE =
  'date_from or date_to is missing or malformed, date_from is not earlier than date_to, the market, the cutoff or a parameter is unknown';

export const metricRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  const config = {
    dialect: MARKET_DIALECT,
    scope: 'metrics:read' as const,
    sharesReplies: true,
    takesTurns: 'reading' as const,
    mayRunInReader: true,
  };
  const tags = ['Accuracy'];
  const unauthorized = 'The credential is missing, malformed, revoked or expired: `unauthorized`.';

  app.get(
    '/metrics/accuracy',
    {
      config,
      schema: {
        operationId: 'getAccuracy',
        tags,
        summary: 'Error of the forecasts against the prices that cleared',
        description:
          'The forecast of a delivery day is the last one issued before its auction closed; for the day-ahead auction the last one issued before the results were published, and with `cutoff=gate` the last one that one could bid with. `day_counts` says how many of the days the figures rest on. The weekly and the hourly figures of the day of 25 hours count both hours 2.',
        querystring: AccuracyQuery,
        response: {
          200: readResponse('The figures.', Accuracy),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            400: `${INVALID_RANGE}, or the window is over 90 days: \`invalid_parameters\`.`,
            401: unauthorized,
            404: 'The prices have not settled yet, or no forecast was issued in time: `no_actuals_available`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { market, date_from, date_to, hour, model_version, cutoff, format, locale } = request.query;
      const { market_id } = request.query;
      const auction = PRODUCT_OF_MARKET[market];
      const product = readableProduct(principalOf(request), { market_id, product: auction });
      shareReply(request, { product: marketProductId(product) });
      const query = { product, from: date_from, to: date_to, cutoff, hour, modelVersionId: model_version };
      const measured = await measureAccuracy(context, query);
      const { modelVersionId, scores, byHour, simulated } = measured;
      const hours = byHour.map((entry) => ({ hour: entry.hour, ...toScoreFields(entry.scores) }));
      if (wantsCsv(request.headers.accept, format)) {
        const records = hours.map((entry) => ({ ...entry, market, simulated, cutoff }));
        const name = ['accuracy', product, date_from, date_to];
        return sendCsv(reply, { name, columns: HOURS_CSV, records }, locale);
      }
      return {
        market,
        date_from,
        date_to,
        model_version: modelVersionId,
        ...toScoreFields(scores),
        ...(hour === undefined && { hourly_breakdown: hours }),
        cutoff,
        ...toDayCounts(measured.days, measured.isProvisional),
        simulated,
      };
    },
  );

  app.get(
    '/metrics/model-performance',
    {
      config,
      schema: {
        operationId: 'getModelPerformance',
        tags,
        summary: 'Accuracy of each model version on the days on which it was active',
        description:
          'Versions without a scored forecast in the range are left out. Model versions change automatically and cannot be selected.',
        querystring: PerformanceQuery,
        response: {
          200: readResponse('The versions.', ModelPerformance),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503], {
            400: `${INVALID_RANGE}: \`invalid_parameters\`.`,
            401: unauthorized,
          }),
        },
      },
    },
    async (request, reply) => {
      const { market, date_from, date_to, cutoff, format, locale } = request.query;
      const { market_id } = request.query;
      const auction = PRODUCT_OF_MARKET[market];
      const product = readableProduct(principalOf(request), { market_id, product: auction });
      shareReply(request, { product: marketProductId(product) });
      const query = { product, from: date_from, to: date_to, cutoff };
      const { versions, days, isProvisional, simulated } = await compareModelVersions(context, query);
      const items = versions.map(({ scores, ...version }) => ({
        ...onWire(version),
        ...toScoreFields(scores),
      }));
      if (!wantsCsv(request.headers.accept, format)) {
        return {
          market,
          date_from,
          date_to,
          versions: items,
          cutoff,
          ...toDayCounts(days, isProvisional),
          simulated,
        };
      }
      const records = items.map((item) => ({ ...item, market, simulated, cutoff }));
      const name = ['model-performance', product, date_from, date_to];
      return sendCsv(reply, { name, columns: VERSIONS_CSV, records }, locale);
    },
  );
};
