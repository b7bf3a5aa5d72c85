import {
  AUCTION_CALENDAR,
  addDays,
  HOUR_MS,
  type Product,
  type ScheduledRun,
  scheduledRunsBetween,
} from '@lonja/forecasting';
import { BACKGROUND_LOG_EVERY_MS, loggedProgress } from '../../progress.ts';
import type { CalibrationSet } from '../../store/calibration-forecasts.ts';
import { findNewestRun } from '../../store/forecast-queries.ts';
import { type ModelVersion, saveBacktest } from '../../store/model-versions.ts';
import { requestReissue } from '../../store/reissues.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { getRepeatableRun } from '../../store/stored-runs.ts';
import { findCalibration, findMissingCalibration, makeUpForecasts } from './calibration.ts';
import { backtestScores } from './backtest-scores.ts';
import { currentModels } from './current-models.ts';
import type { ForecastContext } from './forecast-context.ts';
import { panelAsOf, readForecastInputs } from './forecast-inputs.ts';
import { daysReadBy, type HorizonModel, horizonModelOf } from './horizon-model.ts';

/** Forecasts that are made up and kept at a time: what a stop can lose. */
const BATCH_RUNS = 7;
const STEP = 'Forecasting past days, which calibrate the bounds';

/**
 * Makes up the calibration forecasts that a published run had to do without, and those of the runs at other times of day
 * that come before its schedule returns, newest first; for the challengers as well, so that one that takes over has bounds of its
 * own. A run whose bounds had to rest on few days is asked for again. Where nothing is missing, that costs a look for each model and time of
 * day. Gives how many were made; the log says how far that is. Aborted, it rejects at once and what was kept stays.
 */
export async function completeCalibration(
  context: ForecastContext,
  { product, run, dataOrigin }: { product: Product; run: ScheduledRun; dataOrigin: DataOrigin },
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock, logger } = context;
  const calendar = AUCTION_CALENDAR[product];
  const now = clock.now();
  const { champion, challengers } = await currentModels(context, { product, firstDay: run.firstDay, now });
  const next = scheduledRunsBetween(calendar, run.scheduledFor, run.scheduledFor + 23 * HOUR_MS - 1);
  const lacking: Lacking[] = [];
  for (const version of [champion, ...challengers]) {
    const model = horizonModelOf(version.manifest);
    if (model === undefined) continue;
    const set = { product, dataOrigin, modelVersionId: version.id };
    const runs: ScheduledRun[] = [];
    for (const ahead of [run, ...next]) {
      const missing = await findMissingCalibration(context, set, { model, run: ahead });
      runs.push(...missing.filter(({ scheduledFor }) => scheduledFor <= now));
    }
    lacking.push({ version, set, model, runs: runs.sort(byDayNewestFirst) });
  }
  const total = lacking.reduce((sum, { runs }) => sum + runs.length, 0);
  const progress = loggedProgress(logger, { everyMs: BACKGROUND_LOG_EVERY_MS });
  let [done, made] = [0, 0];
  for (const { version, set, model, runs } of lacking) {
    if (runs.length > 0) {
      const inputs = await readForecastInputs(db, {
        dataOrigin,
        from: addDays(run.firstDay, -daysReadBy(model)),
        to: addDays(run.firstDay, calendar.horizonDays - 1),
        asOf: now,
      });
      for (let i = 0; i < runs.length; i += BATCH_RUNS) {
        if (done === 0) progress(STEP, 0, total);
        const batch = runs.slice(i, i + BATCH_RUNS);
        const request = { model, runs: batch, inputs, purpose: 'background' as const, signal };
        made += (await makeUpForecasts(context, set, request)).length;
        done += batch.length;
        progress(STEP, done, total);
      }
      if (version === champion) await reissueBetterCalibrated(context, { set, model, run });
    }
    if (version.backtest === undefined) await noteBacktest(context, version, { set, model, run, now });
  }
  if (made > 0) logger.info({ product, made }, 'calibration completed');
  return made;
}

/** What the bounds of a version lack. */
interface Lacking {
  version: ModelVersion;
  set: CalibrationSet;
  model: HorizonModel;
  runs: ScheduledRun[];
}

/** Runs of the same day one after the other: they learn from the same past. */
function byDayNewestFirst(a: ScheduledRun, b: ScheduledRun): number {
  return b.firstDay.localeCompare(a.firstDay) || b.scheduledFor - a.scheduledFor;
}

/** A run whose bounds rest on less than half of what is wanted is issued again once there is more. */
async function reissueBetterCalibrated(
  context: ForecastContext,
  { set, model, run }: { set: CalibrationSet; model: HorizonModel; run: ScheduledRun },
): Promise<void> {
  const { db, clock, logger } = context;
  const { product, dataOrigin } = set;
  const newest = await findNewestRun(db, { product, dataOrigin, asOf: clock.now() });
  if (newest === undefined || newest.firstDay !== run.firstDay) return;
  const { calibratedOn } = await getRepeatableRun(db, newest.id);
  const enough = model.calibrationDays / 2;
  if (calibratedOn === undefined || calibratedOn.length >= enough) return;
  const { stored } = await findCalibration(context, set, { model, run });
  if (stored.length < enough) return;
  const reason = `its bounds can rest on ${stored.length} days instead of ${calibratedOn.length}`;
  logger.info({ product, reason }, 'the latest forecast is issued again');
  await requestReissue(db, product, { at: clock.now(), reason });
}

/** Notes how a version did on the days that its bounds learn from. */
async function noteBacktest(
  context: ForecastContext,
  version: ModelVersion,
  request: { set: CalibrationSet; model: HorizonModel; run: ScheduledRun; now: number },
): Promise<void> {
  const { set, model, run, now } = request;
  const { stored } = await findCalibration(context, set, { model, run });
  const span = { from: addDays(run.firstDay, -daysReadBy(model)), to: run.firstDay, asOf: now };
  const inputs = await readForecastInputs(context.db, { dataOrigin: set.dataOrigin, ...span });
  const scores = backtestScores(stored, panelAsOf(inputs, span));
  if (scores !== undefined) await saveBacktest(context.db, version.id, scores);
}
