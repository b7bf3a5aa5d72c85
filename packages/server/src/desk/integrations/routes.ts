import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { HOUR_MS, formatMadrid, periodMs } from '@lonja/forecasting/market';
import { isSimulated } from '../../ground/database/read-context.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import { type TariffPeriod, type TariffTerms, listTariff } from './list-tariff.ts';
import { marketProductId } from '../../market/catalog/market-catalog.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  EmhassQuery,
  EmhassTariff,
  EvccTariff,
  HomeAssistantQuery,
  HomeAssistantTariff,
  PredbatQuery,
  PredbatTariff,
  TariffQuery,
} from './schemas.ts';
import { formatInstant, roundHalfAway } from '../../ground/http/wire.ts';
import type { ForecastReadContext } from '../../forecasts/runs/forecast-read-context.ts';

/** As many entries of `prices` as stay below what Home Assistant records of one state, 16,384 bytes, with room for the rest. */
const RECORDED_PERIODS = 144;
/** Predbat's entries are longer, and it plans two days. */
const PREDBAT_HOURS = { PT15M: 24, PT1H: 48 };

const MINUTES = { PT15M: 15, PT30M: 30, PT1H: 60 };

type BillTerms = Omit<z.infer<typeof TariffQuery>, 'resolution'>;

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
    'The cleared price where the auction has cleared, after that the newest forecast: (price + surcharge + that of the period of 2.0TD) × (1 + tax).';

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
        querystring: HomeAssistantQuery,
        response: { 200: HomeAssistantTariff.describe('The price now, and the prices to come.'), ...errors },
      },
    },
    async (request) => {
      const { resolution, form, ...terms } = request.query;
      const minutes = MINUTES[resolution];
      const recorded = Math.min(168, (RECORDED_PERIODS * minutes) / 60);
      const hours = terms.hours ?? (form === 'compact' ? 168 : recorded);
      const periods = await readTariff(request, { ...terms, hours }, resolution);
      const [current] = periods;
      const forecastFrom = periods.find(({ isForecast }) => isForecast)?.start;
      const comingDay = periods.slice(0, (24 * 60) / minutes).map((period) => roundRetail(period.eurPerKwh));
      return {
        current: roundRetail(current.eurPerKwh),
        unit: 'EUR/kWh' as const,
        lowest: Math.min(...comingDay),
        highest: Math.max(...comingDay),
        next_start: formatInstant(current.end),
        prices: (form === 'compact' ? [] : periods).map(({ start, end, eurPerKwh, isForecast }) => ({
          start: formatInstant(start),
          end: formatInstant(end),
          price: roundRetail(eurPerKwh),
          forecast: isForecast,
        })),
        ...(form === 'compact' && {
          compact: {
            start: formatInstant(current.start),
            step_minutes: minutes,
            values: periods.map(({ eurPerKwh }) => roundRetail(eurPerKwh)),
            forecast_from: forecastFrom === undefined ? null : formatInstant(forecastFrom),
          },
        }),
        simulated: await isSimulated(context),
      };
    },
  );

  app.get(
    '/integrations/predbat',
    {
      config,
      schema: {
        operationId: 'getPredbatTariff',
        tags,
        summary: 'Tariff for Predbat, by a REST sensor of Home Assistant',
        description,
        querystring: PredbatQuery,
        response: { 200: PredbatTariff.describe('The prices.'), ...errors },
      },
    },
    async (request) => {
      const { resolution, ...terms } = request.query;
      const hours = terms.hours ?? PREDBAT_HOURS[resolution];
      const periods = await readTariff(request, { ...terms, hours }, resolution);
      return {
        current: roundRetail(periods[0].eurPerKwh),
        prices: periods.map((period) => {
          const [from, till] = [formatInstant(period.start), formatInstant(period.end)];
          return { from, till, start: from, end: till, value: roundRetail(period.eurPerKwh) };
        }),
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
      const hours = request.query.hours ?? hoursUntilSameTimeTomorrow(context.clock.now());
      const query = { ...request.query, hours };
      const resolution = query.step === 'PT1H' ? 'PT1H' : 'PT15M';
      const bought = inSteps(await readTariff(request, query, resolution), query.step, resolution);
      const sellingTerms = { hours, surcharge: query.feed_in, tax: '0' };
      const sold = inSteps(await readTariff(request, sellingTerms, resolution), query.step, resolution);
      await markSimulated(reply);
      return {
        load_cost_forecast: bought,
        prod_price_forecast: sold,
        method_ts_round: 'first' as const,
        prediction_horizon: bought.length,
      };
    },
  );

  /** Where the shape of the answer has no place for it. */
  async function markSimulated(reply: FastifyReply): Promise<void> {
    if (await isSimulated(context)) void reply.header('X-Simulated', 'true');
  }

  async function readTariff(
    request: FastifyRequest,
    terms: BillTerms,
    resolution: 'PT15M' | 'PT1H',
  ): Promise<TariffPeriod[]> {
    const product = marketProductId('da');
    assertSubscription(principalOf(request), product);
    const periods = await listTariff(context, {
      surchargeEurPerKwh: Number(terms.surcharge),
      access: accessTermsOf(terms),
      taxPercent: Number(terms.tax),
      count: (terms.hours * 60) / MINUTES[resolution],
      resolution,
    });
    shareReply(request, { product, until: periods[0].end });
    return periods;
  }
};

/** The schema has all three surcharges or none. */
function accessTermsOf(terms: BillTerms): TariffTerms['access'] {
  if (terms.surcharge_p1 === undefined) return undefined;
  return {
    zone: terms.tariff_zone ?? 'peninsula',
    eurPerKwh: {
      p1: Number(terms.surcharge_p1),
      p2: Number(terms.surcharge_p2),
      p3: Number(terms.surcharge_p3),
    },
  };
}

/** EMHASS plans a calendar day from now on: 23 or 25 hours where the clock changes before its end. */
function hoursUntilSameTimeTomorrow(now: number): number {
  const offset = (instant: number) => Date.parse(`${formatMadrid(instant).slice(0, 19)}Z`) - instant;
  const second = now - (now % 1000);
  return 24 + (offset(second) - offset(second + 24 * HOUR_MS)) / HOUR_MS;
}

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
  return roundHalfAway(eurPerKwh, 5);
}
