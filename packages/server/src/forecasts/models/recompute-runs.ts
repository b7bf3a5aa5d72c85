import {
  AUCTION_CALENDAR,
  latestScheduledRun,
  type DeliveryDay,
  isDeliveryDay,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { listPoints, getRepeatableRun, type RepeatableRun, listRunsOfVersion } from '../runs/run-store.ts';
import { getModelVersion, type ModelVersion } from '../runs/model-versions.ts';
import { listShadowValues } from './shadow-runs.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';
import { makePast, type PastRun, type PastSink } from '../issue/make-past.ts';
import { OperatorError } from '../../ground/errors.ts';
import { foreignReason } from '../runs/model-manifest.ts';

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
interface RunToRepeat {
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

export interface Reproduction {
  version: ModelVersion;
  /** Which release would reproduce the runs; undefined where this one has. */
  foreign: string | undefined;
  /** By time of issue, those that were served first. */
  runs: RecomputedRun[];
}

/**
 * Computes every run of a model version whose first delivery day is `day` again from its manifest and compares the numbers. Of a version that
 * another library made, or whose recipe is not known, it computes nothing.
 */
export async function reproduceVersion(
  context: ForecastContext,
  { modelVersionId, day }: { modelVersionId: string; day: DeliveryDay },
): Promise<Reproduction> {
  if (!isDeliveryDay(day)) throw new OperatorError(`${day} is not a day YYYY-MM-DD.`);
  const version = await getModelVersion(context.db, modelVersionId);
  const { served, shadowed } = await listRunsOfVersion(context.db, { modelVersionId, day });
  if (served.length + shadowed.length === 0) {
    throw new OperatorError(`${modelVersionId} made no run whose first delivery day is ${day}.`);
  }
  const foreign = foreignReason(version);
  if (foreign !== undefined) return { version, foreign, runs: [] };
  const runs = await recomputeRuns(context, [
    ...served.map((runId) => ({ runId })),
    ...shadowed.map((runId) => ({ runId, challengerId: modelVersionId })),
  ]);
  return { version, foreign, runs };
}
