import type { Evaluation } from './evaluate-backtest.ts';
import type { GroupScores } from './group-scores.ts';
import { barChart } from './svg/bar-chart.ts';
import { coverageChart } from './svg/coverage-chart.ts';
import { forecastChart } from './svg/forecast-chart.ts';
import { reliabilityChart } from './svg/reliability-chart.ts';

/** The plots of a report by file name. */
export function reportCharts(evaluation: Evaluation): Record<string, string> {
  const { model, unit, lastDay, breakdowns, coverage, lastPeriods } = evaluation;
  const errorChart = (title: string, groups: GroupScores[]) =>
    barChart({
      title,
      axisTitle: `MAE, ${unit}`,
      labels: groups.map(({ group }) => group),
      bars: { name: model, values: groups.map(({ mae }) => mae) },
      marks: marksOf(evaluation, groups),
    });
  const coverageOf = (title: string, groups: GroupScores[]) =>
    coverageChart({
      title,
      labels: groups.map(({ group }) => group),
      percents: groups.map(({ coveragePercent }) => coveragePercent),
    });
  return {
    'error-by-hour.svg': errorChart('Error by hour of the day', breakdowns.hour),
    'error-by-month.svg': errorChart('Error by month', breakdowns.month),
    'coverage-by-hour.svg': coverageOf('Coverage by hour of the day', breakdowns.hour),
    'coverage-by-quarter.svg': coverageOf('Coverage by calendar quarter', breakdowns.quarter),
    'reliability.svg': reliabilityChart('Calibration of the quantiles', coverage.reliability),
    'last-two-weeks.svg': forecastChart(
      { title: `The last two weeks, to ${lastDay}`, axisTitle: `Price, ${unit}` },
      lastPeriods,
    ),
  };
}

function marksOf(
  { comparisons }: Evaluation,
  groups: GroupScores[],
): { name: string; values: number[] } | undefined {
  if (comparisons.length === 0) return undefined;
  return { name: comparisons[0].rival, values: groups.map(({ rivalMae }) => rivalMae[0]) };
}
