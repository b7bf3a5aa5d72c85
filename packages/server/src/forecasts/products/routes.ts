import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listProducts, MarketList, MarketRecord, ProductList, toProductRecord } from './record.ts';
import { getMarket, MARKETS } from '../../market/catalog/market-catalog.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { MarketIdField } from '../../ground/http/fields.ts';

/** The router turns away identifiers of more than 100 characters. */
const MarketPath = z.strictObject({ market_id: MarketIdField });
export const marketRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  const config = { dialect: CLIENT_DIALECT };
  const tags = ['Markets'];

  app.get(
    '/markets',
    {
      config,
      schema: {
        operationId: 'listMarkets',
        tags,
        summary: 'Markets',
        description: 'Market identifiers for `market_id` of other routes: `es` is Spain, `pt` Portugal.',
        response: {
          200: MarketList.describe('The markets.'),
          ...errorResponses([400, 401, 403, 429, 500, 503]),
        },
      },
    },
    async () => ({ items: [...MARKETS], total: MARKETS.length }),
  );

  app.get(
    '/markets/:market_id',
    {
      config,
      schema: {
        operationId: 'getMarket',
        tags,
        summary: 'One market',
        description:
          'Name, bidding zone, time zone and currency of a market. The time zone decides what a delivery day is.',
        params: MarketPath,
        response: {
          200: MarketRecord.describe('The market.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503], { 404: 'There is no such market.' }),
        },
      },
    },
    async (request) => getMarket(request.params.market_id),
  );

  app.get(
    '/markets/:market_id/products',
    {
      config,
      schema: {
        operationId: 'listMarketProducts',
        tags,
        summary: 'Products of a market, with their latest forecasts',
        description:
          'The day-ahead auction and the three intraday auctions: resolution, gate closure, delivery hours and newest forecast run of each. Use `market_product_id` for subscriptions and to distinguish events.',
        params: MarketPath,
        response: {
          200: ProductList.describe('The products.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503], { 404: 'There is no such market.' }),
        },
      },
    },
    async (request) => {
      const { market_id: marketId } = getMarket(request.params.market_id);
      const items = (await listProducts(context, marketId)).map(toProductRecord);
      return { items, total: items.length, simulated: await isSimulated(context) };
    },
  );
};
