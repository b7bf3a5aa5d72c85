import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getAccuracyPage, type GroupScores } from './get-accuracy-page.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { withProduct } from '../../market/catalog/market-catalog.ts';
import { PRICE_UNIT, marketProductId } from '../../ground/market-ids.ts';
import type { ForecastScores } from '@lonja/forecasting/metrics';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { toDayCounts } from '../../forecasts/accuracy/day-counts.ts';
import { AccuracyPage, AccuracyPageQuery } from './dashboard-accuracy-schemas.ts';
import { toDrift } from '../../forecasts/accuracy/drift.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { onWire, roundPercent, roundPrice } from '../../ground/http/wire.ts';

export const dashboardAccuracyRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/dashboard/accuracy',
    {
      config: {
        dialect: APP_DIALECT,
        scope: 'forecasts:read' as const,
        sharesReplies: true,
        takesTurns: 'reading' as const,
        mayRunInReader: true,
      },
      schema: {
        operationId: 'getAccuracyPage',
        tags: ['Dashboard'],
        summary: 'How good the forecasts were, by day, hour, weekday, month, lead day and model version',
        description:
          'Everything that the accuracy page of the web application shows, in columns. The forecasts are those of the last run before the `cutoff` of each auction, by_lead_day also those of the days before. With `basis=backtested` they are those that calibration made up of days past, as they would have been issued; the two are never mixed. Up to 400 days.',
        querystring: AccuracyPageQuery,
        response: {
          200: AccuracyPage.describe('The figures.'),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], { 404: 'There is no such market.' }),
        },
      },
    },
    async (request): Promise<AccuracyPage> => {
      const query = withProduct(principalOf(request), request.query);
      const { market, product, date_from, date_to, basis, cutoff } = query;
      shareReply(request, { product: marketProductId(product) });
      const page = await getAccuracyPage(context, { product, from: date_from, to: date_to, basis, cutoff });
      const { overall, calibration, deciles } = page;
      return {
        market,
        date_from,
        date_to,
        basis,
        cutoff,
        ...toDayCounts(page.days, page.isProvisional),
        unit: PRICE_UNIT,
        overall: overall === undefined ? null : toFigures(overall),
        by_day: toColumns(page.byDay),
        by_hour: toColumns(page.byHour),
        by_weekday: toColumns(page.byWeekday),
        by_month: toColumns(page.byMonth),
        by_lead_day: toColumns(page.byLeadDay),
        by_price_level: toColumns(page.byPriceLevel),
        reliability: {
          level: calibration?.levels.map(({ level }) => level) ?? [],
          observed: calibration?.levels.map(({ observedPercent }) => roundPercent(observedPercent)) ?? [],
        },
        deciles: {
          n_observations: deciles.count,
          level: deciles.levels.map(({ level }) => level),
          at_most: deciles.levels.map(({ atMost }) => atMost),
          observed: deciles.levels.map(({ observedPercent }) => roundPercent(observedPercent)),
        },
        model_versions: page.versions.map(({ scores, ...version }) => ({
          ...onWire(version),
          n_observations: scores.count,
          mae: roundPrice(scores.maeEurPerMwh),
        })),
        drift: toDrift(page.drift),
        simulated: page.simulated,
      };
    },
  );
};

function toFigures(scores: ForecastScores): NonNullable<AccuracyPage['overall']> {
  return {
    n_observations: scores.count,
    mae: roundPrice(scores.maeEurPerMwh),
    rmse: roundPrice(scores.rmseEurPerMwh),
    mape: scores.mapePercent === null ? null : roundPercent(scores.mapePercent),
    mape_n_observations: scores.mapeCount,
    skill: skillOf(scores),
    bias: roundPrice(scores.biasEurPerMwh),
    coverage: roundPercent(scores.coveragePercent),
    mean_width: roundPrice(scores.meanWidthEurPerMwh),
  };
}

function toColumns(groups: readonly GroupScores[]): AccuracyPage['by_day'] {
  return {
    group: groups.map(({ group }) => group),
    n_observations: groups.map(({ scores }) => scores.count),
    mae: groups.map(({ scores }) => roundPrice(scores.maeEurPerMwh)),
    skill: groups.map(({ scores }) => skillOf(scores)),
    bias: groups.map(({ scores }) => roundPrice(scores.biasEurPerMwh)),
    coverage: groups.map(({ scores }) => roundPercent(scores.coveragePercent)),
  };
}

function skillOf({ relativeMae }: ForecastScores): number | null {
  return relativeMae === null ? null : roundPercent(100 * (1 - relativeMae));
}
