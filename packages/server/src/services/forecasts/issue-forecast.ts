import { AUCTION_CALENDAR, addDays, type Product, type ScheduledRun } from '@lonja/forecasting';
import { addCalibrationForecasts } from '../../store/calibration-forecasts.ts';
import { findRunOfSchedule, publishRun } from '../../store/forecast-runs.ts';
import { activateModelVersion } from '../../store/model-versions.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { prepareCalibration } from './calibration.ts';
import { daysReadBy, manifestOf } from './champion.ts';
import { computeForecast } from './compute-forecast.ts';
import type { ForecastContext } from './forecast-context.ts';
import { newestAvailability, pricesKnownUntil, readForecastInputs } from './forecast-inputs.ts';
import { forecastPoints } from './forecast-points.ts';

export interface IssueRequest {
  product: Product;
  run: ScheduledRun;
  dataOrigin: DataOrigin;
  /** The arrival of a late input that the run answers, instead of its schedule; epoch ms. */
  lateArrival?: number | undefined;
}

/** The instant that tells a run from others of its product: each is answered once. */
export function answeredInstant({ run, lateArrival }: IssueRequest): number {
  return lateArrival ?? run.scheduledFor;
}

export interface IssuedRun {
  runId: string;
  /** False when the schedule had been answered before. */
  isNew: boolean;
  degraded: string[];
}

/**
 * Issues the forecast of one scheduled run from what is available at the clock's now: reads, forecasts, bounds, checks and
 * publishes it. Asked again for the same schedule it changes nothing. Throws OperatorError when there is not a week of prices.
 */
export async function issueForecast(context: ForecastContext, request: IssueRequest): Promise<IssuedRun> {
  const { db, clock, logger } = context;
  const { product, run, dataOrigin } = request;
  const issuedAt = clock.now();
  const published = await findRunOfSchedule(db, {
    product,
    dataOrigin,
    scheduledFor: answeredInstant(request),
    now: issuedAt,
  });
  if (published !== undefined) return { runId: published, isNew: false, degraded: [] };

  const { horizonDays } = AUCTION_CALENDAR[product];
  const lastDay = addDays(run.firstDay, horizonDays - 1);
  const inputs = await readForecastInputs(db, {
    dataOrigin,
    from: addDays(run.firstDay, -daysReadBy(context.champion)),
    to: lastDay,
    asOf: issuedAt,
  });
  const modelVersionId = await activateModelVersion(db, {
    product,
    manifest: manifestOf(context.champion, context.version),
    now: issuedAt,
  });
  const set = { product, dataOrigin, modelVersionId };
  const calibration = await prepareCalibration(context, set, { run, inputs });
  const forecast = await computeForecast(context, {
    product,
    inputs,
    run,
    horizonDays,
    issuedAt,
    calibration,
  });
  const newRun = {
    ...set,
    issuedAt,
    scheduledFor: answeredInstant(request),
    dataAsOf: newestAvailability(inputs, issuedAt),
    knownUntil: pricesKnownUntil(inputs, issuedAt),
    firstDay: run.firstDay,
    lastDay,
    degraded: forecast.degraded,
    explanations: forecast.days.map(({ explanation }, lead) => ({
      day: addDays(run.firstDay, lead),
      explanation,
    })),
    ...forecastPoints({ product, firstDay: run.firstDay, days: forecast.days, inputs, asOf: issuedAt }),
  };
  const runId = await publishRun(db, newRun, clock.now());
  if (forecast.ofModel !== undefined) {
    await addCalibrationForecasts(db, set, [{ ...run, ...forecast.ofModel }]);
  }
  logger.info({ runId, product, firstDay: run.firstDay, degraded: forecast.degraded }, 'forecast published');
  return { runId, isNew: true, degraded: forecast.degraded };
}
