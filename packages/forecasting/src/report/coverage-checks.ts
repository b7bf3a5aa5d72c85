import { type ChristoffersenResult, christoffersenTest } from '../metrics/christoffersen.ts';
import { type CoverageByDays, coverageByDays } from '../metrics/coverage-by-days.ts';
import { kupiecTest } from '../metrics/kupiec.ts';
import type { LikelihoodRatioTest } from '../metrics/likelihood-ratio.ts';
import { type Reliability, reliability } from '../metrics/reliability.ts';
import { FEWEST_TEST_DAYS } from './compare-rivals.ts';
import type { ReportPeriod } from './report-input.ts';
import { type ReportTable, dayOf, groupTable, slotOf } from './table.ts';

/** What the bounds claim to hold. */
const NOMINAL = 0.8;

export interface CoverageTests extends ChristoffersenResult {
  periods: number;
  coveragePercent: number;
  unconditional: LikelihoodRatioTest;
}

export interface CoverageChecks {
  /** Of all periods, judged by days. */
  byDays: CoverageByDays;
  /** Of all periods in order of time; null on fewer than 30. */
  overall: CoverageTests | null;
  /** Of each slot of the day, day after day; slots with fewer than 30 periods are left out. */
  slots: (CoverageTests & { slot: string })[];
  reliability: Reliability;
}

/** `deciles` is the calibration of the deciles, where distributions were forecast; else that of the bounds and the median is found. */
export function checkCoverage(table: ReportTable, deciles?: Reliability): CoverageChecks {
  const { periods } = table;
  const slots = [...groupTable(table, slotOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    byDays: coverageByDays(periods.map(isInside), periods.map(dayOf), 100 * NOMINAL),
    overall: testCoverage(periods),
    slots: slots.flatMap(([slot, group]) => {
      const tests = testCoverage(group.periods);
      return tests === null ? [] : [{ slot, ...tests }];
    }),
    reliability:
      deciles ??
      reliability(
        [
          { level: 0.1, values: periods.map(({ p10 }) => p10) },
          { level: 0.5, values: periods.map(({ value }) => value) },
          { level: 0.9, values: periods.map(({ p90 }) => p90) },
        ],
        periods.map(({ actual }) => actual),
      ),
  };
}

function testCoverage(periods: readonly ReportPeriod[]): CoverageTests | null {
  if (periods.length < FEWEST_TEST_DAYS) return null;
  const inside = periods.map(isInside);
  return {
    periods: periods.length,
    coveragePercent: (100 * inside.filter(Boolean).length) / periods.length,
    unconditional: kupiecTest(inside, NOMINAL),
    ...christoffersenTest(inside, NOMINAL),
  };
}

function isInside({ actual, p10, p90 }: ReportPeriod): boolean {
  return actual >= p10 && actual <= p90;
}
