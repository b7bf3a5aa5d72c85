import { evaluateBacktest } from './evaluate-backtest.ts';
import { reportCharts } from './report-charts.ts';
import { reportCsv } from './report-csv.ts';
import type { ReportInput } from './report-input.ts';
import { reportHtml } from './report-html.ts';
import { reportMarkdown } from './report-markdown.ts';

/** A report as texts; `csv` and `svg` by file name, which is how the Markdown names its pictures. */
export interface BacktestReport {
  markdown: string;
  /** The same as one page with its pictures in it. */
  html: string;
  csv: Record<string, string>;
  svg: Record<string, string>;
}

/**
 * Writes up a back-test: accuracy, tests against rivals, errors by hour, weekday, month, price and lead day, coverage and
 * calibration of the bounds. The same input gives the same text. Throws RangeError on NaN, crossing bounds and periods out
 * of order. O(periods log periods).
 */
export function backtestReport(input: ReportInput): BacktestReport {
  const evaluation = evaluateBacktest(input);
  const markdown = reportMarkdown(evaluation);
  const svg = reportCharts(evaluation);
  const title = `Back-test of ${input.model}`;
  const csv = reportCsv(evaluation);
  return { markdown, html: reportHtml(markdown, { svg, csv, title }), csv, svg };
}
