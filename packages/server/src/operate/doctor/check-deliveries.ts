import { madridMinute } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../ground/reasons/reasons.ts';
import type { DataStatus } from '../support/get-data-status.ts';
import type { Incident } from '../../market/sources/get-source-status.ts';
import { type Check, fault, ok, warning } from './check.ts';

type Source = DataStatus['sources'][number];

/** What each followed source last brought against what is expected of it, and what waits for a decision. */
export function checkDeliveries({ sources, incidents, heldBack }: DataStatus): Check[] {
  return [
    ...sources.filter(({ followed }) => followed).map((source) => ofSource(source, incidents)),
    ...ofHeldBack(heldBack),
  ];
}

function ofSource(source: Source, incidents: readonly Incident[]): Check {
  const name = `data ${source.source}`;
  const { newest_day: newestDay, newest_at: newestAt, state, lastFailure } = source;
  const came = newestAt === null ? '' : `, came ${madridMinute(newestAt.getTime())}`;
  const text = newestDay === null ? 'nothing has come yet' : `newest day ${newestDay}${came}`;
  if (state === 'failing') {
    const failed =
      `${text}; failed ${source.failures_in_row} times in a row: ${sentenceOrNull(lastFailure) ?? ''}`.replace(
        /\.$/,
        '',
      );
    return fault(name, 'data_failing', failed, `mend what "source ${source.source}" above says`);
  }
  const own = incidents.filter((incident) => incident.source === source.source);
  const counts = [
    [source.late, 'late'],
    [source.gaps, 'missing'],
    [source.held_back, 'held back'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  if (state === 'ok' && own.length === 0) return ok(name, 'data_on_time', `${text}, nothing late or missing`);
  return warning(
    name,
    'data_incomplete',
    `${text}; days of the last month: ${counts.join(', ')}`,
    `see "lonja sources ${source.source}"; load them with "lonja backfill"`,
  );
}

function ofHeldBack({ days, values }: DataStatus['heldBack']): Check[] {
  if (days + values === 0) return [];
  const counts = [
    ...(days === 0 ? [] : [`${days} ${days === 1 ? 'day' : 'days'}`]),
    ...(values === 0 ? [] : [`${values} single ${values === 1 ? 'value' : 'values'}`]),
  ];
  return [
    warning(
      'quarantine',
      'quarantine_waits',
      `${counts.join(' and ')} failed a check and wait`,
      'decide with "lonja sources quarantine"',
    ),
  ];
}
