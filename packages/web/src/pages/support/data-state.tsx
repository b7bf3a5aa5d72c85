import type { DataIncident, PublicationStatus } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { messages } from './messages.ts';
import { dataStatusQuery } from './query.ts';

const KINDS = {
  ok: 'good',
  on_time: 'good',
  late: 'warn',
  degraded: 'warn',
  failing: 'danger',
  gap: 'danger',
  quarantined: 'danger',
} as const;

/** What the sources have published, and what is missing. */
export function DataState() {
  const t = useMessages(messages);
  const status = useQuery(dataStatusQuery);
  return (
    <Section
      title={t('data')}
      note={t('dataNote')}
      actions={
        status.data !== undefined && <Badge kind={KINDS[status.data.status]}>{t(status.data.status)}</Badge>
      }
    >
      <QueryView query={status} placeholder={<Placeholder className="h-64" />}>
        {({ sources, incidents, simulated }) => (
          <>
            {simulated && <Notice kind="warn">{t('simulated')}</Notice>}
            {sources.length === 0 ? (
              <EmptyState text={t('noSources')} />
            ) : (
              <Publications
                rows={sources.flatMap(({ source, publications }) =>
                  publications.map((publication) => ({ source, ...publication })),
                )}
              />
            )}
            <Incidents incidents={incidents} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Publications({ rows }: { rows: (PublicationStatus & { source: string })[] }) {
  const t = useMessages(messages);
  const format = useFormat();
  const instant = (at: string | null) => (at === null ? t('unknown') : format.instant(at));
  return (
    <DataTable
      caption={t('data')}
      rows={rows}
      keyOf={({ source, name }) => `${source} ${name}`}
      columns={[
        { title: t('source'), isWide: true, cell: ({ source }) => source },
        { title: t('publication'), cell: ({ name }) => <code className="text-xs">{name}</code> },
        { title: t('state'), cell: ({ state }) => <Badge kind={KINDS[state]}>{t(state)}</Badge> },
        {
          title: t('latest'),
          cell: ({ latest_day: day }) => (day === null ? t('unknown') : format.day(day)),
        },
        { title: t('cameAt'), isWide: true, cell: ({ published_at: at }) => instant(at) },
        { title: t('nextAt'), isWide: true, cell: ({ next_expected_at: at }) => instant(at) },
        { title: t('gaps'), isNumber: true, cell: ({ gaps }) => format.number(gaps) },
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

function Incidents({ incidents }: { incidents: DataIncident[] }) {
  const t = useMessages(messages);
  const format = useFormat();
  if (incidents.length === 0) return <p className="text-sm text-faint">{t('noIncidents')}</p>;
  return (
    <DataTable
      caption={t('incidents')}
      rows={incidents}
      keyOf={({ source, publication, day }) => `${source} ${publication} ${day}`}
      maxHeight="max-h-80"
      columns={[
        { title: t('day'), cell: ({ day }) => format.day(day) },
        { title: t('publication'), cell: (row) => <code className="text-xs">{row.publication}</code> },
        { title: t('kind'), cell: ({ kind }) => <Badge kind={KINDS[kind]}>{t(kind)}</Badge> },
        { title: t('reason'), isWide: true, cell: ({ reason }) => reason ?? t('unknown') },
      ]}
    />
  );
}
