import { type DeliveryDay, isDeliveryDay } from '@lonja/forecasting/market';
import { OperatorError } from '../../ground/errors.ts';
import { getModelVersion, type ModelVersion } from '../runs/model-versions.ts';
import { listRunsOfVersion } from '../runs/stored-runs.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';
import { foreignReason } from './foreign-version.ts';
import { type RecomputedRun, recomputeRuns } from './recompute-runs.ts';

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
