import path from 'node:path';
import type { Writable } from 'node:stream';
import type { BacktestResult } from '@lonja/forecasting';
import { byQuarterHours, createMarketDays, planBacktest, scoreIssued } from '@lonja/forecasting/backtest';
import { backtestInWorkers } from '@lonja/forecasting/workers';
import { UsageError } from '../errors.ts';
import { readTextFile, requireWritable, writeTextFile } from '../files.ts';
import type { MarketSource } from '../market-file/market-source.ts';
import { type MarketData, withMarkets } from '../market-file/read-market-file.ts';
import type { IssueFromStore } from '../market-file/stored-days.ts';
import { isNaive, recipeOf } from '../named-recipe.ts';
import { createProgressBar } from '../progress-bar.ts';
import { requireReportFolder, writeReportFolder } from '../report-folder.ts';
import { type BacktestJson, backtestJson } from './backtest-json.ts';
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
  /** Of prices, for tables and charts. */
  unit?: string | undefined;
  /** Percent. */
  quantiles?: number[] | undefined;
  json?: true | undefined;
}

/** Back-tests each market of the data; of several ones each has files of its own. */
export async function runBacktest(options: BacktestOptions, stdout: Writable): Promise<void> {
  const { from, report, compare } = options;
  if (report === undefined && compare !== undefined)
    throw new UsageError('--compare is for the report; name a folder with --report.');
  const model = await recipeOf(options);
  await withMarkets(options, { from, recipe: model.recipe }, (markets, issue) =>
    backtestMarkets(markets, options, { model, issue, stdout }),
  );
}

interface BacktestParts {
  model: Awaited<ReturnType<typeof recipeOf>>;
  /** Where the days are issued from the store. */
  issue: IssueFromStore | undefined;
}

async function backtestMarkets(
  markets: readonly MarketData[],
  options: BacktestOptions,
  { stdout, ...parts }: BacktestParts & { stdout: Writable },
): Promise<void> {
  const { out, report, compare, json } = options;
  const files = markets.map(({ name }) => ({
    out: ofMarket(out, name),
    report: ofMarket(report, name),
    compare: ofMarket(compare, name),
  }));
  for (const one of files) await requireTargets(one, options.data);
  const texts: string[] = [];
  const figures: [string, BacktestJson][] = [];
  for (const [i, market] of markets.entries()) {
    const { figures: ofOne, result } = await backtestMarket(market, { ...options, ...files[i] }, parts);
    figures.push([market.name ?? '', ofOne]);
    texts.push(
      [...(market.name === undefined ? [] : [market.name]), backtestTable(ofOne, result)].join('\n'),
    );
  }
  if (json !== true) stdout.write(`${texts.join('\n\n')}\n`);
  else if (markets.length === 1) stdout.write(`${JSON.stringify(figures[0][1])}\n`);
  else stdout.write(`${JSON.stringify({ markets: Object.fromEntries(figures) })}\n`);
}

interface Targets {
  out: string | undefined;
  report: string | undefined;
  compare: string | undefined;
}

/** The file or folder of a market among several: its name stands before the ending. */
function ofMarket(target: string | undefined, name: string | undefined): string | undefined {
  if (target === undefined || name === undefined) return target;
  const { dir, name: stem, ext } = path.parse(target);
  return path.join(dir, `${stem}-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}${ext}`);
}

const isPage = (report: string) => report.endsWith('.html');

async function requireTargets({ out, report }: Targets, data: string | undefined): Promise<void> {
  if (out !== undefined) await requireWritable(out, data);
  if (report === undefined) return;
  if (isPage(report)) await requireWritable(report, data);
  else await requireReportFolder(report, REPORT_FOLDER_MARK);
}

async function backtestMarket(
  market: MarketData,
  options: BacktestOptions,
  { model, issue }: BacktestParts,
): Promise<{ figures: BacktestJson; result: BacktestResult }> {
  const startedAt = performance.now();
  const { from, to, calibrationDays, out, report, compare } = options;
  const name = path.basename(options.model, '.json');
  const data = isNaive(model.recipe) ? byQuarterHours(market) : market;
  const { panel, periods, gaps, limits } = data;
  const compared =
    compare === undefined
      ? undefined
      : parseComparedForecasts({ file: compare, text: await readTextFile(compare) }, { periods, from, to });
  const progressBar = createProgressBar(process.stderr);
  const { update: onProgress } = progressBar;
  const span = { from, to, calibrationDays };
  const result = await (
    issue !== undefined
      ? backtestFromStore({ panel, periods, gaps }, issue, { ...span, onProgress })
      : backtestInWorkers({ panel, periods, gaps, limits, ...span, ...model, onProgress })
  ).finally(progressBar.clear);
  if (out !== undefined) await writeTextFile(out, forecastsCsv(result.periods, options.quantiles));
  const unit = options.unit ?? market.unit;
  const told = { model: name, compared, unit, recipe: model.recipe, facts: factsOf(market, options) };
  if (report !== undefined && isPage(report)) await writeTextFile(report, reportPage(result, told));
  else if (report !== undefined) {
    const files = reportFiles(result, told);
    await writeReportFolder(report, files, REPORT_FOLDER_MARK);
  }
  const figures = backtestJson(result, {
    model: name,
    unit,
    recipe: model.recipe,
    seconds: (performance.now() - startedAt) / 1000,
    filledValues: data.filled.reduce((sum, { times }) => sum + times.length, 0),
    notes: data.notes,
    warnings: data.warnings,
    fixedOffset: data.fixedOffset,
  });
  return { figures, result };
}

/** What else the figures rest on. */
function factsOf(
  { name, limits, resolution, zone }: MarketData,
  { data, fromStore, calibrationDays, mapping }: BacktestOptions,
): [string, string][] {
  const facts: [string, string | undefined][] = [
    ['data', fromStore ?? path.basename(data ?? '')],
    ['mapping', mapping === undefined ? undefined : path.basename(mapping)],
    ['price', name],
    ['zone of days', zone],
    ['periods', resolution],
    ['floor', limits?.lowest.toString()],
    ['cap', limits?.highest.toString()],
    ['calibration days, at most', calibrationDays?.toString()],
  ];
  return facts.flatMap(([fact, value]) =>
    value === undefined || value.endsWith('Infinity') ? [] : [[fact, value]],
  );
}

/** The days as the service would have issued them, scored on the prices of the store. */
async function backtestFromStore(
  data: Pick<MarketData, 'panel' | 'periods' | 'gaps'>,
  issue: IssueFromStore,
  request: Parameters<IssueFromStore>[0],
): Promise<BacktestResult> {
  const { panel } = data;
  const { scoredRows } = planBacktest(panel, request, { minHistoryDays: 0 });
  const days = await issue(request);
  const rows = days.map(({ day, issued }) => ({ row: panel.days.indexOf(day), issued }));
  const calibrationRows = Array.from({ length: days[0]?.learntFrom ?? 0 }, (_, i) => scoredRows[0] - 1 - i);
  return scoreIssued(createMarketDays(data), { scoredRows, calibrationRows }, rows);
}
