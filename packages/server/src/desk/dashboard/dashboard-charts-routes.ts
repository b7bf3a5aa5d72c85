import { type Product, PRODUCTS, AUCTIONS, auctionOf } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CHART_POWERS } from './chart-overlays.ts';
import {
  type ChartColumn,
  type ChartSeries,
  type ComparedRuns,
  getPriceChart,
  type PriceChart as Chart,
} from './get-price-chart.ts';
import { createRecentResults } from '../../ground/timing/recent-results.ts';
import { findEverCleared } from '../../market/prices/cleared-extremes.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { type Principal } from '../../people/access/principal.ts';
import { readableProducts, getMarket, readableProduct } from '../../market/catalog/market-catalog.ts';
import { PRICE_UNIT, marketProductId } from '../../ground/market-ids.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { PriceChart, PriceChartQuery } from './dashboard-charts-schemas.ts';
import { toExtremes } from '../../market/prices/cleared-record.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { parseNumbers } from '../../ground/http/parameters.ts';
import {
  formatInstant,
  formatOptionalInstant,
  roundPrice,
  roundSystemPower,
} from '../../ground/http/wire.ts';

/** What the charts of the web application draw, in columns. */
export const dashboardChartRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (
  app,
  { context },
) => {
  // All prices are read for them, so they are kept until there are new data.
  const extremes = createRecentResults<ChartSeries['extremes']>(2 * PRODUCTS.length);
  const extremesOf = (epoch: string) => (product: Product) =>
    extremes.get(`${product} ${epoch}`, () => findEverCleared(context, product));

  app.get(
    '/dashboard/charts/prices',
    {
      config: {
        dialect: APP_DIALECT,
        scope: 'forecasts:read' as const,
        sharesReplies: 'by subscription' as const,
        takesTurns: 'reading' as const,
        mayRunInReader: true,
      },
      schema: {
        operationId: 'getPriceChart',
        tags: ['Dashboard'],
        summary: 'Prices and the forecasts before them over up to 400 days, in columns',
        description:
          'Each delivery day has the forecast of the last run before its auction, which is the one that is scored; while the gate is open, the newest one. Up to 400 days of hours or 100 days of quarter hours; with `compare` up to 7 days.',
        querystring: PriceChartQuery,
        response: {
          200: PriceChart.describe('The columns.'),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such market, or market data cannot exist for the days.',
          }),
        },
      },
    },
    async (request): Promise<PriceChart> => {
      const {
        market_id,
        date_from: from,
        date_to: to,
        resolution,
        products: names,
        quantiles,
        compare,
        ...overlays
      } = request.query;
      const products = wantedProducts(principalOf(request), market_id, names);
      shareReply(request, { product: undefined });
      const percents = quantiles === undefined ? [] : parseNumbers(quantiles);
      const { periods, series, powers, simulated } = await getPriceChart(context, {
        products,
        from,
        to,
        resolution,
        percents,
        compare,
        powers: CHART_POWERS.filter((power) => overlays.powers?.split(',').includes(power)),
        hasLastYear: overlays.last_year === 'true',
        extremesOf:
          overlays.extremes === 'true' ? extremesOf(request.sharing?.epoch ?? request.id) : undefined,
      });
      return {
        market_id: getMarket(market_id).market_id,
        date_from: from,
        date_to: to,
        resolution,
        unit: PRICE_UNIT,
        start: formatInstant(periods.start),
        step_s: periods.stepMs / 1000,
        periods: periods.count,
        series: series.map((one) => ({
          product: auctionOf(one.product),
          market_product_id: marketProductId(one.product),
          ...toRoundedColumns(one),
          ...(percents.length > 0 && {
            quantiles: Object.fromEntries(percents.map((percent, k) => [percent, rounded(one.quantiles[k])])),
          }),
          ...(overlays.extremes === 'true' && {
            extremes: toExtremes(one.extremes),
            beyond_cleared: one.beyond,
          }),
          ...(one.lastYear !== undefined && { last_year: rounded(one.lastYear) }),
          ...(one.compared !== undefined && { compared: toCompared(one.compared) }),
        })),
        ...(overlays.powers !== undefined && { powers: toPowers(powers) }),
        simulated,
      };
    },
  );
};

/** The products of a market by a list such as `da,ida1`, each once, after checking that the caller may read them; all that may be read without one. */
function wantedProducts(principal: Principal, marketId: string, names: string | undefined): Product[] {
  if (names === undefined) return readableProducts(principal, getMarket(marketId));
  const wanted = names.split(',');
  return AUCTIONS.filter((auction) => wanted.includes(auction)).map((product) =>
    readableProduct(principal, { market_id: marketId, product }),
  );
}

function toPowers(powers: Chart['powers']): PriceChart['powers'] {
  return Object.fromEntries(
    Object.entries(powers).map(([name, column]) => [
      name,
      column.map((value) => (value === null ? null : roundSystemPower(value))),
    ]),
  );
}

function toCompared({ value, days }: ComparedRuns) {
  return {
    value: rounded(value),
    days: days.map(({ day, run }) => ({
      date: day,
      forecast_id: run?.id ?? null,
      issued_at: formatOptionalInstant(run?.issuedAt),
    })),
  };
}

export function toRoundedColumns({ price, value, p10, p90 }: ChartSeries) {
  return { price: rounded(price), value: rounded(value), p10: rounded(p10), p90: rounded(p90) };
}

function rounded(column: ChartColumn): ChartColumn {
  return column.map((value) => (value === null ? null : roundPrice(value)));
}
