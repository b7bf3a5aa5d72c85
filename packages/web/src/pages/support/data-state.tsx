import type { DataIncident, DataStatus } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { reasonWords } from '../../market/reason-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { HeldBack } from './held-back.tsx';
import { Imports } from './imports.tsx';
import { DATA_KINDS, Publications } from './publications.tsx';
import { dataStatusQuery } from './query.ts';
import { SourceStates } from './source-states.tsx';

/** What the sources have published, and what is missing. */
export function DataState() {
  const t = useMessages('support.page');
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
        {(shown) => (
          <>
            {shown.simulated && <Notice kind="warn">{t('simulated')}</Notice>}
            <SourceStates status={shown} />
            <HeldBack {...shown.held_back} />
            {publicationsOf(shown).length === 0 ? (
              <EmptyState text={t('noSources')} />
            ) : (
              <>
                <h3 className="mt-3 text-sm font-semibold">{t('publications')}</h3>
                <Publications rows={publicationsOf(shown)} />
              </>
            )}
            <Incidents incidents={shown.incidents} />
            <Imports imports={shown.imports} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function publicationsOf({ sources }: DataStatus) {
  return sources.flatMap(({ source, publications }) =>
    publications.map((publication) => ({ source, ...publication })),
  );
}

function Incidents({ incidents }: { incidents: DataIncident[] }) {
  const t = useMessages('support.page');
  const locale = useLocale('reasons');
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
          {
            title: t('reason'),
            isWide: true,
            cell: ({ reason, reason_codes: codes }) => reasonWords(reason ?? '–', codes, locale),
          },
        ]}
      />
    </>
  );
}
