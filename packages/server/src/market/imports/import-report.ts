import type { Db } from '../../ground/database/database.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { Contradiction } from '../ingest/name-contradictions.ts';
import type { AppendResult } from '../observations/observations.ts';
import { type DayHoles, formatDayHoles, type HeldBackDay } from './hold-back-days.ts';

/** Where an import stores, and how. */
export interface ImportOptions {
  db: Db;
  /** Epoch ms; the machine's time when left out. */
  now?: number;
  /** Stores what fails the checks too. */
  acceptsHeldBack?: boolean | undefined;
  onProgress?: Progress;
}

/** What an import did, so that nothing that was left out goes unnoticed. */
export interface ImportReport {
  /** The file or folder. */
  from: string;
  /** Files that were read and used. */
  files: number;
  series: SeriesReport[];
  /** Days of prices that cannot be right: they lie in quarantine. */
  heldBack: HeldBackDay[];
  /** Such days that were stored all the same, because the command was told to accept them. */
  accepted: HeldBackDay[];
  /** Days that other sources had stored before and that differ from OMIE's, which came now. */
  contradicted: Contradiction[];
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
  const found = [
    {
      what: 'Held back',
      rest: '; "lonja sources quarantine" shows them and takes or discards them',
      days: linesOf(report.heldBack),
    },
    { what: 'Stored in spite of a failed check', rest: '', days: linesOf(report.accepted) },
    {
      what: 'Stored before by other sources, and now behind the prices of OMIE',
      rest: '; "lonja sources quarantine" shows them',
      days: report.contradicted.map(({ day, source, reason }) => `  ${day}: ${source}: ${reason}`),
    },
  ];
  for (const { what, rest, days } of found) {
    if (days.length === 0) continue;
    const more = days.length > MOST_NAMED ? [`  and ${days.length - MOST_NAMED} more`] : [];
    lines.push('', `${what} (${days.length})${rest}:`, ...days.slice(0, MOST_NAMED), ...more);
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

/** Both countries of an auction are one line. */
function linesOf(days: readonly HeldBackDay[]): string[] {
  return [...new Set(days.map(({ day, reason }) => `  ${day}: ${reason}`))];
}

/** The rows of days that were held back count as put into quarantine. */
export function withHeldBack(reports: SeriesReport[], heldBack: readonly HeldBackDay[]): SeriesReport[] {
  const nameOf = ({ series, resolution }: { series: string; resolution: string }) =>
    `${series} ${resolution}`;
  const byName = new Map(reports.map((report) => [nameOf(report), { ...report }]));
  for (const { series, resolution, day, rows } of heldBack) {
    const counts = { rows: 0, inserted: 0, corrected: 0, unchanged: 0, quarantined: 0 };
    const nothing = { series, resolution, firstDay: day, lastDay: day, ...counts };
    const report = byName.get(nameOf(nothing)) ?? nothing;
    byName.set(nameOf(report), {
      ...report,
      rows: report.rows + rows,
      quarantined: report.quarantined + rows,
      firstDay: day < report.firstDay ? day : report.firstDay,
      lastDay: day > report.lastDay ? day : report.lastDay,
    });
  }
  return [...byName.values()];
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
