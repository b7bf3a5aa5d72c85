import { formatMadrid } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getWeather, type WeatherHour, type WeatherValue } from './get-weather.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { marketProductId, productFields, withProduct } from '../../market/catalog/market-catalog.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { Weather, WeatherQuery } from './dashboard-weather-schemas.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { formatInstant, roundHalfAway } from '../../ground/http/wire.ts';

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
