import { type BacktestResult, backtestReport } from '@lonja/forecasting';
import { REPORT_MARK } from '@lonja/forecasting/backtest';
import type { ForecastRecipe } from '@lonja/forecasting/issue';
import { recipeHash } from '@lonja/forecasting/workers';
import { recipeJson } from '../show-recipe.ts';
import type { FolderMark } from '../report-folder.ts';
import type { ComparedForecasts } from './compared-forecasts.ts';

export const REPORT_FOLDER_MARK: FolderMark = { file: 'report.md', firstLine: REPORT_MARK };

interface ReportOptions {
  model: string;
  compared: ComparedForecasts | undefined;
  unit: string | undefined;
  recipe: ForecastRecipe;
  facts: readonly (readonly [name: string, value: string])[];
}

/** The files of a report by name. */
export function reportFiles(result: BacktestResult, options: ReportOptions): Record<string, string> {
  const { markdown, csv, svg } = reportOf(result, options);
  return {
    ...csv,
    ...svg,
    'recipe.json': `${recipeJson(options.recipe)}\n`,
    [REPORT_FOLDER_MARK.file]: markdown,
  };
}

/** The report as one page. */
export function reportPage(result: BacktestResult, options: ReportOptions): string {
  return reportOf(result, options).html;
}

/** Against the forecasts that were named, if any, and the two naives. */
function reportOf(
  { periods, distributionScores }: BacktestResult,
  { model, compared, unit, recipe, facts }: ReportOptions,
) {
  return backtestReport({
    model,
    periods,
    distributionScores,
    unit,
    origin: { recipe, facts: [['recipe', recipeHash(recipe)], ...facts] },
    rivals: [
      ...(compared === undefined ? [] : [compared]),
      { name: 'weekly naive', values: periods.map(({ weeklyNaive }) => weeklyNaive) },
      { name: 'standard naive', values: periods.map(({ standardNaive }) => standardNaive) },
    ],
  });
}
