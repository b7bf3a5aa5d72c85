import { auctionsBefore } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getGateOutlook, getIntradayOutlook } from './get-outlook.ts';
import { getPaths, getPriceProbabilities } from './get-paths.ts';
import { getSpreads } from './get-spreads.ts';
import { getZoneSpreads } from './get-zone-spreads.ts';
import type { ForecastReadContext } from './run-points.ts';
import {
  getMarket,
  withProduct,
  readableIntraday,
  readableProducts,
  readableProduct,
} from '../../market/catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { sendCsv, sendRows, wantsCsv } from '../../ground/http/csv.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { findInstant, parseNumbers } from '../../ground/http/parameters.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import {
  PriceProbabilities,
  ProbabilitiesQuery,
  probabilityRows,
  ScenarioSet,
  ScenariosQuery,
  scenariosCsvTable,
  toPriceProbabilities,
  toScenarioSet,
} from './distributions-record.ts';
import {
  SpreadSet,
  SpreadsQuery,
  spreadsCsvTable,
  toSpreadSet,
  toZoneSpreadSet,
  ZoneSpreadSet,
  ZoneSpreadsQuery,
  zoneSpreadsCsvTable,
} from './spreads-record.ts';
import {
  GateOutlook,
  GateOutlookQuery,
  gateOutlookCsvTable,
  IntradayOutlook,
  OutlookQuery,
  outlookCsvTable,
  toGateOutlook,
  toIntradayOutlook,
} from './outlooks-record.ts';
import { getSeries } from './forecasts-routes.ts';

