import { type DeliveryDay, isDeliveryDay } from '@lonja/forecasting/market';
import { OperatorError } from '../../ground/errors.ts';
import { findModelVersion, type ModelVersion } from '../runs/model-versions.ts';
import { listRunsOfVersion } from '../runs/stored-runs.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';
import { foreignReason } from './foreign-version.ts';
import { type RecomputedRun, recomputeRun, recomputeShadow } from './recompute-run.ts';

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
  const version = await findModelVersion(context.db, modelVersionId);
  if (version === undefined) {
    throw new OperatorError(`There is no model version ${modelVersionId}; "lonja model list" shows them.`);
  }
  const { served, shadowed } = await listRunsOfVersion(context.db, { modelVersionId, day });
  if (served.length + shadowed.length === 0) {
    throw new OperatorError(`${modelVersionId} made no run whose first delivery day is ${day}.`);
  }
  const foreign = foreignReason(version);
  if (foreign !== undefined) return { version, foreign, runs: [] };
  const runs: RecomputedRun[] = [];
  for (const runId of served) runs.push(await recomputeRun(context, runId));
  for (const runId of shadowed) runs.push(await recomputeShadow(context, { runId, modelVersionId }));
  return { version, foreign, runs };
}
