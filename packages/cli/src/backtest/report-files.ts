import { type BacktestResult, backtestReport } from '@lonja/forecasting';
import { REPORT_MARK } from '@lonja/forecasting/backtest';
import type { FolderMark } from '../report-folder.ts';
import type { ComparedForecasts } from './compared-forecasts.ts';

export const REPORT_FOLDER_MARK: FolderMark = { file: 'report.md', firstLine: REPORT_MARK };

interface ReportOptions {
  model: string;
  compared: ComparedForecasts | undefined;
}

/** The files of a report by name. */
export function reportFiles(result: BacktestResult, options: ReportOptions): Record<string, string> {
  const { markdown, csv, svg } = reportOf(result, options);
  return { ...csv, ...svg, [REPORT_FOLDER_MARK.file]: markdown };
}

/** The report as one page. */
export function reportPage(result: BacktestResult, options: ReportOptions): string {
  return reportOf(result, options).html;
}

/** Against the forecasts that were named, if any, and the two naives. */
function reportOf({ periods, distributionScores }: BacktestResult, { model, compared }: ReportOptions) {
  return backtestReport({
    model,
    periods,
    distributionScores,
    rivals: [
      ...(compared === undefined ? [] : [compared]),
      { name: 'weekly naive', values: periods.map(({ weeklyNaive }) => weeklyNaive) },
      { name: 'standard naive', values: periods.map(({ standardNaive }) => standardNaive) },
    ],
  });
}