/** What follows from whole distributions: paths of prices, probabilities, spreads between auctions, and what to expect of a later one. */
export const distributionRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  const config = {
    dialect: APP_DIALECT,
    scope: 'forecasts:read' as const,
    sharesReplies: true,
    takesTurns: 'reading' as const,
    mayRunInReader: true,
  };
  const tags = ['Forecasts'];
  const errors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503]);

  app.get(
    '/forecasts/scenarios',
    {
      config,
      schema: {
        operationId: 'getScenarios',
        tags,
        summary: 'Equally likely paths of prices',
        description:
          'Paths over all periods of a day or range, for decisions that depend on several of them, such as the plan of a battery. In every period the paths have the distribution of the forecast; across periods prices go together as the errors of past forecasts did. The same run gives the same paths on every call. Path i of one auction goes with path i of the others of that day. With CSV: one row for each period, one column for each path.',
        querystring: ScenariosQuery,
        response: {
          200: readResponse('The paths.', ScenarioSet),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const query = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(query.product) });
      const { run, points } = await getSeries(context, query);
      const paths = await getPaths(context, run, {
        resolution: query.resolution,
        count: query.paths,
        from: points[0].start,
        to: points[points.length - 1].start + 1,
      });
      if (wantsCsv(request.headers.accept, query.format))
        return sendCsv(reply, scenariosCsvTable(run, paths), query.locale);
      return toScenarioSet(run, paths, query.resolution);
    },
  );

  app.get(
    '/forecasts/probabilities',
    {
      config,
      schema: {
        operationId: 'getPriceProbabilities',
        tags,
        summary: 'Probabilities of low prices, and of the cheapest and dearest hours',
        description:
          'For each period the probability of a price at or below each threshold, and that it is among the cheapest or dearest hours of its day; for each day the probability that any period, `hours` hours, or so many in a row are at or below a threshold. A price above a threshold has the remaining probability. Periods come from their distribution, days and ranks from 500 paths. With CSV the periods alone.',
        querystring: ProbabilitiesQuery,
        response: {
          200: readResponse('The probabilities.', PriceProbabilities),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const query = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(query.product) });
      const { resolution, hours } = query;
      const question = { resolution, hours, thresholds: parseNumbers(query.thresholds) };
      const served = await getSeries(context, query);
      const probabilities = await getPriceProbabilities(context, served, question);
      if (wantsCsv(request.headers.accept, query.format))
        return sendRows(reply, probabilityRows(served.run, probabilities, question), query.locale);
      return toPriceProbabilities(served.run, probabilities, question);
    },
  );

  app.get(
    '/forecasts/spreads',
    {
      config: { ...config, sharesReplies: 'by subscription' as const },
      schema: {
        operationId: 'getSpreads',
        tags,
        summary: 'Spreads of an intraday auction to an earlier one',
        description:
          'For each period how much the intraday price is expected to lie above that of an earlier auction: median, 10-90 % band and the probability that it is higher. Where the earlier price is public (`reference` is `cleared`), the spread has the distribution of the intraday forecast, moved by that price. Where it is not (`forecast`), it is counted in 500 paths of both auctions. Periods without a price and a forecast of the earlier auction are left out. Both products must be in the subscription.',
        querystring: SpreadsQuery,
        response: {
          200: readResponse('The spreads.', SpreadSet),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const query = withProduct(principal, request.query);
      const { market_id, resolution } = query;
      const reference = readableProduct(principal, { market_id, product: query.reference });
      shareReply(request, { product: undefined });
      const spreadQuery = { reference, resolution, asOf: findInstant(query.as_of) };
      const served = await getSeries(context, query);
      const spreads = await getSpreads(context, served, spreadQuery);
      if (wantsCsv(request.headers.accept, query.format))
        return sendCsv(reply, spreadsCsvTable(served.run, spreads, spreadQuery), query.locale);
      return toSpreadSet(served.run, spreads, spreadQuery);
    },
  );

  app.get(
    '/forecasts/zone-spreads',
    {
      config: { ...config, sharesReplies: 'by subscription' as const },
      schema: {
        operationId: 'getZoneSpreads',
        tags,
        summary: 'How far prices of Portugal are expected to lie from those of Spain',
        description:
          'For each period the probability that the border is congested, so that the prices differ, to either side, and the distribution of the spread, which is exactly 0 where they do not. Forecasts of Portugal are made from those of Spain and these spreads, so the two never contradict each other; path i of `/forecasts/scenarios` goes with path i of the other market. Both products must be in the subscription.',
        querystring: ZoneSpreadsQuery,
        response: {
          200: readResponse('The spreads.', ZoneSpreadSet),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const query = withProduct(principal, request.query);
      readableProduct(principal, { market_id: query.against, product: request.query.product });
      shareReply(request, { product: undefined });
      const served = await getSeries(context, query);
      const spreads = await getZoneSpreads(context, served, query.resolution);
      if (wantsCsv(request.headers.accept, query.format))
        return sendCsv(reply, zoneSpreadsCsvTable(served.run, spreads, query), query.locale);
      return toZoneSpreadSet(served.run, spreads, query);
    },
  );

  app.get(
    '/forecasts/outlook',
    {
      config: { ...config, sharesReplies: 'by subscription' as const },
      schema: {
        operationId: 'getOutlook',
        tags,
        summary: 'What to expect of an intraday auction before it has a forecast',
        description: [
          'For whoever has to choose between the auctions before the day-ahead gate closes.',
          'Price and spread of each period from the day-ahead runs on, until the first run of the auction itself: the distribution of the newest day-ahead run, or the prices of the last earlier auction that has cleared, plus the spreads of up to 91 days before at the same time of day.',
          'It is no forecast of the auction, takes part in no accuracy figure, event or alert rule, and answers 404 `not_found` once the auction has a run of its own for the day, and where fewer than 28 past days have prices of both auctions.',
          'The subscription must have the auction and the day-ahead market; earlier auctions count where it has them.',
        ].join(' '),
        querystring: OutlookQuery,
        response: {
          200: readResponse('The outlook.', IntradayOutlook),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const query = withProduct(principal, request.query);
      const { market_id, product, date: day, resolution, as_of, format, locale } = query;
      readableProduct(principal, { market_id, product: 'da' });
      shareReply(request, { product: undefined });
      const readable = readableProducts(principal);
      const references = auctionsBefore(product).filter((each) => readable.includes(each));
      const question = { product, references, day, resolution, asOf: findInstant(as_of) };
      const outlook = await getIntradayOutlook(context, question);
      if (wantsCsv(request.headers.accept, format))
        return sendCsv(reply, outlookCsvTable(outlook, question), locale);
      return toIntradayOutlook(outlook, question);
    },
  );

  app.get(
    '/forecasts/intraday-outlook',
    {
      config: { ...config, sharesReplies: 'by subscription' as const },
      schema: {
        operationId: 'getIntradayOutlook',
        tags,
        summary: 'The intraday auctions of a day as they look before the day-ahead gate',
        description: [
          'All intraday auctions of the subscription side by side, each against the day-ahead price: how far it cleared from it at the same time of day on up to 91 days before, and the price that this gives with the newest day-ahead run.',
          'Nothing that became known after the day-ahead gate of the day enters, whenever it is asked, so that it can be held against what came.',
          'An auction with fewer than 28 such days has `known` false and no points.',
          'The spreads do not depend on the forecast; `/forecasts/spreads` has those of the forecasts of auctions.',
        ].join(' '),
        querystring: GateOutlookQuery,
        response: {
          200: readResponse('The auctions.', GateOutlook),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such market, or no day-ahead run covered the day before its gate.',
          }),
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const { market_id, date: day, resolution, format, locale } = request.query;
      const { market_id: zone } = getMarket(market_id);
      readableProduct(principal, { market_id, product: 'da' });
      const products = readableIntraday(principal, zone);
      shareReply(request, { product: undefined });
      const outlook = await getGateOutlook(context, { products, zone, day, resolution });
      if (wantsCsv(request.headers.accept, format))
        return sendCsv(reply, gateOutlookCsvTable(outlook, { zone, resolution }), locale);
      return toGateOutlook(outlook, { zone, resolution });
    },
  );
};
