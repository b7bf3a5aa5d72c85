import type { DistributionScores } from '../backtest/distribution-scores.ts';
import { type Breakdowns, breakDown } from './breakdowns.ts';
import { type Comparison, compareRivals } from './compare-rivals.ts';
import { type CoverageChecks, checkCoverage } from './coverage-checks.ts';
import { type GroupScores, scoreGroup } from './group-scores.ts';
import {
  type ReportInput,
  type ReportOrigin,
  type ReportPeriod,
  requireReportInput,
} from './report-input.ts';
import { dayOf, shortestLead } from './table.ts';
import { verdictOf } from './verdict.ts';

/** Everything that a report says, as plain data. */
export interface Evaluation {
  model: string;
  /** In one sentence, against the first rival. */
  verdict: string;
  unit: string;
  origin: ReportOrigin | undefined;
  days: number;
  firstDay: string;
  lastDay: string;
  overall: GroupScores;
  comparisons: Comparison[];
  breakdowns: Breakdowns;
  /** Prices above it are spikes: the 95th percentile of the span's actuals. */
  spikeAbove: number;
  coverage: CoverageChecks;
  /** Of the whole distributions, where there are any. */
  distributionScores: DistributionScores | undefined;
  /** The last two weeks, or what there is of them. */
  lastPeriods: readonly ReportPeriod[];
}

const LAST_DAYS = 14;

/** Scores, breaks down and tests a back-test. Throws RangeError on input that no sound figure follows from. */
export function evaluateBacktest(input: ReportInput): Evaluation {
  requireReportInput(input);
  const table = shortestLead(input);
  const days = [...new Set(table.periods.map(dayOf))];
  const lastDays = new Set(days.slice(-LAST_DAYS));
  const overall = scoreGroup('all', table);
  const comparisons = compareRivals(table);
  const coverage = checkCoverage(table, input.distributionScores?.deciles);
  return {
    model: input.model,
    verdict: verdictOf({
      model: input.model,
      unit: input.unit,
      mae: overall.mae,
      comparison: comparisons.at(0),
      coverage: coverage.byDays,
    }),
    unit: input.unit ?? 'price units',
    origin: input.origin,
    days: days.length,
    firstDay: days[0],
    lastDay: days[days.length - 1],
    overall,
    comparisons,
    ...breakDown(table, input),
    coverage,
    distributionScores: input.distributionScores,
    lastPeriods: table.periods.filter((period) => lastDays.has(dayOf(period))),
  };
}
