import type { PublicationStatus } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';

/** What each publication of the sources last brought, and when it comes again. */
export function Publications({ rows }: { rows: (PublicationStatus & { source: string })[] }) {
  const t = useMessages('support.page');
  const format = useFormat();
  const instant = (at: string | null) => (at === null ? '–' : format.instant(at));
  return (
    <DataTable
      caption={t('data')}
      rows={rows}
      keyOf={({ source, name }) => `${source} ${name}`}
      columns={[
        {
          title: t('publication'),
          cell: ({ source, name }) => (
            <>
              <code className="text-xs">{name}</code>
              <span className="block text-xs text-faint sm:ml-2 sm:inline">{source}</span>
            </>
          ),
        },
        { title: t('state'), cell: ({ state }) => <Badge kind={DATA_KINDS[state]}>{t(state)}</Badge> },
        {
          title: t('latest'),
          cell: ({ latest_day: day }) => (day === null ? '–' : format.day(day)),
        },
        { title: t('cameAt'), isWide: true, cell: ({ published_at: at }) => instant(at) },
        { title: t('nextAt'), isWide: true, cell: ({ next_expected_at: at }) => instant(at) },
        { title: t('gaps'), isNumber: true, cell: ({ gaps }) => format.number(gaps) },
        {
          title: t('withoutResult'),
          isNumber: true,
          isWide: true,
          cell: (row) => format.number(row.without_result),
        },
        {
          title: t('corrections'),
          isNumber: true,
          isWide: true,
          cell: (row) => format.number(row.corrections),
        },
      ]}
    />
  );
}

/** Looks of the states of data and of what is missing. */
export const DATA_KINDS = {
  ok: 'good',
  on_time: 'good',
  late: 'warn',
  degraded: 'warn',
  failing: 'danger',
  gap: 'danger',
  quarantined: 'danger',
} as const;
