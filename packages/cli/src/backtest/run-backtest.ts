import path from 'node:path';
import { CHAMPION, type Recipe, parseEpfCsv } from '@lonja/forecasting';
import { backtestInWorkers } from '@lonja/forecasting/workers';
import { UsageError } from '../errors.ts';
import { readTextFile, requireWritable, writeTextFile } from '../files.ts';
import { createProgressBar } from '../progress-bar.ts';
import { readRecipe } from '../recipe-file.ts';
import { requireReportFolder, writeReportFolder } from '../report-folder.ts';
import { backtestJson } from './backtest-json.ts';
import { backtestTable } from './backtest-table.ts';
import { parseComparedForecasts } from './compared-forecasts.ts';
import { forecastsCsv } from './forecasts-csv.ts';
import { REPORT_FOLDER_MARK, reportFiles } from './report-files.ts';

/** Of the published recipe of LEAR: Lago, Marcjasz, De Schutter and Weron (2021), Applied Energy 293:116983. */
const PUBLISHED_WINDOWS = [56, 84, 1092, 1456];

export interface BacktestOptions {
  data: string;
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

export async function runBacktest(options: BacktestOptions): Promise<void> {
  const startedAt = performance.now();
  const { from, to, calibrationDays, out, report, compare } = options;
  if (out !== undefined) await requireWritable(out, options.data);
  if (report !== undefined) await requireReportFolder(report, REPORT_FOLDER_MARK);
  else if (compare !== undefined)
    throw new UsageError('--compare is for the report; name a folder with --report.');
  const model = await recipeOf(options);
  const name = path.basename(options.model, '.json');
  const { panel, periods } = parseEpfCsv(await readTextFile(options.data));
  const compared =
    compare === undefined
      ? undefined
      : parseComparedForecasts({ file: compare, text: await readTextFile(compare) }, { periods, from, to });
  const progressBar = createProgressBar(process.stderr);
  const result = await backtestInWorkers({
    panel,
    periods,
    from,
    to,
    calibrationDays,
    ...model,
    onProgress: progressBar.update,
  }).finally(progressBar.clear);
  if (out !== undefined) await writeTextFile(out, forecastsCsv(result.periods));
  if (report !== undefined) {
    const files = reportFiles(result, { model: name, compared });
    await writeReportFolder(report, files, REPORT_FOLDER_MARK);
  }
  const figures = backtestJson(result, { model: name, seconds: (performance.now() - startedAt) / 1000 });
  console.log(options.json === true ? JSON.stringify(figures) : backtestTable(figures, result));
}

/** Windows that were asked for must fit into the history; the default ones are cut to it. */
async function recipeOf({
  model,
  windows,
}: BacktestOptions): Promise<{ recipe: Recipe; historyDays?: number }> {
  if (model === 'naive') return { recipe: { kind: 'weekly-naive' } };
  if (model !== 'lear') {
    if (windows !== undefined) throw new UsageError('--windows sets the members of LEAR; add --model lear.');
    return { recipe: model === 'champion' ? CHAMPION : await readRecipe(model) };
  }
  if (windows === undefined) return { recipe: { kind: 'lear', windows: PUBLISHED_WINDOWS } };
  return { recipe: { kind: 'lear', windows }, historyDays: Math.max(...windows) };
}
