import type { AppendResult } from '../../store/observations.ts';
import { type DayHoles, formatDayHoles } from './day-holes.ts';
import type { HeldBackDay } from './hold-back-days.ts';

/** What an import did, so that nothing that was left out goes unnoticed. */
export interface ImportReport {
  /** The file or folder. */
  from: string;
  /** Files that were read and used. */
  files: number;
  series: SeriesReport[];
  /** Days of prices that cannot be right: they lie in quarantine. */
  heldBack: HeldBackDay[];
  /** What was left out on purpose, by reason. */
  skipped: Skipped[];
  /** Days that the files lack, of each series that has such. */
  holes: DayHoles[];
  /** Damaged files; nothing of them was loaded. */
  refused: Refusal[];
}

export interface SeriesReport extends AppendResult {
  series: string;
  resolution: string;
  /** Rows that the files hold for the series; the counts of `AppendResult` add up to it. */
  rows: number;
  /** First and last delivery day of the rows. */
  firstDay: string;
  lastDay: string;
}

export interface Skipped {
  what: string;
  reason: string;
  count: number;
}

export interface Refusal {
  file: string;
  line: number;
  message: string;
}

const MOST_NAMED = 20;
const COLUMNS = ['rows', 'inserted', 'corrected', 'unchanged', 'quarantined'] as const;

/** The report for a person: a table of the series, then what was left out and why. */
export function formatImportReport(report: ImportReport): string {
  const lines = [`${report.from}: ${report.files} ${report.files === 1 ? 'file' : 'files'} read`];
  if (report.series.length > 0) {
    lines.push('', ...formatTable(report.series));
  }
  if (report.heldBack.length > 0) {
    lines.push(
      '',
      `Held back (${report.heldBack.length}); "lonja sources quarantine" shows them and takes or discards them:`,
      ...report.heldBack.slice(0, MOST_NAMED).map(({ day, reason }) => `  ${day}: ${reason}`),
      ...(report.heldBack.length > MOST_NAMED ? [`  and ${report.heldBack.length - MOST_NAMED} more`] : []),
    );
  }
  if (report.skipped.length > 0) {
    lines.push(
      '',
      'Left out:',
      ...report.skipped.map((skip) => `  ${skip.what}: ${skip.count} ${skip.reason}`),
    );
  }
  if (report.holes.length > 0) lines.push('', 'Holes in what was read:', ...formatDayHoles(report.holes));
  if (report.refused.length > 0) {
    lines.push(
      '',
      `Refused whole (${report.refused.length}):`,
      ...report.refused.map(({ message }) => `  ${message}`),
    );
  }
  return lines.join('\n');
}

function formatTable(series: SeriesReport[]): string[] {
  const header = ['series', 'resolution', 'first day', 'last day', ...COLUMNS];
  const body = series.map((row) => [
    row.series,
    row.resolution,
    row.firstDay,
    row.lastDay,
    ...COLUMNS.map((column) => String(row[column])),
  ]);
  const widths = header.map((_, column) =>
    Math.max(...[header, ...body].map((cells) => cells[column].length)),
  );
  const firstNumber = header.length - COLUMNS.length;
  return [header, ...body].map((cells) =>
    cells
      .map((cell, i) => (i < firstNumber ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}
