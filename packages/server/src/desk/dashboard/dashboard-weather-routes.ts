import { formatMadrid, TIME_ZONE, ZONES } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
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
  ProductField,
  SimulatedField,
  StartField,
} from '../../ground/http/fields.ts';
import { dayParameter, MarketId, ProductName } from '../../ground/http/parameters.ts';
import { formatInstant, roundHalfAway } from '../../ground/http/wire.ts';
import { withProduct } from '../../market/catalog/market-catalog.ts';
import { marketProductId, productFields } from '../../ground/market-ids.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { getWeather, type WeatherHour, type WeatherValue } from './get-weather.ts';

const WeatherQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.default('da'),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
});

function weatherValue(id: string, unit: string, [forecast, change, observed]: [number, number, number]) {
  const field = (description: string, example: number) =>
    z
      .number()
      .nullable()
      .meta({ description: `${description}, ${unit}; null where it is not known`, examples: [example] });
  return z
    .object({
      forecast: field('As the run knew it', forecast),
      change: field('How much more than the run before knew', change),
      observed: field('What it was, from a reanalysis days later', observed),
    })
    .meta({ id });
}

export const Weather = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    date: dayField('Delivery day'),
    forecast_id: ForecastIdField.nullable().meta({
      description:
        'The newest run that covers the day; null where there is none: then the weather is as known now',
      examples: ['0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'],
    }),
    issued_at: instantField('When the run was issued').nullable(),
    previous_forecast_id: ForecastIdField.nullable().meta({
      description: 'The run before it that covers the day, against which changes are given',
      examples: ['5d2f4b1c-7e0f-4c8e-9f57-2b7f0c3b8a11'],
    }),
    has_weather: z.boolean().meta({
      description: 'False where no weather of any day is stored: no source of it is set up',
      examples: [true],
    }),
    hours: z.array(
      z
        .object({
          hour: HourField,
          start: StartField,
          temperature_c: weatherValue('Temperature', '°C, weighted by load', [18.4, -0.6, 18.1]),
          wind_speed_m_s: weatherValue(
            'WindSpeed',
            'm/s at 100 m, weighted by wind capacity',
            [7.2, 0.9, 6.8],
          ),
          irradiance_w_m2: weatherValue('Irradiance', 'W/m², weighted by solar capacity', [612.5, 14.2, 640]),
        })
        .meta({ id: 'WeatherHour' }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'DayWeather' });
export type Weather = z.infer<typeof Weather>;

export const dashboardWeatherRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/dashboard/weather',
    {
      config: { dialect: CLIENT_DIALECT, scope: 'forecasts:read' as const, sharesReplies: true },
      schema: {
        operationId: 'getWeather',
        tags: ['Dashboard'],
        summary: 'The weather behind the forecast of a delivery day, and what it was',
        description:
          'Means over points of Spain, weighted by load, wind or solar capacity: as the newest run of the day knew them, against the run before, and as a reanalysis measured them days later. Where no weather is stored, because no source of it is set up, `has_weather` is false and `hours` empty; 404 where there is weather, but none of the day.',
        querystring: WeatherQuery,
        response: {
          200: Weather.describe('The weather of each hour.'),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503]),
        },
      },
    },
    async (request): Promise<Weather> => {
      const { product, date } = withProduct(principalOf(request), request.query);
      shareReply(request, { product: marketProductId(product) });
      const { run, previous, hasWeather, hours, simulated } = await getWeather(context, {
        product,
        day: date,
      });
      return {
        ...productFields(product),
        date,
        forecast_id: run?.id ?? null,
        issued_at: run === undefined ? null : formatInstant(run.issuedAt),
        previous_forecast_id: previous?.id ?? null,
        has_weather: hasWeather,
        hours: hours.map(toHour),
        simulated,
      };
    },
  );
};

function toHour({ start, hour, values }: WeatherHour): Weather['hours'][number] {
  return {
    hour,
    start: formatMadrid(start),
    temperature_c: toValue(values.temperature),
    wind_speed_m_s: toValue(values.windspeed),
    irradiance_w_m2: toValue(values.irradiance),
  };
}

function toValue({ forecast, change, observed }: WeatherValue) {
  return { forecast: rounded(forecast), change: rounded(change), observed: rounded(observed) };
}

/** One decimal is finer than any weather forecast. */
function rounded(value: number | undefined): number | null {
  return value === undefined ? null : roundHalfAway(value, 1);
}
