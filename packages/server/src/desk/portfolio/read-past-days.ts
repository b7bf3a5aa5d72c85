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
import {
  type CalibrationForecast,
  listCalibrationForecasts,
} from '../../forecasts/runs/calibration-forecasts.ts';
import { type ForecastRun, getRepeatableRun } from '../../forecasts/runs/run-store.ts';
import { runsBeforeResults } from '../../forecasts/issue/past-run.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import type { PastDay } from './portfolio-context.ts';

/** Past days that are read. Twice as many covered the money of a day no better on three markets. */
const PAST_DAYS = 95;
/** With fewer days nothing is said of choices. A first run has the forecasts of 21 days. */
const LEAST_PAST_DAYS = 20;
/** Models work on one slot for each local hour. */
const SLOTS = 24;

/**
 * Of the past forecasts that a run learnt from those of its schedule, at the same lead day as a delivery day, with their errors as far as
 * prices were known when it was issued: the newest whole days, oldest first, none where there are too few. Days of 23 hours are left out.
 * Nothing of it changes after the run was published.
 */
export async function readPastDays(
  context: ReadContext,
  run: ForecastRun,
  day: DeliveryDay,
): Promise<PastDay[]> {
  const leadDays = daysBetween(run.firstDay, day);
  const { product, dataOrigin, modelVersionId, firstDay } = run;
  const { calibratedOn = [] } = await getRepeatableRun(context.db, run.id);
  const forecasts = await listCalibrationForecasts(
    context.db,
    { product, dataOrigin, modelVersionId },
    pastInstants(run, { leadDays, learntFrom: new Set(calibratedOn) }),
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
    const pastDay = pastDayOf(forecast, leadDays, byDay.get(addDays(forecast.firstDay, leadDays)));
    return pastDay === undefined ? [] : [pastDay];
  });
  return past.length < LEAST_PAST_DAYS ? [] : past;
}

/** The scheduled instants of its past: of its own schedule, or where it learnt nothing from that of another one before the results. */
function pastInstants(
  { product, issuedAt }: ForecastRun,
  { leadDays, learntFrom }: { leadDays: number; learntFrom: ReadonlySet<number> },
): number[] {
  const calendar = AUCTION_CALENDAR[product];
  const latest = latestScheduledRun(calendar, issuedAt);
  // Of runs after the results nothing is kept: the day that has cleared is forecast as before them.
  const schedules = runsBeforeResults(product, latest.firstDay);
  const [begun, others] = [
    schedules.filter(({ scheduledFor }) => scheduledFor <= issuedAt),
    schedules.filter(({ scheduledFor }) => scheduledFor > issuedAt),
  ];
  for (const schedule of [...begun.toReversed(), latest, ...others]) {
    const instants = earlierRunsOf(calendar, schedule, PAST_DAYS + leadDays)
      .map(({ scheduledFor }) => scheduledFor)
      .filter((instant) => learntFrom.has(instant));
    if (instants.length > 0) return instants;
  }
  return [];
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
