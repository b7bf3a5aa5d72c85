import { deliveryDayOf, zoneOf, isFirstZone } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError } from '../../ground/errors.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';
import { readableProduct } from '../../market/catalog/market-catalog.ts';
import { NoQuery } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { toDegraded } from '../runs/degraded-fields.ts';
import { toRunFields } from '../runs/forecast-records.ts';
import type { ForecastReadContext } from '../runs/forecast-read-context.ts';
import { getLatestForecast } from '../runs/get-forecast.ts';
import type { ServedRun } from '../runs/visible-runs.ts';
import { type Shift as AskedShift, WhatIfBody, WhatIfRecord } from './schemas.ts';
import type { Shift, WhatIf, WhatIfs } from './what-if.ts';

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
        querystring: NoQuery,
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
      const asked = { runId: served.run.id, resolution, shifts: shifts.map(shiftOf) };
      const whatIf = await context.whatIfs.make(asked);
      return toRecord(served, whatIf, resolution);
    },
  );
};

function shiftOf({ input, date, from_period, to_period, mw, percent, eur_mwh, like }: AskedShift): Shift {
  const change =
    like === undefined
      ? percent === undefined
        ? { add: mw ?? eur_mwh ?? 0 }
        : { percent }
      : { likeDay: like };
  return { input, day: date, fromPeriod: from_period, toPeriod: to_period, change };
}

function toRecord({ run, points }: ServedRun, whatIf: WhatIf, resolution: 'PT1H' | 'PT15M'): WhatIfRecord {
  const published = new Map(points.map((point) => [point.start, point]));
  const pairs = whatIf.points.map((point) => {
    const base = published.get(point.start);
    if (base === undefined) throw new Error('A what-if has the periods of its run.');
    return { point, base };
  });
  return {
    hypothetical: true,
    ...toRunFields(run),
    resolution,
    model_version: run.modelVersionId,
    points: pairs.map(({ point, base }) => ({
      time: formatInstant(point.start),
      value: roundPrice(point.value),
      p10: roundPrice(point.p10),
      p90: roundPrice(point.p90),
      base_value: roundPrice(base.value),
      base_p10: roundPrice(base.p10),
      base_p90: roundPrice(base.p90),
      change: roundPrice(point.value - base.value),
    })),
    days: [...Map.groupBy(pairs, ({ point }) => deliveryDayOf(point.start))].map(([date, ofDay]) => {
      const mean = meanOf(ofDay.map(({ point }) => point.value));
      const baseMean = meanOf(ofDay.map(({ base }) => base.value));
      return {
        date,
        base_mean: roundPrice(baseMean),
        mean: roundPrice(mean),
        change: roundPrice(mean - baseMean),
      };
    }),
    inputs: whatIf.inputs.map(({ input, values }) => ({
      input,
      unit: input === 'gas' ? 'EUR/MWh' : 'MW',
      values: values.map(({ start, base, supposed }) => ({
        time: formatInstant(start),
        base: roundPrice(base),
        supposed: roundPrice(supposed),
      })),
    })),
    fitted_ms: Math.round(whatIf.fittedMs),
    ...toDegraded(run),
    simulated: run.dataOrigin === 'simulator',
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
