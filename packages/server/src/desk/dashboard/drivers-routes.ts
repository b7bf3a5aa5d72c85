import { formatMadrid, TIME_ZONE, ZONES } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { inputName } from '../../forecasts/runs/forecast-contributions.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  dayField,
  ForecastIdField,
  HourField,
  instantField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  priceField,
  ProductField,
  SimulatedField,
  StartField,
  UnitField,
} from '../../ground/http/fields.ts';
import { dayParameter, MarketId, ProductName } from '../../ground/http/parameters.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';
import { withProduct } from '../../market/catalog/market-catalog.ts';
import { marketProductId, PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { type DrivenHour, getDrivers } from './get-drivers.ts';

const DriversQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.default('da'),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
});

const Driver = z
  .object({
    input: z.string().meta({
      description:
        'Group of inputs: `calendar` (weekday, season and what the model has learnt of the market), `recent_prices`, an input such as `load`, `wind` or `solar`, or `zone_spread`, how far Portugal is expected to clear from Spain',
      examples: ['wind'],
    }),
    value: priceField('What the group adds to the forecast', -12.4),
    change: priceField(
      'How much more than in the run before; null where that run has no figure for it',
      -3.1,
    ).nullable(),
  })
  .meta({ id: 'Driver' });

export const Drivers = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    date: dayField('Delivery day'),
    forecast_id: ForecastIdField,
    issued_at: instantField('When the run was issued'),
    model_version: ModelVersionField,
    previous_forecast_id: ForecastIdField.nullable().meta({
      description: 'The run before it that covers the day, against which changes are given',
      examples: ['5d2f4b1c-7e0f-4c8e-9f57-2b7f0c3b8a11'],
    }),
    unit: UnitField,
    hours: z.array(
      z
        .object({
          hour: HourField,
          start: StartField,
          value: priceField('Point estimate: the baseline and all that drives the hour', 84.12),
          baseline: priceField('Mean price of the hour over the four weeks before', 71.3),
          drivers: z.array(Driver),
        })
        .meta({ id: 'DrivenHour' }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'Drivers' });
export type Drivers = z.infer<typeof Drivers>;

export const dashboardRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  app.get(
    '/dashboard/drivers',
    {
      config: { dialect: CLIENT_DIALECT, scope: 'forecasts:read' as const, sharesReplies: true },
      schema: {
        operationId: 'getDrivers',
        tags: ['Dashboard'],
        summary: 'What moves the prices of a delivery day, hour by hour',
        description:
          'Contributions of every input group to the newest forecast of the day. They add up to the point estimate less the baseline, up to rounding; each is a Shapley value, how much the forecast changes when the group stands at its values of the four weeks before instead. A forecast of Portugal rests on what Spain’s rests on, and on the expected spread between both (`zone_spread`).',
        querystring: DriversQuery,
        response: {
          200: Drivers.describe('The drivers of each hour.'),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503]),
        },
      },
    },
    async (request): Promise<Drivers> => {
      const { product, date } = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(product) });
      const { run, previous, hours } = await getDrivers(context, { product, day: date });
      return {
        ...productFields(product),
        date,
        forecast_id: run.id,
        issued_at: formatInstant(run.issuedAt),
        model_version: run.modelVersionId,
        previous_forecast_id: previous?.id ?? null,
        unit: PRICE_UNIT,
        hours: hours.map(toHour),
        simulated: run.dataOrigin === 'simulator',
      };
    },
  );
};

function toHour({ start, hour, baseline, drivers }: DrivenHour): Drivers['hours'][number] {
  return {
    hour,
    start: formatMadrid(start),
    value: roundPrice(drivers.reduce((sum, { value }) => sum + value, baseline)),
    baseline: roundPrice(baseline),
    drivers: drivers.map(({ group, value, change }) => ({
      input: inputName(group),
      value: roundPrice(value),
      change: change === undefined ? null : roundPrice(change),
    })),
  };
}
