import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { periodMs } from '@lonja/forecasting/market';
import { type ForecastReadContext, isSimulated } from '../../services/forecasts/read-context.ts';
import { assertSubscription } from '../../services/identity/principal.ts';
import { listTariff, type TariffPeriod } from '../../services/integrations/list-tariff.ts';
import { marketProductId } from '../../services/markets/market-catalog.ts';
import { CLIENT_DIALECT } from '../error-dialects.ts';
import { principalOf } from '../plugins/authentication.ts';
import { shareReply } from '../plugins/shared-replies.ts';
import { errorResponses } from '../schemas/error.ts';
import {
  EmhassQuery,
  EmhassTariff,
  EvccTariff,
  HomeAssistantTariff,
  TariffQuery,
} from '../schemas/integrations.ts';
import { formatInstant } from '../wire.ts';

const MINUTES = { PT15M: 15, PT30M: 30, PT1H: 60 };

/** The day-ahead tariff in the shape that each program reads; docs/integrations.md has their configuration. */
export const integrationRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  const config = { dialect: CLIENT_DIALECT, scope: 'forecasts:read' as const, sharesReplies: true };
  const tags = ['Integrations'];
  const errors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
    404: 'Neither a price nor a forecast is known for the present.',
  });
  const description =
    'The cleared price where the auction has cleared, after that the newest forecast: (price + surcharge) × (1 + tax).';

  app.get(
    '/integrations/evcc',
    {
      config,
      schema: {
        operationId: 'getEvccTariff',
        tags,
        summary: 'Tariff for evcc',
        description,
        querystring: TariffQuery,
        response: { 200: EvccTariff.describe('The rates.'), ...errors },
      },
    },
    async (request, reply) => {
      const periods = await readTariff(request, request.query, request.query.resolution);
      await markSimulated(reply);
      return periods.map(({ start, end, eurPerKwh }) => ({
        start: formatInstant(start),
        end: formatInstant(end),
        value: roundRetail(eurPerKwh),
      }));
    },
  );

  app.get(
    '/integrations/home-assistant',
    {
      config,
      schema: {
        operationId: 'getHomeAssistantTariff',
        tags,
        summary: 'Tariff for a REST sensor of Home Assistant',
        description,
        querystring: TariffQuery,
        response: { 200: HomeAssistantTariff.describe('The price now, and the prices to come.'), ...errors },
      },
    },
    async (request) => {
      const periods = await readTariff(request, request.query, request.query.resolution);
      const [current] = periods;
      const comingDay = periods
        .slice(0, (24 * 60) / MINUTES[request.query.resolution])
        .map((period) => roundRetail(period.eurPerKwh));
      return {
        current: roundRetail(current.eurPerKwh),
        unit: 'EUR/kWh' as const,
        lowest: Math.min(...comingDay),
        highest: Math.max(...comingDay),
        next_start: formatInstant(current.end),
        prices: periods.map(({ start, end, eurPerKwh, isForecast }) => ({
          start: formatInstant(start),
          end: formatInstant(end),
          price: roundRetail(eurPerKwh),
          forecast: isForecast,
        })),
        simulated: await isSimulated(context),
      };
    },
  );

  app.get(
    '/integrations/emhass',
    {
      config,
      schema: {
        operationId: 'getEmhassTariff',
        tags,
        summary: 'Price forecasts as runtime parameters of EMHASS',
        description,
        querystring: EmhassQuery,
        response: { 200: EmhassTariff.describe('The parameters.'), ...errors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const resolution = query.step === 'PT1H' ? 'PT1H' : 'PT15M';
      const bought = inSteps(await readTariff(request, query, resolution), query.step, resolution);
      const sellingTerms = { ...query, surcharge: query.feed_in, tax: '0' };
      const sold = inSteps(await readTariff(request, sellingTerms, resolution), query.step, resolution);
      await markSimulated(reply);
      return { load_cost_forecast: bought, prod_price_forecast: sold, prediction_horizon: bought.length };
    },
  );

  /** Where the shape of the answer has no place for it. */
  async function markSimulated(reply: FastifyReply): Promise<void> {
    if (await isSimulated(context)) void reply.header('X-Simulated', 'true');
  }

  async function readTariff(
    request: FastifyRequest,
    terms: { surcharge: string; tax: string; hours: number },
    resolution: 'PT15M' | 'PT1H',
  ): Promise<TariffPeriod[]> {
    const product = marketProductId('da');
    assertSubscription(principalOf(request), product);
    const periods = await listTariff(context, {
      surchargeEurPerKwh: Number(terms.surcharge),
      taxPercent: Number(terms.tax),
      count: (terms.hours * 60) / MINUTES[resolution],
      resolution,
    });
    shareReply(request, { product, until: periods[0].end });
    return periods;
  }
};

/** The mean of the periods of each step; the first step is the one that runs now, of which only what is left counts. */
function inSteps(
  periods: readonly TariffPeriod[],
  step: keyof typeof MINUTES,
  resolution: 'PT15M' | 'PT1H',
): number[] {
  const stepMs = MINUTES[step] * 60_000;
  if (stepMs === periodMs(resolution)) return periods.map(({ eurPerKwh }) => roundRetail(eurPerKwh));
  const steps = Map.groupBy(periods, ({ start }) => Math.floor(start / stepMs));
  const count = Math.floor((periods.length * periodMs(resolution)) / stepMs);
  return [...steps.values()]
    .slice(0, count)
    .map((ofStep) => roundRetail(ofStep.reduce((sum, { eurPerKwh }) => sum + eurPerKwh, 0) / ofStep.length));
}

/** EUR/kWh with 5 decimals, as fine as EUR/MWh with 2. */
function roundRetail(eurPerKwh: number): number {
  return Math.round(eurPerKwh * 1e5) / 1e5;
}
