import { formatMadrid } from '@lonja/forecasting';
import { type DataStatus, formatDelay } from './get-source-status.ts';

const SHOWN_INCIDENTS = 20;

/** The state of all sources for a terminal: a line for each publication, then what is missing and why. */
export function formatSourceStatus({ sources, incidents }: DataStatus): string {
  if (sources.length === 0) return 'No source has been followed yet.';
  const header = [
    'source',
    'publication',
    'state',
    'newest day',
    'published',
    'late by',
    'gaps',
    'corrections',
  ];
  const body = sources.flatMap(({ source, publications }) =>
    publications.map((one) => [
      source,
      one.name,
      one.state,
      one.latestDay ?? '-',
      one.publishedAt === undefined ? '-' : formatMadrid(one.publishedAt).slice(0, 16).replace('T', ' '),
      one.latenessMs === undefined || one.latenessMs === 0 ? '-' : formatDelay(one.latenessMs),
      String(one.gaps),
      String(one.corrections),
    ]),
  );
  const widths = header.map((_, i) => Math.max(...[header, ...body].map((cells) => cells[i].length)));
  const table = [header, ...body].map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('  ')
      .trimEnd(),
  );
  const failures = sources
    .filter(({ state }) => state === 'failing')
    .map(
      ({ source, failuresInRow, lastFailure }) =>
        `${source} failed ${failuresInRow} times in a row: ${lastFailure ?? ''}`,
    );
  const missing = incidents
    .slice(0, SHOWN_INCIDENTS)
    .map(
      ({ source, publication, day, kind, reason }) =>
        `${day} ${source} ${publication}: ${kind}, ${reason ?? 'not asked for yet'}`,
    );
  const rest = incidents.length - missing.length;
  return [
    ...table,
    ...(failures.length > 0 ? ['', ...failures] : []),
    ...(missing.length > 0 ? ['', 'Missing:', ...missing] : []),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ].join('\n');
}
