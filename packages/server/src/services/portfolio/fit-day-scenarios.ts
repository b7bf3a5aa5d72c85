import { fitScenarios } from '@lonja/forecasting';
import {
  addDays,
  AUCTION_CALENDAR,
  type DeliveryDay,
  daysBetween,
  deliveryDayOf,
  earlierRunsOf,
  latestScheduledRun,
  localHourOf,
} from '@lonja/forecasting/market';
import { assumedErrors } from '@lonja/forecasting/scenarios';
import { type CalibrationForecast, listCalibrationForecasts } from '../../store/calibration-forecasts.ts';
import type { ForecastRun } from '../../store/forecast-queries.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { readKnownPrices } from '../prices/known-prices.ts';
import type { DayFit, PastDay } from './portfolio-context.ts';

/** Past days that scenarios are made of. Twice as many covered the money of a day no better on three markets, and plan slower. */
const PAST_DAYS = 95;
/** A first run has the forecasts of 21 days. */
const LEAST_PAST_DAYS = 20;
/** Models work on one slot for each local hour. */
const SLOTS = 24;

/**
 * How the prices of a delivery day deviate together from their forecast, learnt from the past forecasts of the same schedule and
 * lead day that calibrate the run's bounds too, as far as their prices were known when the run was issued.
 */
export async function fitDayScenarios(
  context: ReadContext,
  run: ForecastRun,
  day: DeliveryDay,
): Promise<DayFit> {
  const { past, isComplete } = await readPastDays(context, run, daysBetween(run.firstDay, day));
  return past.length < LEAST_PAST_DAYS
    ? { fit: fitScenarios(assumedErrors(PAST_DAYS, SLOTS)), source: 'assumed', past: [], isComplete }
    : { fit: fitScenarios(past.map(({ errors }) => errors)), source: 'past_forecasts', past, isComplete };
}

/** The newest whole days, oldest first; days of 23 hours are left out. */
async function readPastDays(
  context: ReadContext,
  run: ForecastRun,
  leadDays: number,
): Promise<{ past: PastDay[]; isComplete: boolean }> {
  const { product, dataOrigin, modelVersionId, firstDay } = run;
  const calendar = AUCTION_CALENDAR[product];
  const schedule = latestScheduledRun(calendar, run.issuedAt);
  const earlier = earlierRunsOf(calendar, schedule, PAST_DAYS + leadDays);
  const forecasts = await listCalibrationForecasts(
    context.db,
    { product, dataOrigin, modelVersionId },
    earlier.map(({ scheduledFor }) => scheduledFor),
  );
  const asIssued = {
    ...context,
    clock: { now: () => run.issuedAt },
    dataOrigin: async () => dataOrigin,
  };
  const span = { from: addDays(firstDay, -PAST_DAYS), to: addDays(firstDay, -1) };
  const prices = await readKnownPrices(asIssued, { product, ...span });
  const byDay = new Map<DeliveryDay, Map<number, number>>();
  for (const [start, price] of prices?.hours ?? []) {
    const ofDay = byDay.get(deliveryDayOf(start)) ?? new Map<number, number>();
    byDay.set(deliveryDayOf(start), ofDay.set(localHourOf(start), price));
  }
  const past = forecasts.flatMap((forecast) => {
    const day = pastDayOf(forecast, leadDays, byDay.get(addDays(forecast.firstDay, leadDays)));
    return day === undefined ? [] : [day];
  });
  return { past, isComplete: forecasts.length === earlier.length };
}

function pastDayOf(
  { values }: CalibrationForecast,
  leadDays: number,
  prices: ReadonlyMap<number, number> | undefined,
): PastDay | undefined {
  const forecast = values.slice(leadDays * SLOTS, (leadDays + 1) * SLOTS);
  const errors = forecast.map((value, slot) => (prices?.get(slot) ?? Number.NaN) - value);
  return errors.length < SLOTS || errors.some(Number.isNaN) ? undefined : { forecast, errors };
}
