import { AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { listPoints } from '../runs/forecast-queries.ts';
import { getModelVersion } from '../runs/model-versions.ts';
import { listShadowValues } from './shadow-runs.ts';
import { getRepeatableRun, type RepeatableRun } from '../runs/stored-runs.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';
import { makePast, type PastRun, type PastSink } from '../issue/make-past.ts';

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

/** A published run, or what a challenger made in the shadow of it. */
export interface RunToRepeat {
  runId: string;
  challengerId?: string | undefined;
}

type RepeatedRun = PastRun & { stored: RepeatableRun; challengerId: string | undefined };

/**
 * Computes runs again, each by the model version that made it and from what was available then, and compares all its numbers bit for bit with
 * those that are stored. Publishes nothing. For runs of before their calibration was kept the bounds are left out.
 */
export async function recomputeRuns(
  context: ForecastContext,
  runs: readonly RunToRepeat[],
): Promise<RecomputedRun[]> {
  const { db } = context;
  const repeated: RecomputedRun[] = [];
  const sink: PastSink<RepeatedRun> = {
    async take({ stored: run, challengerId }, { hours, quarters }) {
      const isShadow = challengerId !== undefined;
      const numbers = isShadow || run.calibratedOn === undefined ? valuesOf : boundsOf;
      const before = isShadow
        ? await shadowOf(context, { runId: run.id, challengerId })
        : [...(await listPoints(db, run.id, 'PT1H')), ...(await listPoints(db, run.id, 'PT15M'))].flatMap(
            numbers,
          );
      const again = (isShadow ? hours : [...hours, ...quarters]).flatMap(numbers);
      repeated.push({ run, isShadow, hours, ...countDiffering(before, again) });
    },
  };
  await makePast(context, asStored(context, runs), sink);
  return repeated;
}

async function* asStored({ db }: ForecastContext, runs: readonly RunToRepeat[]): AsyncGenerator<RepeatedRun> {
  for (const { runId, challengerId } of runs) {
    const stored = await getRepeatableRun(db, runId);
    const { product, dataOrigin, issuedAt } = stored;
    const version = await getModelVersion(db, challengerId ?? stored.modelVersionId);
    const run = latestScheduledRun(AUCTION_CALENDAR[product], stored.scheduledFor);
    const calibratedOn = challengerId === undefined ? (stored.calibratedOn ?? []) : [];
    yield { product, run, dataOrigin, version, issuedAt, calibratedOn, stored, challengerId };
  }
}

function valuesOf({ start, value }: ForecastPoint): number[] {
  return [start, value];
}

function boundsOf({ start, value, p10, p90 }: ForecastPoint): number[] {
  return [start, value, p10, p90];
}

async function shadowOf(
  { db }: ForecastContext,
  { runId, challengerId }: { runId: string; challengerId: string },
): Promise<number[]> {
  const values = await listShadowValues(db, { modelVersionId: challengerId, runIds: [runId] });
  return [...(values.get(runId) ?? [])].flat();
}

function countDiffering(stored: number[], again: number[]): { compared: number; differing: number } {
  const compared = Math.max(stored.length, again.length);
  const same = stored.filter((number, i) => Object.is(number, again[i])).length;
  return { compared, differing: compared - same };
}
