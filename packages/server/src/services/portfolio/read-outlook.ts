import { dayScenarios } from '@lonja/forecasting';
import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  deliveryPeriods,
  HOUR_MS,
  periodMs,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { AppError } from '../../errors.ts';
import { forecastLimit } from '../accuracy/forecast-limit.ts';
import { getForecastOfDay } from '../forecasts/get-forecast.ts';
import type { ForecastRun, ServedRun } from '../forecasts/visible-runs.ts';
import { readKnownPrices } from '../prices/known-prices.ts';
import { listPrices } from '../prices/list-prices.ts';
import { fitDayScenarios } from './fit-day-scenarios.ts';
import type { DayFit, PastDay, PortfolioContext, ScenarioSource } from './portfolio-context.ts';

/** The product that sites are valued at. */
export const VALUED_PRODUCT = 'da';

/** What is expected, and later known, of the day-ahead prices of a delivery day. EUR/MWh. */
export interface PriceOutlook {
  day: DeliveryDay;
  run: ForecastRun;
  periodHours: number;
  periods: (ForecastPoint & { hour: number })[];
  /** Equally likely prices of the whole day, one row for each scenario. */
  scenarios: Float64Array[];
  scenarioSource: ScenarioSource;
  /** The past days that they were made of; none where they are assumed. */
  past: readonly PastDay[];
  /** Prices of all periods once they have cleared. */
  cleared: Float64Array | undefined;
  /** What became known later has no part in it; epoch ms. */
  knownAt: number;
}

/**
 * The outlook of a day by its newest run; of a day whose prices are public by the last run before them, so that what is said of a past day is
 * what could have been said in time. Where there is none, because the service was first started after them, by the newest run: no run knows
 * the prices of the days that it forecasts. Throws `not_found` where no run covers the day.
 */
export async function readOutlook(
  context: PortfolioContext,
  { day, resolution }: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H' },
): Promise<PriceOutlook> {
  const span = { product: VALUED_PRODUCT, from: day, to: day } as const;
  const known = await readKnownPrices(context, span);
  const limit = known?.publishedAt.has(day)
    ? forecastLimit(VALUED_PRODUCT, day, known.publishedAt) - 1
    : undefined;
  const { run, points, knownAt } = await findForecast(context, { day, resolution, limit });
  const byStart = new Map(points.map((point) => [point.start, point]));
  const periods = deliveryPeriods(day, resolution).flatMap(({ start, hour }) => {
    const point = byStart.get(start);
    return point === undefined ? [] : [{ ...point, hour }];
  });
  if (periods.length < deliveryPeriods(day, resolution).length) {
    throw new AppError('not_found', `The forecast ${run.id} covers only a part of ${day}.`);
  }
  const { prices } = await listPrices(context, { ...span, hour: undefined, resolution });
  const { fit, source, past } = await readFit(context, run, day);
  return {
    day,
    run,
    periodHours: periodMs(resolution) / HOUR_MS,
    periods,
    scenarios: dayScenarios(
      fit,
      periods.map(({ hour, ...point }) => ({ ...point, slot: hour })),
      AUCTION_CALENDAR[VALUED_PRODUCT].priceLimits,
    ),
    scenarioSource: source,
    past,
    cleared:
      prices.length === periods.length
        ? Float64Array.from(prices, ({ priceEurPerMwh }) => priceEurPerMwh)
        : undefined,
    knownAt,
  };
}

async function findForecast(
  context: PortfolioContext,
  { limit, ...wanted }: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H'; limit: number | undefined },
): Promise<ServedRun & { knownAt: number }> {
  const forecastAt = (asOf: number | undefined) =>
    getForecastOfDay(context, { ...wanted, product: VALUED_PRODUCT, asOf });
  if (limit === undefined) return { ...(await forecastAt(undefined)), knownAt: context.clock.now() };
  try {
    return { ...(await forecastAt(limit)), knownAt: limit };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    const late = await forecastAt(undefined);
    return { ...late, knownAt: late.run.issuedAt };
  }
}

async function readFit(context: PortfolioContext, run: ForecastRun, day: DeliveryDay): Promise<DayFit> {
  const key = `${run.id} ${day}`;
  const fit = await context.fits.get(key, () => fitDayScenarios(context, run, day));
  if (!fit.isComplete) context.fits.forget(key);
  return fit;
}
