import { formatMadrid } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { inputName } from '../../forecasts/runs/forecast-contributions.ts';
import { type DrivenHour, getDrivers } from './get-drivers.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import {
  PRICE_UNIT,
  marketProductId,
  productFields,
  withProduct,
} from '../../market/catalog/market-catalog.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { Drivers, DriversQuery } from './schemas.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

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
