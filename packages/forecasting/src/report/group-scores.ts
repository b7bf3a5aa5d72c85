import { bias } from '../metrics/bias.ts';
import { coveragePercent } from '../metrics/coverage-percent.ts';
import { meanAbsoluteError } from '../metrics/mean-absolute-error.ts';
import { meanWidth } from '../metrics/mean-width.ts';
import { pinballLoss } from '../metrics/pinball-loss.ts';
import { rootMeanSquaredError } from '../metrics/root-mean-squared-error.ts';
import { smapePercent } from '../metrics/smape-percent.ts';
import { winklerScore } from '../metrics/winkler-score.ts';
import { type ReportTable, groupTable } from './table.ts';
import type { ReportPeriod } from './report-input.ts';

/** Figures of some of the periods; unit of the price unless the name says percent. */
export interface GroupScores {
  /** What the periods have in common: "08", "Monday", "2025-Q1". */
  group: string;
  periods: number;
  mae: number;
  rmse: number;
  bias: number;
  smapePercent: number;
  coveragePercent: number;
  meanWidth: number;
  winkler: number;
  pinball10: number;
  pinball50: number;
  pinball90: number;
  /** MAE of each rival on the same periods, in the order of the rivals. */
  rivalMae: number[];
}

export function scoreGroup(group: string, { periods, rivals }: ReportTable): GroupScores {
  const actual = periods.map((period) => period.actual);
  const value = periods.map((period) => period.value);
  const p10 = periods.map((period) => period.p10);
  const p90 = periods.map((period) => period.p90);
  return {
    group,
    periods: periods.length,
    mae: meanAbsoluteError(value, actual),
    rmse: rootMeanSquaredError(value, actual),
    bias: bias(value, actual),
    smapePercent: smapePercent(value, actual),
    coveragePercent: coveragePercent(p10, p90, actual),
    meanWidth: meanWidth(p10, p90),
    winkler: winklerScore(p10, p90, actual, 0.8),
    pinball10: pinballLoss(p10, actual, 0.1),
    pinball50: pinballLoss(value, actual, 0.5),
    pinball90: pinballLoss(p90, actual, 0.9),
    rivalMae: rivals.map(({ values }) => meanAbsoluteError(values, actual)),
  };
}

/** Scores of each group that occurs, in the given order of the groups or, without one, in the order of their names. */
export function scoreGroups(
  table: ReportTable,
  keyOf: (period: ReportPeriod, index: number) => string,
  order?: readonly string[],
): GroupScores[] {
  const groups = groupTable(table, keyOf);
  const names = order?.filter((name) => groups.has(name)) ?? [...groups.keys()].sort();
  return names.flatMap((name) => {
    const group = groups.get(name);
    return group === undefined ? [] : [scoreGroup(name, group)];
  });
}
