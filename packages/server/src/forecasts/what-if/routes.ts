import { zoneOf, isFirstZone } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError } from '../../ground/errors.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { readableProduct } from '../../market/catalog/market-catalog.ts';
import { principalOf } from '../../people/access/authentication.ts';
import type { ForecastReadContext } from '../runs/run-points.ts';
import { getLatestForecast } from '../runs/get-forecast.ts';
import { toShift, toWhatIf, WhatIfBody, WhatIfRecord, type WhatIfs } from './record.ts';

export interface WhatIfContext extends ForecastReadContext {
  whatIfs: WhatIfs;
}

/** The current forecast with other inputs. */
export const whatIfRoutes: FastifyPluginAsyncZod<{ context: WhatIfContext }> = async (app, { context }) => {
  app.post(
    '/forecasts/what-if',
    {
      config: { dialect: CLIENT_DIALECT, scope: 'forecasts:read' as const, takesTurns: 'supposing' as const },
      schema: {
        operationId: 'getWhatIf',
        tags: ['Forecasts'],
        summary: 'What the current day-ahead forecast would be with other wind, sun, load or gas',
        description: [
          'Asks the fitted models of the newest run again, with inputs shifted by period, and gives the answer beside the published forecast. Nothing is stored, and nothing but the run and the shifts enters.',
          'Inputs stay within what they have been in their hour, since models say nothing beyond. Days that had cleared when the run was issued are left out.',
          'The first answer after a new run or a start takes some seconds more: the models are fitted once more (`fitted_ms`). 503 with `Retry-After` where others wait already.',
        ].join(' '),
        body: WhatIfBody,
        response: {
          200: WhatIfRecord.describe('The hypothetical forecast.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            404: 'There is no forecast yet, none of quarter hours, or the market is not Spain.',
            409: 'The newest run cannot be asked: another release has made it, or it stands on the weekly naive alone.',
            422: 'A field is mistyped or out of range, or an input cannot be so: negative, beyond its history, of a day or period that is not there.',
          }),
        },
      },
    },
    async (request) => {
      const { resolution, shifts, ...named } = request.body;
      const product = readableProduct(principalOf(request), named);
      if (!isFirstZone(zoneOf(product))) {
        throw new AppError(
          'not_found',
          'What-ifs are made of Spain alone: a forecast of Portugal is that of Spain and a spread. Send market_id es.',
        );
      }
      const served = await getLatestForecast(context, { product, resolution, asOf: undefined });
      const asked = { runId: served.run.id, resolution, shifts: shifts.map(toShift) };
      const whatIf = await context.whatIfs.make(asked);
      return toWhatIf(served, whatIf, resolution);
    },
  );
};
