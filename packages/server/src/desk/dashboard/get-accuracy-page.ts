import { decileCalibration, type DecileCalibration } from '@lonja/forecasting/distribution';
import type { Product } from '@lonja/forecasting/market';
import {
  type CalibrationScores,
  calibrationScores,
  type ForecastScores,
  forecastScores,
} from '@lonja/forecasting/metrics';
import { scoreVersions, type VersionScores } from '../../forecasts/accuracy/measure-accuracy.ts';
import type { Cutoff } from '../../forecasts/runs/cutoff.ts';
import { type DayCounts, dayCounts } from '../../forecasts/accuracy/day-counts.ts';
import { type Drift, findDrift } from '../../forecasts/accuracy/drift.ts';
import { isProvisional } from '../../forecasts/accuracy/is-provisional.ts';
import type { AccuracyBasis } from '../../forecasts/accuracy/scored-points.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import {
  withDecileRanks,
  type ComparedHour,
  listComparedHours,
} from '../../forecasts/statistics/compared-hours.ts';
import { groupHours, type HourGrouping } from '@lonja/forecasting/metrics';

export interface GroupScores {
  group: string;
  scores: ForecastScores;
}

export interface AccuracyPage {
  /** Undefined, like `calibration`, where nothing can be scored. */
  overall: ForecastScores | undefined;
  byDay: GroupScores[];
  byHour: GroupScores[];
  byWeekday: GroupScores[];
  byMonth: GroupScores[];
  byLeadDay: GroupScores[];
  byPriceLevel: GroupScores[];
  calibration: CalibrationScores | undefined;
  deciles: DecileCalibration;
  versions: VersionScores[];
  days: DayCounts;
  isProvisional: boolean;
  drift: Drift;
  simulated: boolean;
}

/** How good the forecasts of a span of delivery days (both inclusive) were, seen from every side. */
export async function getAccuracyPage(
  context: ReadContext,
  query: { product: Product; basis: AccuracyBasis; cutoff: Cutoff } & DaySpan,
): Promise<AccuracyPage> {
  const { hours, days, simulated } = await listComparedHours(context, { ...query, everyLeadDay: true });
  const counted = hours.filter(({ leadDay }) => leadDay === 1);
  const isEmpty = counted.length === 0;
  return {
    overall: isEmpty ? undefined : forecastScores(counted),
    byDay: scoresBy('day', counted),
    byHour: scoresBy('hour', counted),
    byWeekday: scoresBy('weekday', counted),
    byMonth: scoresBy('month', counted),
    byLeadDay: scoresBy('lead_day', hours),
    byPriceLevel: scoresBy('price_level', counted),
    calibration: isEmpty ? undefined : calibrationScores(counted),
    // Of what was never issued no distribution is stored.
    deciles: decileCalibration(query.basis === 'issued' ? await withDecileRanks(context.db, counted) : []),
    versions: await scoreVersions(context, counted),
    days: dayCounts(query, days, counted),
    isProvisional: await isProvisional(context, query, days),
    drift: await findDrift(context, query),
    simulated,
  };
}

function scoresBy(grouping: HourGrouping, hours: readonly ComparedHour[]): GroupScores[] {
  return groupHours(hours, grouping).map(({ group, hours: ofGroup }) => ({
    group,
    scores: forecastScores(ofGroup),
  }));
}
