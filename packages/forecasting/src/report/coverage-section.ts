import type { CoverageByDays } from '../metrics/coverage-by-days.ts';
import { FEWEST_TEST_DAYS } from './compare-rivals.ts';
import type { CoverageTests } from './coverage-checks.ts';
import type { Evaluation } from './evaluate-backtest.ts';
import type { GroupScores } from './group-scores.ts';
import { decimals, markdownTable, percent, probability, statistic } from './markdown-table.ts';

const SIGNIFICANT = 0.05;
const TOLERANCE = { low: 75, high: 85 };

/** Whether the bounds hold what they claim. */
export function coverageSection({ overall, breakdowns, coverage }: Evaluation): string {
  return [
    '## The bounds',
    `${percent(overall.coveragePercent)} of the actual prices lie within the 10-90 % bounds. ${judged(coverage.byDays)} ${withinTolerance('hours of the day', breakdowns.hour)} ${withinTolerance('calendar quarters', breakdowns.quarter)}`,
    '![Coverage by hour of the day](coverage-by-hour.svg)',
    '![Coverage by calendar quarter](coverage-by-quarter.svg)',
    quarterTable(breakdowns.quarter),
    '### Tests of coverage',
    testsText(coverage),
    '### Calibration',
    '![Calibration of the quantiles](reliability.svg)',
    markdownTable(
      ['quantile', 'actuals at or below'],
      coverage.reliability.levels.map(({ level, observedPercent }) => [
        percent(100 * level),
        percent(observedPercent),
      ]),
    ),
  ].join('\n\n');
}

/** Coverage with its uncertainty, and what the sample allows to say. */
function judged({ days, standardErrorPercent, low, high, verdict }: CoverageByDays): string {
  return `Judged by ${days} ${days === 1 ? 'day' : 'days'}, whose hours miss together: standard error ${percent(standardErrorPercent)}, 95 % interval ${low.toFixed(1)} to ${percent(high)}, verdict: ${verdict}.`;
}

function withinTolerance(name: string, groups: readonly GroupScores[]): string {
  const sound = groups.filter(
    ({ coveragePercent }) => coveragePercent >= TOLERANCE.low && coveragePercent <= TOLERANCE.high,
  );
  return `${sound.length} of ${groups.length} ${name} lie between ${TOLERANCE.low} and ${TOLERANCE.high} %.`;
}

function quarterTable(quarters: readonly GroupScores[]): string {
  return markdownTable(
    ['quarter', 'periods', 'coverage', 'width', 'Winkler', 'MAE'],
    quarters.map((scores) => [
      scores.group,
      String(scores.periods),
      percent(scores.coveragePercent),
      decimals(scores.meanWidth),
      decimals(scores.winkler),
      decimals(scores.mae),
    ]),
  );
}

function testsText({ overall, slots }: Evaluation['coverage']): string {
  if (overall === null || slots.length === 0)
    return `Tests of coverage need at least ${FEWEST_TEST_DAYS} periods of one hour.`;
  const passed = (test: (slot: CoverageTests) => { p: number }) =>
    `${slots.filter((slot) => test(slot).p >= SIGNIFICANT).length} of ${slots.length}`;
  return [
    `Kupiec asks whether as many are inside as claimed, Christoffersen whether misses come in runs, and the third both at once. By hour, day after day, ${passed(({ unconditional }) => unconditional)} hours pass the first at the 5 % level, ${passed(({ independence }) => independence)} the second and ${passed(({ conditionalCoverage }) => conditionalCoverage)} the third. Neighbouring hours miss together, so in the row of all periods, which runs from hour to hour, independence fails for any forecast made a day at a time and the other two reject too often.`,
    markdownTable(
      ['hour', 'periods', 'coverage', 'Kupiec', 'p', 'Christoffersen', 'p', 'both', 'p'],
      [...slots.map((tests) => testRow(tests.slot, tests)), testRow('all', overall)],
    ),
  ].join('\n\n');
}

function testRow(name: string, tests: CoverageTests): string[] {
  return [
    name,
    String(tests.periods),
    percent(tests.coveragePercent),
    ...[tests.unconditional, tests.independence, tests.conditionalCoverage].flatMap((test) => [
      statistic(test.statistic),
      probability(test.p),
    ]),
  ];
}
