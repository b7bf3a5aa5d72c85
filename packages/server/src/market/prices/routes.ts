import { AUCTION_CALENDAR, formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readableProduct } from '../catalog/market-catalog.ts';
import { PRICE_UNIT, marketProductId } from '../../ground/market-ids.ts';
import { type ClearedPrice, listPrices } from './list-prices.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { type CsvColumns, sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { MARKET_DIALECT } from '../../ground/http/error-dialects.ts';
import { PRODUCT_OF_MARKET } from '../../ground/http/parameters.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { PricePage, type PriceRecord, PricesQuery } from './record.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

const CSV: CsvColumns<PriceRecord & { simulated: boolean }> = {
  [`date (${TIME_ZONE})`]: ({ date }) => date,
  [`hour (${TIME_ZONE})`]: ({ hour }) => hour,
  [`start (${TIME_ZONE})`]: ({ start }) => start,
  'time (UTC)': ({ start }) => formatInstant(Date.parse(start)),
  market: ({ market }) => market,
  session: ({ session }) => session,
  'price (EUR/MWh)': ({ price }) => price,
  simulated: ({ simulated }) => simulated,
};

export const priceRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  app.get(
    '/market/prices',
    {
      config: {
        dialect: MARKET_DIALECT,
        scope: 'market:read',
        sharesReplies: true,
        takesTurns: 'reading',
        mayRunInReader: true,
      },
      schema: {
        operationId: 'listPrices',
        tags: ['Market data'],
        summary: 'Cleared prices',
        description:
          'In order of time. A price appears once its auction has published it; days that have not cleared have no records, and neither have those of `days_without_result`, whose auction was published without prices. With CSV the header X-Total-Count holds the number of records on all pages.',
        querystring: PricesQuery,
        response: {
          200: readResponse('One page of prices.', PricePage),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503], {
            400: 'date_from or date_to is missing or malformed, the range is over 90 days, the market or a parameter is unknown: `invalid_parameters`.',
            401: 'The credential is missing, malformed, revoked or expired: `unauthorized`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { market, date_from, date_to, hour, page, page_size, resolution, format, locale } = request.query;
      const { market_id } = request.query;
      const auction = PRODUCT_OF_MARKET[market];
      const product = readableProduct(principalOf(request), { market_id, product: auction });
      shareReply(request, { product: marketProductId(product) });
      const query = { product, from: date_from, to: date_to, hour, resolution };
      const { prices, daysWithoutResult, simulated } = await listPrices(context, query);
      const items = prices
        .slice((page - 1) * page_size, page * page_size)
        .map((price) => toPriceRecord(price, market, resolution));
      if (wantsCsv(request.headers.accept, format)) {
        void reply.header('X-Total-Count', prices.length);
        const records = items.map((item) => ({ ...item, simulated }));
        const name = ['prices', product, date_from, date_to];
        return sendCsv(reply, { name, columns: CSV, records }, locale);
      }
      return {
        total: prices.length,
        page,
        page_size: items.length,
        items,
        days_without_result: daysWithoutResult,
        simulated,
      };
    },
  );
};

function toPriceRecord(
  price: ClearedPrice,
  market: PriceRecord['market'],
  resolution: 'PT1H' | 'PT15M',
): PriceRecord {
  return {
    date: price.day,
    hour: price.hour,
    market,
    session: AUCTION_CALENDAR[PRODUCT_OF_MARKET[market]].session,
    price: roundPrice(price.priceEurPerMwh),
    unit: PRICE_UNIT,
    start: formatMadrid(price.start),
    ...(resolution === 'PT15M' ? { minute: price.minute } : {}),
  };
}
