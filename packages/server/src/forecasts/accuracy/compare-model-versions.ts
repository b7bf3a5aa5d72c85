import type { Product } from '@lonja/forecasting/market';
import { listModelVersionSpans } from '../runs/model-version-spans.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import type { Cutoff } from '../runs/cutoff.ts';
import { type DayCounts, dayCounts } from './day-counts.ts';
import { isProvisional } from './is-provisional.ts';
import { listScoredHours, type ScoredHour } from './list-scored-hours.ts';
import { type PointScores, pointScores } from '@lonja/forecasting/metrics';

export interface VersionScores {
  modelVersionId: string;
  activeFrom: number;
  /** Undefined: still active. */
  activeTo: number | undefined;
  scores: PointScores;
}

/**
 * The accuracy of each model version that has a scored forecast on the given delivery days (both inclusive), the version
 * that became active first comes first. A scored run counts for the version that issued it, so every version is measured on
 * the days on which it was active.
 */
export async function compareModelVersions(
  context: ReadContext,
  query: { product: Product; cutoff: Cutoff } & DaySpan,
): Promise<{ versions: VersionScores[]; days: DayCounts; isProvisional: boolean; simulated: boolean }> {
  const { hours, days, simulated } = await listScoredHours(context, query);
  return {
    versions: await scoreVersions(context, hours),
    days: dayCounts(query, days, hours),
    isProvisional: await isProvisional(context, { ...query, basis: 'issued' }, days),
    simulated,
  };
}

/** The accuracy of each version that made one of the given forecasts, the version that became active first comes first. */
export async function scoreVersions(
  { db, clock }: ReadContext,
  hours: readonly ScoredHour[],
): Promise<VersionScores[]> {
  const byVersion = Map.groupBy(hours, ({ modelVersionId }) => modelVersionId);
  const spans = await listModelVersionSpans(db, [...byVersion.keys()]);
  const now = clock.now();
  return spans.map(({ id, activeFrom, activeTo }) => ({
    modelVersionId: id,
    activeFrom,
    // A clock that runs behind the stored history sees the version as it was then.
    activeTo: activeTo !== undefined && activeTo <= now ? activeTo : undefined,
    scores: pointScores(byVersion.get(id) ?? []),
  }));
}
