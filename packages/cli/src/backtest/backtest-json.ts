import { type BacktestResult, LIBRARY_VERSION } from '@lonja/forecasting';
import { verdictOn } from '@lonja/forecasting/backtest';
import type { ForecastRecipe } from '@lonja/forecasting/issue';
import { recipeHash } from '@lonja/forecasting/workers';
import type { MarketData } from '../market-file/read-market-file.ts';
import { type CoverageByDays, coverageByDays } from '@lonja/forecasting/metrics';

/** The figures of a back-test under the names that scripts rely on; `smape` and `coverage_80` are in percent. */
export interface BacktestJson {
  /** What it comes to, in one sentence. */
  verdict: string;
  model: string;
  /** SHA-256 of the whole recipe. */
  recipe: string;
  library: string;
  /** Of prices; null where nothing says it. */
  unit: string | null;
  days: number;
  mae: number;
  rmae_weekly: number | null;
  rmae_standard: number | null;
  rmse: number;
  smape: number;
  bias: number;
  pinball_10: number;
  pinball_50: number;
  pinball_90: number;
  coverage_80: number;
  /** Standard error and 95 % interval of the coverage, by days. */
  coverage_80_standard_error: number;
  coverage_80_low: number;
  coverage_80_high: number;
  coverage_80_verdict: CoverageByDays['verdict'];
  mean_width: number;
  winkler_80: number;
  /** Continuous ranked probability score. */
  crps: number;
  /** Of paths of whole days, and of paths with independent hours; null where too few forecasts lie before. */
  energy_score: number | null;
  energy_score_independent: number | null;
  /** Percent by which the Brier score of prices of zero or less is below that of climatology; null where none was to be expected. */
  zero_or_less_skill: number | null;
  /** Percent of the prices at or below each decile, from 10 to 90 %. */
  decile_coverage: number[];
  /** Share of a two-hour battery's value that the plan of the point forecast earns, percent. */
  battery_captured: number | null;
  battery_gap: number | null;
  battery_gap_low: number | null;
  battery_gap_high: number | null;
  /** Values that the data lacked and that were filled; such prices are not scored. */
  filled_values: number;
  /** What a reader must know of the data, such as what was filled. */
  notes: string[];
  /** What makes the figures better than they are. */
  warnings: string[];
  /** Where days are not those of the auction: their offset, and how many hours of each auction are known. */
  fixed_offset: { offset: string; known_hours: number } | null;
  seconds: number;
}

export function backtestJson(
  { days, periods, scores, distributionScores }: BacktestResult,
  {
    model,
    unit,
    recipe,
    seconds,
    filledValues,
    notes,
    warnings,
    fixedOffset,
  }: {
    model: string;
    unit: string | undefined;
    recipe: ForecastRecipe;
    seconds: number;
    filledValues: number;
  } & Pick<MarketData, 'notes' | 'warnings' | 'fixedOffset'>,
): BacktestJson {
  const coverage = coverageByDays(
    periods.map(({ actual, p10, p90 }) => actual >= p10 && actual <= p90),
    periods.map(({ time }) => time.slice(0, 10)),
    80,
  );
  const weekly = {
    name: 'the price of the week before',
    values: periods.map(({ weeklyNaive }) => weeklyNaive),
  };
  return {
    verdict: verdictOn(periods, { model, unit, rival: weekly }),
    model,
    recipe: recipeHash(recipe),
    library: LIBRARY_VERSION,
    unit: unit ?? null,
    days: days.length,
    mae: scores.mae,
    rmae_weekly: scores.rmaeWeekly,
    rmae_standard: scores.rmaeStandard,
    rmse: scores.rmse,
    smape: scores.smapePercent,
    bias: scores.bias,
    pinball_10: scores.pinball10,
    pinball_50: scores.pinball50,
    pinball_90: scores.pinball90,
    coverage_80: scores.coverage80Percent,
    coverage_80_standard_error: coverage.standardErrorPercent,
    coverage_80_low: coverage.low,
    coverage_80_high: coverage.high,
    coverage_80_verdict: coverage.verdict,
    mean_width: scores.meanWidth,
    winkler_80: scores.winkler80,
    crps: distributionScores.crps,
    energy_score: distributionScores.paths?.energy ?? null,
    energy_score_independent: distributionScores.paths?.energyIndependent ?? null,
    zero_or_less_skill: distributionScores.zeroOrLess?.skillPercent ?? null,
    decile_coverage: distributionScores.deciles.levels.map(({ observedPercent }) => observedPercent),
    battery_captured: distributionScores.choices.batteryCapturedPercent,
    battery_gap: distributionScores.choices.batteryGap?.percent ?? null,
    battery_gap_low: distributionScores.choices.batteryGap?.interval?.low ?? null,
    battery_gap_high: distributionScores.choices.batteryGap?.interval?.high ?? null,
    filled_values: filledValues,
    notes,
    warnings,
    fixed_offset:
      fixedOffset === undefined ? null : { offset: fixedOffset.offset, known_hours: fixedOffset.knownHours },
    seconds,
  };
}
