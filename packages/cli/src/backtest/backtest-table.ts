import type { BacktestResult } from '@lonja/forecasting';
import type { BacktestJson } from './backtest-json.ts';

/** As many characters of the hash are enough to distinguish recipes by. */
const SHOWN_HASH_CHARACTERS = 16;

/** The figures for a reader: one line each, with what it means. */
export function backtestTable(
  figures: BacktestJson,
  { days, periods, calibratedOnDays, hasOwnBounds }: BacktestResult,
): string {
  const lines: [label: string, value: string, meaning: string][] = [
    ['MAE', decimals(figures.mae), 'mean absolute error'],
    ['rMAE weekly', decimals(figures.rmae_weekly), 'MAE over that of the same hour a week before'],
    [
      'rMAE standard',
      decimals(figures.rmae_standard),
      'MAE over that of yesterday; Mon, Sat, Sun: a week before',
    ],
    ['RMSE', decimals(figures.rmse), 'root mean squared error'],
    ['sMAPE', percent(figures.smape), 'symmetric percentage error, 0 to 200 %'],
    ['bias', decimals(figures.bias), 'mean of forecast minus actual'],
    ['pinball 0.1', decimals(figures.pinball_10), 'quantile loss of the lower bound'],
    ['pinball 0.5', decimals(figures.pinball_50), 'quantile loss of the forecast'],
    ['pinball 0.9', decimals(figures.pinball_90), 'quantile loss of the upper bound'],
    [
      'coverage',
      percent(figures.coverage_80),
      `within the bounds; 80 % is right: ${figures.coverage_80_verdict}`,
    ],
    [
      '',
      percent(figures.coverage_80_standard_error),
      `its standard error by days; 95 % interval ${figures.coverage_80_low.toFixed(1)} to ${percent(figures.coverage_80_high)}`,
    ],
    ['mean width', decimals(figures.mean_width), 'upper minus lower bound'],
    ['Winkler', decimals(figures.winkler_80), 'score of the 80 % interval, lower is better'],
    ['CRPS', decimals(figures.crps), 'score of the whole distribution, beside the MAE'],
    ['energy score', decimals(figures.energy_score), pathMeaning(figures)],
    ['skill <= 0', percentOrNone(figures.zero_or_less_skill), 'of P(price <= 0) over climatology'],
    ['battery', percentOrNone(figures.battery_captured), "of a 2-hour battery's value with prices known"],
    ['of the gap', percentOrNone(figures.battery_gap), gapMeaning(figures)],
  ];
  return [
    ...figures.warnings,
    figures.verdict,
    `${figures.model}: ${days.length} ${days.length === 1 ? 'day' : 'days'}, ${days[0]} to ${days.at(-1) ?? ''}, ${periods.length} periods`,
    `bounds of the first day from ${hasOwnBounds ? `its errors on the ${calibratedOnDays} days before` : 'errors of the weekly naive'}; ${figures.seconds.toFixed(1)} s`,
    `recipe ${figures.recipe.slice(0, SHOWN_HASH_CHARACTERS)}, library ${figures.library}${figures.unit === null ? '' : `; prices in ${figures.unit}`}`,
    ...figures.notes,
    '',
    ...lines.map(([label, value, meaning]) => `${label.padEnd(14)}${value.padStart(10)}   ${meaning}`),
  ].join('\n');
}

function decimals(value: number | null): string {
  return value === null ? 'none' : value.toFixed(3);
}

function pathMeaning({ energy_score_independent: independent }: BacktestJson): string {
  return independent === null
    ? 'too few past forecasts'
    : `of paths of whole days; ${decimals(independent)} with independent hours`;
}

function gapMeaning({ battery_gap_low: low, battery_gap_high: high }: BacktestJson): string {
  const meaning = 'between the plan of usual prices and that of known ones, closed by the battery';
  return low === null || high === null
    ? meaning
    : `${meaning}; 95 % interval ${low.toFixed(1)} to ${high.toFixed(1)} %`;
}

function percentOrNone(value: number | null): string {
  return value === null ? 'none' : percent(value);
}

function percent(value: number): string {
  return `${value.toFixed(2)} %`;
}
