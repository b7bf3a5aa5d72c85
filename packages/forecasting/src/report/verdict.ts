import { type CoverageByDays, coverageByDays } from '../metrics/coverage-by-days.ts';
import { compareRivals, type Comparison, FEWEST_TEST_DAYS } from './compare-rivals.ts';
import type { ReportPeriod, Rival } from './report-input.ts';
import { dayOf } from './table.ts';

const SIGNIFICANT = 0.05;
const LEAST_SHOWN_P = 0.001;

/** What a back-test comes to, in one sentence: its error against another forecast, whether that may be luck, and what its bounds hold. */
export function verdictOn(
  periods: readonly ReportPeriod[],
  { model, unit, rival }: { model: string; unit?: string | undefined; rival: Rival },
): string {
  const [comparison] = compareRivals({ periods, rivals: [rival] });
  const coverage = coverageByDays(
    periods.map(({ actual, p10, p90 }) => actual >= p10 && actual <= p90),
    periods.map(dayOf),
    80,
  );
  const mae = periods.reduce((sum, { value, actual }) => sum + Math.abs(value - actual), 0) / periods.length;
  return verdictOf({ model, unit, mae, comparison, coverage });
}

/** The same from figures that are there. */
export function verdictOf({
  model,
  unit,
  mae,
  comparison,
  coverage,
}: {
  model: string;
  unit: string | undefined;
  mae: number;
  comparison: Comparison | undefined;
  coverage: CoverageByDays;
}): string {
  const error = `${model} errs by ${mae.toFixed(2)}${unit === undefined ? '' : ` ${unit}`} on average`;
  const bounds = `its 10-90 % bounds hold ${coverage.percent.toFixed(1)} % of the prices: ${coverage.verdict}`;
  return `${[error, ...(comparison === undefined ? [] : [against(comparison)])].join(', ')}; ${bounds}.`;
}

function against({ rival, relativeMae, days }: Comparison): string {
  if (relativeMae === null) return `where ${rival} is exact`;
  const percent = Math.round(100 * Math.abs(1 - relativeMae));
  if (percent === 0) return `as much as ${rival}`;
  const isBetter = relativeMae < 1;
  const difference = `${percent} % ${isBetter ? 'less' : 'more'} than ${rival}`;
  if (days === null)
    return `${difference}, on fewer than ${FEWEST_TEST_DAYS} days, too few to tell it from luck`;
  const p = isBetter ? days.absolute.pFirstBetter : days.absolute.pSecondBetter;
  const shown = p < LEAST_SHOWN_P ? `p < ${LEAST_SHOWN_P}` : `p ${p.toFixed(3)}`;
  return `${difference}, ${p < SIGNIFICANT ? 'by more than luck' : 'which may be luck'} (${shown})`;
}
