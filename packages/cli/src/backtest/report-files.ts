import { type BacktestResult, backtestReport } from '@lonja/forecasting';
import { REPORT_MARK } from '@lonja/forecasting/backtest';
import type { FolderMark } from '../report-folder.ts';
import type { ComparedForecasts } from './compared-forecasts.ts';

export const REPORT_FOLDER_MARK: FolderMark = { file: 'report.md', firstLine: REPORT_MARK };

/** The files of a report by name: against the forecasts that were named, if any, and the two naives. */
export function reportFiles(
  { periods }: BacktestResult,
  { model, compared }: { model: string; compared: ComparedForecasts | undefined },
): Record<string, string> {
  const { markdown, csv, svg } = backtestReport({
    model,
    periods,
    rivals: [
      ...(compared === undefined ? [] : [compared]),
      { name: 'weekly naive', values: periods.map(({ weeklyNaive }) => weeklyNaive) },
      { name: 'standard naive', values: periods.map(({ standardNaive }) => standardNaive) },
    ],
  });
  return { ...csv, ...svg, [REPORT_FOLDER_MARK.file]: markdown };
}
