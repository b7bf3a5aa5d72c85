import type { DistributionScores } from '../backtest/distribution-scores.ts';
import type { Evaluation } from './evaluate-backtest.ts';
import type { GroupScores } from './group-scores.ts';

type Cell = string | number | null;

/** Every table of a report at full precision, by file name. An empty cell is a test that was not made. */
export function reportCsv(evaluation: Evaluation): Record<string, string> {
  const { overall, breakdowns, comparisons, coverage } = evaluation;
  const rivals = comparisons.map(({ rival }) => rival);
  return {
    'overall.csv': groupsCsv([overall], rivals),
    'by-hour.csv': groupsCsv(breakdowns.hour, rivals),
    'by-weekday.csv': groupsCsv(breakdowns.weekday, rivals),
    'by-month.csv': groupsCsv(breakdowns.month, rivals),
    'by-quarter.csv': groupsCsv(breakdowns.quarter, rivals),
    'by-regime.csv': groupsCsv(breakdowns.regime, rivals),
    'by-lead-day.csv': groupsCsv(breakdowns.leadDay, rivals),
    'comparison.csv': comparisonCsv(evaluation),
    'coverage-tests.csv': coverageCsv(coverage),
    ...distributionCsv(evaluation.distributionScores),
    'reliability.csv': csv(
      ['level', 'observed_percent'],
      coverage.reliability.levels.map(({ level, observedPercent }) => [level, observedPercent]),
    ),
    'reliability-bins.csv': csv(
      ['from', 'to', 'expected_percent', 'observed_percent'],
      coverage.reliability.bins.map(({ from, to, expectedPercent, observedPercent }) => [
        from,
        to,
        expectedPercent,
        observedPercent,
      ]),
    ),
  };
}

/** Files of the section on distributions; none without them. */
function distributionCsv(scores: DistributionScores | undefined): Record<string, string> {
  if (scores === undefined) return {};
  const { pinball, paths, choices, crps } = scores;
  const events = [
    { name: 'zero or less', threshold: 0, event: scores.zeroOrLess },
    { name: 'above', threshold: scores.spikesAbove, event: scores.spikes },
  ];
  return {
    'pinball.csv': csv(
      ['level', 'pinball'],
      pinball.map(({ level, loss }) => [level, loss]),
    ),
    'distribution.csv': csv(
      ['figure', 'value'],
      Object.entries({
        crps,
        energy_score: paths?.energy ?? null,
        energy_score_independent: paths?.energyIndependent ?? null,
        variogram_score: paths?.variogram ?? null,
        variogram_score_independent: paths?.variogramIndependent ?? null,
        rank_correlation: choices.rankCorrelation,
        cheapest_hit_percent: choices.cheapestHitPercent,
        most_expensive_hit_percent: choices.mostExpensiveHitPercent,
        battery_captured_percent: choices.batteryCapturedPercent,
        battery_gap_percent: choices.batteryGap?.percent ?? null,
        battery_gap_low_percent: choices.batteryGap?.interval?.low ?? null,
        battery_gap_high_percent: choices.batteryGap?.interval?.high ?? null,
      }),
    ),
    'events.csv': csv(
      [
        'event',
        'threshold',
        'observed_percent',
        'brier',
        'brier_climatology',
        'skill_percent',
        'reliability_error',
      ],
      events.map(({ name, threshold, event }) => [
        name,
        threshold,
        event?.observedPercent ?? 0,
        event?.brier ?? null,
        event?.brierClimatology ?? null,
        event?.skillPercent ?? null,
        event?.reliability.error ?? null,
      ]),
    ),
    'event-reliability.csv': csv(
      ['event', 'from', 'to', 'periods', 'forecast', 'observed'],
      events.flatMap(({ name, event }) =>
        (event?.reliability.bins ?? []).map((bin) => [
          name,
          bin.from,
          bin.to,
          bin.count,
          bin.forecast,
          bin.observed,
        ]),
      ),
    ),
  };
}

function groupsCsv(groups: readonly GroupScores[], rivals: readonly string[]): string {
  const header = [
    'group',
    'periods',
    'mae',
    'rmse',
    'bias',
    'smape_percent',
    'coverage_percent',
    'mean_width',
    'winkler',
    'pinball_10',
    'pinball_50',
    'pinball_90',
    ...rivals.map((rival) => `mae ${rival}`),
  ];
  return csv(
    header,
    groups.map((scores) => [
      scores.group,
      scores.periods,
      scores.mae,
      scores.rmse,
      scores.bias,
      scores.smapePercent,
      scores.coveragePercent,
      scores.meanWidth,
      scores.winkler,
      scores.pinball10,
      scores.pinball50,
      scores.pinball90,
      ...scores.rivalMae,
    ]),
  );
}

function comparisonCsv({ comparisons }: Evaluation): string {
  const header = [
    'rival',
    'slot',
    'norm',
    'dm_statistic',
    'dm_p_model_better',
    'dm_p_rival_better',
    'gw_statistic',
    'gw_p',
    'gw_model_preferred_percent',
  ];
  const rows = comparisons.flatMap(({ rival, days, slots }): Cell[][] => [
    ...(days === null
      ? []
      : [
          [rival, 'day', 1, ...dmCells(days.absolute), ...gwCells(days.conditional)],
          [rival, 'day', 2, ...dmCells(days.squared), null, null, null],
        ]),
    ...slots.map(({ slot, dieboldMariano, giacominiWhite }) => [
      rival,
      slot,
      1,
      ...dmCells(dieboldMariano),
      ...gwCells(giacominiWhite),
    ]),
  ]);
  return csv(header, rows);
}

function dmCells(test: { statistic: number; pFirstBetter: number; pSecondBetter: number }): Cell[] {
  return [test.statistic, test.pFirstBetter, test.pSecondBetter];
}

function gwCells(test: { statistic: number; p: number; firstPreferredPercent: number }): Cell[] {
  return [test.statistic, test.p, test.firstPreferredPercent];
}

function coverageCsv({ overall, slots }: Evaluation['coverage']): string {
  const header = [
    'slot',
    'periods',
    'coverage_percent',
    'kupiec_statistic',
    'kupiec_p',
    'independence_statistic',
    'independence_p',
    'conditional_statistic',
    'conditional_p',
  ];
  const all = overall === null ? [] : [{ slot: 'all', ...overall }];
  const rows = [...all, ...slots].map((tests) => [
    tests.slot,
    tests.periods,
    tests.coveragePercent,
    tests.unconditional.statistic,
    tests.unconditional.p,
    tests.independence.statistic,
    tests.independence.p,
    tests.conditionalCoverage.statistic,
    tests.conditionalCoverage.p,
  ]);
  return csv(header, rows);
}

function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  const content = String(cell);
  return /[",\r\n]/.test(content) ? `"${content.replaceAll('"', '""')}"` : content;
}
