import type { DataStatus, SourceStatus } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { sourceName } from '../../market/source-names.ts';
import { reasonWords } from '../../market/reason-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/states.tsx';

/** One source in the table: as it is followed, or the reason why it is not. */
interface Row {
  source: string;
  state: keyof typeof STATE_KINDS;
  status: SourceStatus | undefined;
  newestDay: string | null;
}

/** A row for each source, and why one fails. */
export function SourceStates({ status }: { status: DataStatus }) {
  const t = useMessages('support.page');
  const locale = useLocale('reasons');
  const format = useFormat();
  const failing = status.sources.filter(({ failures_in_row: failures }) => failures > 0);
  const instant = (at: string | null) => (at === null ? '–' : format.instant(at));
  const count = (number: number | undefined) => (number === undefined ? '' : format.number(number));
  return (
    <>
      {failing.map(({ source, last_failure: failure, last_failure_codes: codes }) => (
        <Notice key={source} kind="warn">
          {t('failure', { source: sourceName(source), failure: reasonWords(failure ?? '', codes, locale) })}
        </Notice>
      ))}
      <DataTable
        caption={t('sources')}
        rows={rowsOf(status)}
        keyOf={({ source }) => source}
        columns={[
          { title: t('source'), cell: ({ source }) => sourceName(source) },
          { title: t('state'), cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{t(state)}</Badge> },
          { title: t('latest'), cell: ({ newestDay }) => (newestDay === null ? '–' : format.day(newestDay)) },
          {
            title: t('cameAt'),
            isWide: true,
            cell: ({ status: known }) => instant(known?.newest_at ?? null),
          },
          {
            title: t('lateDays'),
            isNumber: true,
            isWide: true,
            cell: ({ status: known }) => count(known?.late),
          },
          { title: t('gaps'), isNumber: true, cell: ({ status: known }) => count(known?.gaps) },
          {
            title: t('heldBackDays'),
            isNumber: true,
            isWide: true,
            cell: ({ status: known }) => count(known?.held_back),
          },
        ]}
      />
    </>
  );
}

function rowsOf({ sources, not_followed: others, imports }: DataStatus): Row[] {
  const newest = (name: string) =>
    imports
      .filter(({ source }) => source === name)
      .map(({ newest_day: day }) => day)
      .toSorted()
      .at(-1) ?? null;
  const shown = new Set(sources.map(({ source }) => source));
  const imported = [...new Set(imports.map(({ source }) => source))].filter((source) => !shown.has(source));
  return [
    ...sources.map((status): Row => {
      const { source, newest_day: day, followed, state } = status;
      const shown = source === 'simulator' ? 'simulator' : followed ? state : 'imported';
      return { source, state: shown, status, newestDay: day ?? newest(source) };
    }),
    ...imported.map((source): Row => ({
      source,
      state: 'imported',
      status: undefined,
      newestDay: newest(source),
    })),
    ...others
      .filter(({ source }) => !shown.has(source) && !imported.includes(source))
      .map(({ source, reason }): Row => ({ source, state: reason, status: undefined, newestDay: null })),
  ];
}

const STATE_KINDS = {
  ok: 'good',
  late: 'warn',
  failing: 'danger',
  imported: 'plain',
  simulator: 'plain',
  no_token: 'plain',
  not_in_sources: 'plain',
} as const;
