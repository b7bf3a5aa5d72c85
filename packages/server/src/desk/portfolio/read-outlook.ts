import {
  addDays,
  dayStart,
  type DeliveryDay,
  deliveryPeriods,
  HOUR_MS,
  periodMs,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import type { DependenceBasis } from '@lonja/forecasting/scenarios';
import { AppError } from '../../ground/errors.ts';
import { forecastLimit } from '../../forecasts/runs/cutoff.ts';
import { getForecastOfDay } from '../../forecasts/runs/get-forecast.ts';
import { getPaths, USUAL_PATHS } from '../../forecasts/runs/get-paths.ts';
import type { ForecastRun, ServedRun } from '../../forecasts/runs/run-store.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import { listPrices } from '../../market/prices/list-prices.ts';
import type { PastDay, PortfolioContext } from './portfolio-context.ts';
import { readPastDays } from './read-past-days.ts';

/** The product that sites are valued at. */
export const VALUED_PRODUCT = 'da';

/** What is expected, and later known, of the day-ahead prices of a delivery day. EUR/MWh. */
export interface PriceOutlook {
  day: DeliveryDay;
  run: ForecastRun;
  periodHours: number;
  periods: (ForecastPoint & { hour: number })[];
  /** Equally likely prices of the whole day, one row for each scenario: the run's usual paths. */
  scenarios: Float64Array[];
  scenarioSource: DependenceBasis;
  /** Their mean, by period. */
  expectedPrices: Float64Array;
  /** Past days with the errors of their forecasts; none where there are too few. */
  past: readonly PastDay[];
  /** Prices of all periods once they have cleared. */
  cleared: Float64Array | undefined;
  /** What came later than this has no part in it, epoch ms; absent: nothing is left out. */
  asOf?: number | undefined;
}

/**
 * The outlook of a day by its newest run; of a day whose prices are public by the last run before them, so that what is said of a past day is
 * what could have been said in time. Where there is none, because the service was first started after them, by the newest run: no run knows
 * the prices of the days that it forecasts. With `asOf` (epoch ms) by the last run published by then, whatever came later. Throws `not_found` where no run covers the day.
 */
export async function readOutlook(
  context: PortfolioContext,
  { day, resolution, asOf }: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H'; asOf?: number | undefined },
): Promise<PriceOutlook> {
  const span = { product: VALUED_PRODUCT, from: day, to: day } as const;
  const known = await readKnownPrices(context, span);
  const limit = known?.publishedAt.has(day)
    ? forecastLimit(VALUED_PRODUCT, day, known.publishedAt) - 1
    : undefined;
  const { run, points } = await (asOf === undefined
    ? findForecast(context, { day, resolution, limit })
    : getForecastOfDay(context, { day, resolution, product: VALUED_PRODUCT, asOf }));
  const byStart = new Map(points.map((point) => [point.start, point]));
  const periods = deliveryPeriods(day, resolution).flatMap(({ start, hour }) => {
    const point = byStart.get(start);
    return point === undefined ? [] : [{ ...point, hour }];
  });
  if (periods.length < deliveryPeriods(day, resolution).length) {
    throw new AppError('not_found', `The forecast ${run.id} covers only a part of ${day}.`);
  }
  const { prices } = await listPrices(context, { ...span, hour: undefined, resolution });
  const { paths, dependenceBasis } = await getPaths(context, run, {
    resolution,
    count: USUAL_PATHS,
    from: dayStart(day),
    to: dayStart(addDays(day, 1)),
  });
  return {
    day,
    asOf,
    run,
    periodHours: periodMs(resolution) / HOUR_MS,
    periods,
    scenarios: paths,
    scenarioSource: dependenceBasis,
    expectedPrices: Float64Array.from(
      periods,
      (_, t) => paths.reduce((sum, path) => sum + path[t], 0) / paths.length,
    ),
    past: await context.pastDays.get(`${run.id} ${day}`, () => readPastDays(context, run, day)),
    cleared:
      prices.length === periods.length
        ? Float64Array.from(prices, ({ priceEurPerMwh }) => priceEurPerMwh)
        : undefined,
  };
}

/** By `limit`; where no run was there by then, or there is no limit, the newest. */
async function findForecast(
  context: PortfolioContext,
  { limit, ...wanted }: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H'; limit: number | undefined },
): Promise<ServedRun> {
  const forecastAt = (asOf: number | undefined) =>
    getForecastOfDay(context, { ...wanted, product: VALUED_PRODUCT, asOf });
  if (limit === undefined) return forecastAt(undefined);
  try {
    return await forecastAt(limit);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    return forecastAt(undefined);
  }
}
