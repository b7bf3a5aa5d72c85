import { formatInstant } from '../../ground/http/wire.ts';
import type { AccuracyRow, ReplayReport, RunTally } from './replay-report.ts';

const SCORES_HEAD = 'hours | MAE | RMSE | rMAE | bias | in p10-p90, % | width |';
const SCORES_RULE = '---:|---:|---:|---:|---:|---:|---:|';

/** The report for people, as Markdown. EUR/MWh unless a column says otherwise. */
export function reportMarkdown(report: ReplayReport): string {
  return [
    '## Runs',
    '',
    '| product | scheduled | published | issued late | degraded | answered inputs |',
    '|---|---:|---:|---:|---:|---:|',
    ...report.runs.map(runLine),
    '',
    ...report.runs.flatMap(reasonLines),
    '## Accuracy by lead day',
    '',
    'EUR/MWh. Lead day 1 is the run that counts for the delivery day, 2 the one that counted for the day before, and so on. rMAE is',
    'relative to the same hour a week before.',
    '',
    ...accuracyTable('lead day', report.byLeadDay),
    '',
    '## Accuracy by local hour, lead day 1',
    '',
    ...accuracyTable('hour', report.byHour),
    '',
    '## Accuracy by cutoff, lead day 1',
    '',
    'Of each delivery day the last run that could be read by a time of day in Madrid, on the day before. The gate closes at 12:00, so nobody can bid with the run of 12:05.',
    '',
    ...accuracyTable('cutoff', report.byCutoff),
    '',
    ...(report.belowZeroByCutoff.length === 0
      ? []
      : [
          'The same on the hours that cleared below zero:',
          '',
          ...accuracyTable('cutoff', report.belowZeroByCutoff),
          '',
        ]),
    ...fundamentalsSection(report),
    '## Models',
    '',
    '| version | state | served | why |',
    '|---|---|---|---|',
    ...report.versions.map(
      ({ id, state, active_from: from, active_to: to, reason }) =>
        `| ${id} | ${state} | ${from === null ? 'never' : formatInstant(from.getTime())}${to === null ? '' : ` to ${formatInstant(to.getTime())}`} | ${reason ?? ''} |`,
    ),
    '',
    '## Events',
    '',
    'Those of the last 30 days: older ones are not kept.',
    '',
    ...report.events.map(({ type, count }) => `- ${type}: ${count}`),
  ].join('\n');
}

/** The same as tables, by file name. */
export function reportTables(report: ReplayReport): Map<string, string> {
  const csv = (rows: (string | number | null)[][]) =>
    `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;
  const scores = ['hours', 'mae', 'rmse', 'rmae', 'bias', 'coverage_percent', 'mean_width'];
  const lines = (group: string, rows: AccuracyRow[]) =>
    csv([['product', group, ...scores], ...rows.map((row) => [row.product, row.group, ...numbersOf(row)])]);
  return new Map([
    ['accuracy-by-lead-day.csv', lines('lead_day', report.byLeadDay)],
    ['accuracy-by-hour.csv', lines('hour', report.byHour)],
    ['accuracy-by-cutoff.csv', lines('cutoff', report.byCutoff)],
    [
      'runs.csv',
      csv([
        ['product', 'scheduled_for', 'issued_at', 'first_day', 'model_version', 'degraded'],
        ...report.outcomes.map((run) => [
          run.product,
          formatInstant(run.scheduledFor),
          formatInstant(run.issuedAt),
          run.firstDay,
          run.modelVersionId,
          run.degraded.join('; '),
        ]),
      ]),
    ],
  ]);
}

function runLine({ product, scheduled, published, late, degraded, newInputs }: RunTally): string {
  return `| ${product} | ${scheduled} | ${published} | ${late} | ${degraded} | ${newInputs} |`;
}

function reasonLines({ product, reasons, missing }: RunTally): string[] {
  if (reasons.length + missing.length === 0) return [];
  return [
    `Why runs of ${product} were degraded:`,
    '',
    ...reasons.map(({ reason, runs }) => `- ${runs} times: ${reason}`),
    ...(missing.length === 0 ? [] : [`- not published at all: ${missing.join(', ')}`]),
    '',
  ];
}

function accuracyTable(group: string, rows: AccuracyRow[]): string[] {
  return [
    `| product | ${group} | ${SCORES_HEAD}`,
    `|---|---:|${SCORES_RULE}`,
    ...rows.map((row) => `| ${row.product} | ${row.group} | ${numbersOf(row).map(shown).join(' | ')} |`),
  ];
}

function fundamentalsSection({ fundamentals }: ReplayReport): string[] {
  if (fundamentals.length === 0) return [];
  return [
    "## The service's own forecasts of the power system",
    '',
    'MW, against what was measured afterwards. The naive is the week before for the load and the last measured day for everything else.',
    '',
    '| quantity | days ahead | hours | MAE | RMSE | bias | MAE of the naive |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...fundamentals.map(
      ({ quantity, leadDay, count, mae, rmse, bias, naiveMae }) =>
        `| ${quantity} | ${leadDay} | ${count} | ${mae.toFixed(0)} | ${rmse.toFixed(0)} | ${bias.toFixed(0)} | ${naiveMae?.toFixed(0) ?? ''} |`,
    ),
    '',
  ];
}

function numbersOf({ scores }: AccuracyRow): (number | null)[] {
  return [
    scores.count,
    scores.maeEurPerMwh,
    scores.rmseEurPerMwh,
    scores.relativeMae,
    scores.biasEurPerMwh,
    scores.coveragePercent,
    scores.meanWidthEurPerMwh,
  ];
}

function shown(number: number | null, column: number): string {
  if (number === null) return '';
  return column === 0 ? String(number) : number.toFixed(column === 3 ? 3 : 2);
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
