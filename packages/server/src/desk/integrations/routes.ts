import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HOUR_MS, formatMadrid } from '@lonja/forecasting/market';
import { isSimulated } from '../../ground/database/read-context.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import { priceOfPastYear, PVPC_ERROR_EUR_PER_MWH } from './bill-price.ts';
import { type AskedTerms, billTermsOf } from './bill-terms.ts';
import { type TariffPeriod, listTariff } from './list-tariff.ts';
import { LATER_HOURS, bestFinalCharge, valueOfStoredEnergy } from './stored-energy.ts';
import { inHours, inSteps, MINUTES, roundRetail } from './tariff-steps.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  EmhassTariff,
  EvccOptimizerInput,
  EvccTariff,
  HomeTariff,
  HomeAssistantTariff,
  PredbatTariff,
} from './schemas.ts';
import {
  EmhassQuery,
  EvccOptimizerQuery,
  HomeAssistantQuery,
  PredbatQuery,
  TariffQuery,
} from './tariff-queries.ts';
import { formatInstant, roundHalfAway, roundPrice } from '../../ground/http/wire.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';

/** As many entries of `prices` as stay below what Home Assistant records of one state, 16,384 bytes, with room for the rest. */
const RECORDED_PERIODS = 144;
/** Predbat's entries are longer, and it plans two days. */
const PREDBAT_HOURS = { PT15M: 24, PT1H: 48 };

/** What the share of futures is priced at, EUR/MWh; undefined of a tariff without one. */
type Futures = { price: number; source: 'request' | 'mean_of_past_year' } | undefined;

