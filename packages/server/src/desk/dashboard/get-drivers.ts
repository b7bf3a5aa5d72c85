import type { Contributions } from '@lonja/forecasting';
import { AUCTION_CALENDAR, type DeliveryDay, type Product, coveredPeriods } from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { findExplanation } from '../../forecasts/runs/forecast-contributions.ts';
import { type ForecastRun, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import { findDayRuns } from './find-day-runs.ts';

export interface DriversQuery {
  product: Product;
  day: DeliveryDay;
}

/** What one group of inputs adds to the forecast of an hour, EUR/MWh. */
export interface Driver {
  group: string;
  value: number;
  /** How much more than in the run before; undefined where that has no value. */
  change: number | undefined;
}

export interface DrivenHour {
  start: number;
  hour: number;
  baseline: number;
  drivers: Driver[];
}

export interface Drivers {
  run: ForecastRun;
  /** The run before it that forecast other prices or bounds for the day. */
  previous: ForecastRun | undefined;
  hours: DrivenHour[];
}

/**
 * What the forecast that counts for a delivery day rests on, hour by hour: baseline + drivers = point forecast. Throws `not_found` where no
 * run covers the day or this one has no explanation.
 */
export async function getDrivers(context: ReadContext, { product, day }: DriversQuery): Promise<Drivers> {
  const visible = clampToServedDays({ from: day, to: day }) && (await findVisibleRuns(context, product));
  const known = visible && (await readKnownPrices(context, { product, from: day, to: day }));
  const { run, previous } = await findDayRuns(context.db, visible, {
    product,
    day,
    publishedAt: known?.publishedAt ?? new Map(),
  });
  const explanation = run && (await findExplanation(context.db, run.id, day));
  if (run === undefined || explanation === undefined) {
    throw new AppError(
      'not_found',
      `There is no explained forecast for ${marketProductId(product)} on ${day}; GET /forecasts/available-dates lists the days that have a forecast.`,
    );
  }
  const before = previous && (await findExplanation(context.db, previous.id, day));
  return { run, previous, hours: drivenHours(product, day, explanation, before) };
}

function drivenHours(
  product: Product,
  day: DeliveryDay,
  { baseline, contributions }: Contributions,
  before: Contributions | undefined,
): DrivenHour[] {
  const earlier = new Map(before?.contributions.map(({ group, values }) => [group, values]));
  return coveredPeriods(AUCTION_CALENDAR[product], day, 'PT1H').map(({ start, hour }) => ({
    start,
    hour,
    baseline: baseline[hour],
    drivers: contributions.map(({ group, values }) => {
      const earlierValue = earlier.get(group)?.[hour];
      const change = earlierValue === undefined ? undefined : values[hour] - earlierValue;
      return { group, value: values[hour], change };
    }),
  }));
}
