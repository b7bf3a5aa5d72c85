import { auctionOf, productOf, zoneOf } from '@lonja/forecasting/market';
import { formatRecipe } from '@lonja/forecasting';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { AccountContext } from '../../people/access/account-context.ts';
import { changeModel } from '../../forecasts/models/change-models.ts';
import { type ListedModel, listModels } from '../../forecasts/models/compare-models.ts';
import { hashOf, libraryOf, recipeOf } from '../../forecasts/runs/model-manifest.ts';
import { getMarket } from '../../market/catalog/market-catalog.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { ModelChangeBody, ModelPage, ModelPath, ModelRecord, ModelsQuery } from './admin-models-schemas.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { formatInstant, onWire, roundPrice } from '../../ground/http/wire.ts';

const P_DECIMALS = 4;

/** The registry of model versions, for the platform's superadmins. */
export const adminModelRoutes: FastifyPluginAsyncZod<{ context: AccountContext & ReadContext }> = async (
  app,
  { context },
) => {
  const config = { dialect: APP_DIALECT, superadminOnly: true };
  const tags = ['Platform'];

  app.get(
    '/admin/models',
    {
      config,
      schema: {
        operationId: 'listModels',
        tags,
        summary: 'Model versions, the newest first, and how challengers compare with the champion',
        description:
          'The registry: recipe, training data and back-test of each version. A challenger forecasts every run unseen; `comparison` has its error beside that of the champion on the same hours. `product` narrows the list.',
        querystring: ModelsQuery,
        response: {
          200: ModelPage.describe('The versions.'),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], { 404: 'There is no such market.' }),
        },
      },
    },
    async (request) => {
      const { page, page_size, market_id, product: auction } = request.query;
      const { market_id: marketId } = getMarket(market_id);
      const product = auction && productOf(marketId, auction);
      const { models, total } = await listModels(context, { product, ...windowOf(request.query) });
      return { items: models.map(toModelRecord), total, page, page_size };
    },
  );

  for (const [verb, summary] of [
    ['promote', 'Let a model version serve from the next run on; the one before is retired'],
    ['retire', 'Stop trying a challenger'],
  ] as const) {
    app.post(
      `/admin/models/:version/${verb}`,
      {
        config,
        schema: {
          operationId: `${verb}Model`,
          tags,
          summary,
          description:
            'A version that has served before comes back under a further id. What a person decides stays until a person or, for a champion, a significantly better challenger changes it.',
          params: ModelPath,
          body: ModelChangeBody,
          response: {
            200: ModelRecord.describe('The version as changed.'),
            ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503]),
          },
        },
      },
      async (request) => {
        const change = { id: request.params.version, verb, reason: request.body.reason };
        const version = await changeModel(context, principalOf(request), change);
        return toModelRecord({ version, comparison: undefined });
      },
    );
  }
};

export function toModelRecord({ version, comparison }: ListedModel): ModelRecord {
  const { id, product, manifest, training, backtest } = version;
  const recipe = recipeOf(manifest);
  return ModelRecord.parse({
    ...onWire(version),
    model_version: id,
    market_id: zoneOf(product),
    product: auctionOf(product),
    recipe_hash: hashOf(manifest) ?? null,
    library: libraryOf(manifest) ?? null,
    recipe_tree: recipe === undefined ? null : formatRecipe(recipe),
    training: training && { ...training, known_at: formatInstant(Date.parse(training.known_at)) },
    backtest: backtest && {
      ...backtest,
      mae: roundPrice(backtest.mae_eur_per_mwh),
      naive_mae: roundPrice(backtest.naive_mae_eur_per_mwh),
    },
    comparison:
      comparison === undefined
        ? null
        : {
            days: comparison.days,
            mae: roundPrice(comparison.challengerMaeEurPerMwh),
            champion_mae: roundPrice(comparison.championMaeEurPerMwh),
            p_better:
              comparison.pChallengerBetter === undefined
                ? null
                : Number(comparison.pChallengerBetter.toFixed(P_DECIMALS)),
          },
  });
}
