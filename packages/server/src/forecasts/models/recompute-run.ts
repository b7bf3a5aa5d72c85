import { AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { listPoints } from '../runs/forecast-queries.ts';
import { findModelVersion, type ModelVersion } from '../runs/model-versions.ts';
import { listShadowValues } from './shadow-runs.ts';
import { getRepeatableRun, type RepeatableRun } from '../runs/stored-runs.ts';
import type { ComputedRun } from '../issue/computed-run.ts';
import { computeRun } from '../issue/compute-run.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';

/** What came of computing a stored run again. */
export interface RecomputedRun {
  run: RepeatableRun;
  /** Whether it was made in the shadow of the run that was served. */
  isShadow: boolean;
  /** Numbers that were compared, bit for bit, and those of them that differ. */
  compared: number;
  differing: number;
  /** Hourly points as computed now. */
  hours: ForecastPoint[];
}

/**
 * Computes a published run again, by the model version that issued it and from what was available then, and compares all its
 * numbers bit for bit with those that are stored. Publishes nothing. For runs of before their calibration was kept the bounds are
 * left out.
 */
export async function recomputeRun(context: ForecastContext, runId: string): Promise<RecomputedRun> {
  const { db } = context;
  const run = await getRepeatableRun(db, runId);
  const version = await getVersion(context, run.modelVersionId);
  const computed = await computeAgain(context, { run, version, calibratedOn: run.calibratedOn ?? [] });
  const hasBounds = run.calibratedOn !== undefined;
  const numbers = (points: ForecastPoint[]) =>
    points.flatMap(({ start, value, p10, p90 }) => (hasBounds ? [start, value, p10, p90] : [start, value]));
  const stored = [...(await listPoints(db, runId, 'PT1H')), ...(await listPoints(db, runId, 'PT15M'))];
  const again = [...computed.hours, ...computed.quarters];
  return { run, isShadow: false, hours: computed.hours, ...countDiffering(numbers(stored), numbers(again)) };
}

/** The same for what a challenger made in the shadow of a run. */
export async function recomputeShadow(
  context: ForecastContext,
  { runId, modelVersionId }: { runId: string; modelVersionId: string },
): Promise<RecomputedRun> {
  const { db } = context;
  const run = await getRepeatableRun(db, runId);
  const version = await getVersion(context, modelVersionId);
  const computed = await computeAgain(context, { run, version, calibratedOn: [] });
  const values = (await listShadowValues(db, { modelVersionId, runIds: [runId] })).get(runId) ?? new Map();
  const stored = [...values].flat();
  const again = computed.hours.flatMap(({ start, value }) => [start, value]);
  return { run, isShadow: true, hours: computed.hours, ...countDiffering(stored, again) };
}

function computeAgain(
  context: ForecastContext,
  { run, version, calibratedOn }: { run: RepeatableRun; version: ModelVersion; calibratedOn: number[] },
): Promise<ComputedRun> {
  const { product, dataOrigin, issuedAt } = run;
  return computeRun(
    { ...context, clock: { now: () => issuedAt } },
    {
      product,
      dataOrigin,
      version,
      run: latestScheduledRun(AUCTION_CALENDAR[product], run.scheduledFor),
      issuedAt,
      calibratedOn,
    },
  );
}

function countDiffering(stored: number[], again: number[]): { compared: number; differing: number } {
  const compared = Math.max(stored.length, again.length);
  const same = stored.filter((number, i) => Object.is(number, again[i])).length;
  return { compared, differing: compared - same };
}

async function getVersion({ db }: ForecastContext, id: string): Promise<ModelVersion> {
  const version = await findModelVersion(db, id);
  if (version === undefined) throw new Error(`There is no model version ${id}.`);
  return version;
}
