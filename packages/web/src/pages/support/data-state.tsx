import type { DataIncident } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { messages } from './messages.ts';
import { DATA_KINDS, Publications } from './publications.tsx';
import { dataStatusQuery } from './query.ts';

/** What the sources have published, and what is missing. */
export function DataState() {
  const t = useMessages(messages);
  const status = useQuery(dataStatusQuery);
  return (
    <Section
      title={t('data')}
      note={t('dataNote')}
      actions={
        status.data !== undefined && (
          <Badge kind={DATA_KINDS[status.data.status]}>{t(status.data.status)}</Badge>
        )
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

function Incidents({ incidents }: { incidents: DataIncident[] }) {
  const t = useMessages(messages);
  const format = useFormat();
  if (incidents.length === 0) return <p className="text-sm text-faint">{t('noIncidents')}</p>;
  return (
    <>
      <h3 className="mt-3 text-sm font-semibold">{t('incidents')}</h3>
      <DataTable
        caption={t('incidents')}
        rows={incidents}
        keyOf={({ source, publication, day }) => `${source} ${publication} ${day}`}
        maxHeight="max-h-80"
        columns={[
          { title: t('day'), cell: ({ day }) => format.day(day) },
          { title: t('publication'), cell: (row) => <code className="text-xs">{row.publication}</code> },
          { title: t('kind'), cell: ({ kind }) => <Badge kind={DATA_KINDS[kind]}>{t(kind)}</Badge> },
          { title: t('reason'), isWide: true, cell: ({ reason }) => reason ?? '–' },
        ]}
      />
    </>
  );
}
