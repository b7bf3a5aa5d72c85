import {
  AUCTION_CALENDAR,
  addDays,
  HOUR_MS,
  type Product,
  type ScheduledRun,
  scheduledRunsBetween,
} from '@lonja/forecasting';
import { activateModelVersion } from '../../store/model-versions.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { findCalibration, makeUpForecasts } from './calibration.ts';
import { daysReadBy, manifestOf } from './champion.ts';
import type { ForecastContext } from './forecast-context.ts';
import { readForecastInputs } from './forecast-inputs.ts';

/** Forecasts that are made up and kept at a time: what a stop can lose. */
const BATCH_RUNS = 7;

/**
 * Makes up the calibration forecasts that a published run had to do without, and those of the runs at other times of day
 * that come before its schedule returns, newest first. Gives how many were made. Aborted, it rejects at once and what was
 * kept stays.
 */
export async function completeCalibration(
  context: ForecastContext,
  { product, run, dataOrigin }: { product: Product; run: ScheduledRun; dataOrigin: DataOrigin },
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock, champion, version, logger } = context;
  const calendar = AUCTION_CALENDAR[product];
  const now = clock.now();
  const modelVersionId = await activateModelVersion(db, {
    product,
    manifest: manifestOf(champion, version),
    now,
  });
  const set = { product, dataOrigin, modelVersionId };
  const next = scheduledRunsBetween(calendar, run.scheduledFor, run.scheduledFor + 23 * HOUR_MS - 1);
  let made = 0;
  for (const ahead of [run, ...next]) {
    const { missing } = await findCalibration(context, set, ahead);
    const runs = missing.filter(({ scheduledFor }) => scheduledFor <= now).toReversed();
    if (runs.length === 0) continue;
    const inputs = await readForecastInputs(db, {
      dataOrigin,
      from: addDays(ahead.firstDay, -daysReadBy(champion)),
      to: addDays(ahead.firstDay, calendar.horizonDays - 1),
      asOf: now,
    });
    for (let i = 0; i < runs.length; i += BATCH_RUNS) {
      const batch = runs.slice(i, i + BATCH_RUNS);
      const forecasts = await makeUpForecasts(context, set, {
        runs: batch,
        inputs,
        purpose: 'background',
        signal,
      });
      made += forecasts.length;
    }
  }
  if (made > 0) logger.info({ product, made }, 'calibration completed');
  return made;
}