/** What is sold has neither tax nor losses. */
const UNTAXED = { tariff: 'indexed', electricity_tax: '0', tax: '0' } as const;

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
    'The cleared price where the auction has cleared, after that the newest forecast: ((price + adjustment + futures) × (1 + losses) + surcharge + that of the period of 2.0TD) × (1 + electricity tax) × (1 + tax).';

  app.get(
    '/integrations/tariff',
    {
      config,
      schema: {
        operationId: 'getHomeTariff',
        tags,
        summary: 'Prices of a home bill with their bounds',
        description: `${description} The bounds are those of the price alone: 8 of 10 outcomes lie within them. Of the PVPC they come from the paths of the forecast, because the mean of the day counts as well.`,
        querystring: TariffQuery,
        response: { 200: HomeTariff.describe('The prices.'), ...errors },
      },
    },
    async (request) => {
      const { resolution, ...terms } = request.query;
      const futures = await futuresOf(terms);
      const periods = await readTariff(request, terms, resolution, { withBounds: true, futures });
      return {
        tariff: terms.tariff,
        unit: 'EUR/kWh' as const,
        periods: periods.map(({ start, end, eurPerKwh, bounds, isForecast }) => ({
          start: formatInstant(start),
          end: formatInstant(end),
          price: roundRetail(eurPerKwh),
          p10: bounds === undefined ? null : roundRetail(bounds.p10),
          p90: bounds === undefined ? null : roundRetail(bounds.p90),
          forecast: isForecast,
        })),
        futures: futures ?? null,
        published_error: futures === undefined ? null : PVPC_ERROR_EUR_PER_MWH / 1000,
        simulated: await isSimulated(context),
      };
    },
  );

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
      const { step, feed_in: feed, soc_init: charge, ...terms } = request.query;
      const hours = terms.hours ?? hoursUntilSameTimeTomorrow(context.clock.now());
      const resolution = step === 'PT1H' ? 'PT1H' : 'PT15M';
      const read = charge === undefined ? hours : hours + LATER_HOURS;
      const known = await readTariff(request, { ...terms, hours: read }, resolution);
      const horizon = (hours * 60) / MINUTES[resolution];
      const bought = inSteps(known.slice(0, horizon), step, resolution);
      const selling = { hours, surcharge: feed, ...UNTAXED };
      const sold = inSteps(await readTariff(request, selling, resolution), step, resolution);
      await markSimulated(reply);
      return {
        load_cost_forecast: bought,
        prod_price_forecast: sold,
        method_ts_round: 'first' as const,
        prediction_horizon: bought.length,
        ...(charge !== undefined && {
          soc_init: Number(charge),
          soc_final: finalCharge(inHours(known, hours, resolution), hours, { ...terms, charge }),
        }),
      };
    },
  );

  app.get(
    '/integrations/evcc-optimizer',
    {
      // The first step is what is left of it: no answer holds for another second.
      config: { ...config, sharesReplies: false },
      schema: {
        operationId: 'getEvccOptimizerInput',
        tags,
        summary: 'Prices and the value of stored energy for the optimiser of evcc',
        description: `${description} \`p_a\` is what the bill of the ${LATER_HOURS} hours after the horizon is lower with a full battery than with an empty one, for each Wh.`,
        querystring: EvccOptimizerQuery,
        response: { 200: EvccOptimizerInput.describe('Part of the request.'), ...errors },
      },
    },
    async (request, reply) => {
      const { hours, resolution, feed_in: feed, ...terms } = request.query;
      const known = await readTariff(request, { ...terms, hours: hours + LATER_HOURS }, resolution);
      const later = inHours(known, hours, resolution).slice(hours);
      const selling = { hours, surcharge: feed, ...UNTAXED };
      const sold = await readTariff(request, selling, resolution);
      const bought = known.slice(0, sold.length);
      const efficiency = Number(terms.battery_efficiency);
      const value = valueOfStoredEnergy(later, 1, batteryOf(terms));
      await markSimulated(reply);
      const now = context.clock.now();
      return {
        time_series: {
          dt: bought.map(({ start, end }) => Math.ceil((end - Math.max(start, now)) / 1000)),
          p_N: bought.map(({ eurPerKwh }) => perWh(eurPerKwh)),
          p_E: sold.map(({ eurPerKwh }) => perWh(eurPerKwh)),
        },
        batteries: [{ p_a: Math.max(0, perWh(value)) }],
        eta_c: efficiency,
        eta_d: efficiency,
      };
    },
  );

  /** Where the shape of the answer has no place for it. */
  async function markSimulated(reply: FastifyReply): Promise<void> {
    if (await isSimulated(context)) void reply.header('X-Simulated', 'true');
  }

  async function futuresOf({ tariff, futures_eur_mwh: sent }: AskedTerms): Promise<Futures> {
    if (tariff !== 'pvpc') return undefined;
    return sent === undefined
      ? { price: roundPrice(await priceOfPastYear(context)), source: 'mean_of_past_year' }
      : { price: Number(sent), source: 'request' };
  }

  async function readTariff(
    request: FastifyRequest,
    terms: AskedTerms,
    resolution: 'PT15M' | 'PT1H',
    { withBounds, futures: known }: { withBounds: boolean; futures?: Futures } = { withBounds: false },
  ): Promise<TariffPeriod[]> {
    const product = marketProductId('da');
    assertSubscription(principalOf(request), product);
    const futures = known ?? (await futuresOf(terms));
    const periods = await listTariff(context, {
      terms: billTermsOf(terms, futures?.price),
      count: (terms.hours * 60) / MINUTES[resolution],
      resolution,
      withBounds,
    });
    shareReply(request, { product, until: periods[0].end });
    return periods;
  }
};

interface BatteryTerms {
  battery_hours: string;
  battery_efficiency: string;
}

function batteryOf({ battery_hours: hours, battery_efficiency: efficiency }: BatteryTerms) {
  return { hours: Number(hours), efficiency: Number(efficiency) };
}

/** In EMHASS's share of the whole capacity, of which the battery uses what lies between its bounds. */
function finalCharge(
  prices: readonly number[],
  hours: number,
  terms: BatteryTerms & { charge: string; soc_min: string; soc_max: string },
): number {
  const [lowest, highest] = [Number(terms.soc_min), Number(terms.soc_max)];
  const charge = Math.min(Math.max((Number(terms.charge) - lowest) / (highest - lowest), 0), 1);
  const final = bestFinalCharge(prices, hours, 1, { ...batteryOf(terms), charge });
  return roundHalfAway(lowest + final * (highest - lowest), 3);
}

function perWh(eurPerKwh: number): number {
  return roundHalfAway(eurPerKwh / 1000, 8);
}

/** EMHASS plans a calendar day from now on: 23 or 25 hours where the clock changes before its end. */
function hoursUntilSameTimeTomorrow(now: number): number {
  const offset = (instant: number) => Date.parse(`${formatMadrid(instant).slice(0, 19)}Z`) - instant;
  const second = now - (now % 1000);
  return 24 + (offset(second) - offset(second + 24 * HOUR_MS)) / HOUR_MS;
}
