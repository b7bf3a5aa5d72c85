import path from 'node:path';
import type { Writable } from 'node:stream';
import type { BacktestResult } from '@lonja/forecasting';
import type { ForecastRecipe } from '@lonja/forecasting/issue';
import { byQuarterHours, planBacktest, scoreIssued } from '@lonja/forecasting/backtest';
import { backtestInWorkers } from '@lonja/forecasting/workers';
import { UsageError } from '../errors.ts';
import { readTextFile, requireWritable, writeTextFile } from '../files.ts';
import type { MarketSource } from '../market-file/market-source.ts';
import { type MarketData, readMarket } from '../market-file/read-market-file.ts';
import { isIssuedFromStore, issueFromStore } from '../market-file/stored-days.ts';
import { isNaive, recipeOf } from '../named-recipe.ts';
import { createProgressBar } from '../progress-bar.ts';
import { requireReportFolder, writeReportFolder } from '../report-folder.ts';
import { backtestJson } from './backtest-json.ts';
import { backtestTable } from './backtest-table.ts';
import { parseComparedForecasts } from './compared-forecasts.ts';
import { forecastsCsv } from './forecasts-csv.ts';
import { REPORT_FOLDER_MARK, reportFiles, reportPage } from './report-files.ts';

export interface BacktestOptions extends MarketSource {
  from: string;
  to: string;
  /** Named, or the file of a recipe. */
  model: string;
  windows?: number[] | undefined;
  calibrationDays?: number | undefined;
  out?: string | undefined;
  report?: string | undefined;
  compare?: string | undefined;
  json?: true | undefined;
}

export async function runBacktest(options: BacktestOptions, stdout: Writable): Promise<void> {
  const startedAt = performance.now();
  const { from, to, calibrationDays, out, report, compare } = options;
  if (out !== undefined) await requireWritable(out, options.data);
  const isPage = report?.endsWith('.html') === true;
  if (report !== undefined && isPage) await requireWritable(report, options.data);
  else if (report !== undefined) await requireReportFolder(report, REPORT_FOLDER_MARK);
  else if (compare !== undefined)
    throw new UsageError('--compare is for the report; name a folder with --report.');
  const model = await recipeOf(options);
  const name = path.basename(options.model, '.json');
  const read = await readMarket(options, from);
  const data = isNaive(model.recipe) ? byQuarterHours(read) : read;
  const { panel, periods } = data;
  const compared =
    compare === undefined
      ? undefined
      : parseComparedForecasts({ file: compare, text: await readTextFile(compare) }, { periods, from, to });
  const progressBar = createProgressBar(process.stderr);
  const { update: onProgress } = progressBar;
  const span = { from, to, calibrationDays };
  const result = await (
    isIssuedFromStore(options, model.recipe)
      ? backtestFromStore({ panel, periods }, model.recipe, { ...span, onProgress })
      : backtestInWorkers({ panel, periods, ...span, ...model, onProgress })
  ).finally(progressBar.clear);
  if (out !== undefined) await writeTextFile(out, forecastsCsv(result.periods));
  if (report !== undefined && isPage)
    await writeTextFile(report, reportPage(result, { model: name, compared }));
  else if (report !== undefined) {
    const files = reportFiles(result, { model: name, compared });
    await writeReportFolder(report, files, REPORT_FOLDER_MARK);
  }
  const figures = backtestJson(result, {
    model: name,
    seconds: (performance.now() - startedAt) / 1000,
    filledValues: data.filled.reduce((sum, { times }) => sum + times.length, 0),
    notes: data.notes,
    warnings: data.warnings,
    fixedOffset: data.fixedOffset,
  });
  stdout.write(`${options.json === true ? JSON.stringify(figures) : backtestTable(figures, result)}\n`);
}

/** The days as the service would have issued them, scored on the prices of the store. */
async function backtestFromStore(
  { panel, periods }: Pick<MarketData, 'panel' | 'periods'>,
  recipe: ForecastRecipe,
  request: Parameters<typeof issueFromStore>[1],
): Promise<BacktestResult> {
  const { scoredRows } = planBacktest(panel, request, { minHistoryDays: 0 });
  const days = await issueFromStore(recipe, request);
  const rows = days.map(({ day, issued }) => ({ row: panel.days.indexOf(day), issued }));
  const calibrationRows = Array.from({ length: days[0]?.learntFrom ?? 0 }, (_, i) => scoredRows[0] - 1 - i);
  return scoreIssued({ panel, periods }, { scoredRows, calibrationRows }, rows);
}
