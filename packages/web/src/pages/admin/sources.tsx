import type { SourceOverview } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { sourcesQuery } from './query.ts';
import { SourceDetails } from './source-details.tsx';

const route = getRouteApi('/app/admin');
const KINDS = { ok: 'good', late: 'warn', failing: 'danger', idle: 'plain' } as const;

/** Where the data come from and how well, and one of these sources in detail. */
export function Sources() {
  const t = useMessages('admin.operations');
  const { source: chosen } = route.useSearch();
  const sources = useQuery(sourcesQuery);
  return (
    <QueryView query={sources} placeholder={<Placeholder className="h-96" />}>
      {({ items }) => {
        const shown = items.find(({ source }) => source === chosen) ?? items[0];
        return (
          <>
            <Section title={t('sources')} note={t('sourcesNote')}>
              {items.length === 0 ? (
                <EmptyState text={t('noSources')} />
              ) : (
                <SourceTable sources={items} shown={shown} />
              )}
            </Section>
            {shown !== undefined && <SourceDetails key={shown.source} source={shown} />}
          </>
        );
      }}
    </QueryView>
  );
}

function SourceTable({ sources, shown }: { sources: SourceOverview[]; shown: SourceOverview | undefined }) {
  const t = useMessages('admin.operations');
  const format = useFormat();
  const time = useRecordTime();
  return (
    <DataTable
      caption={t('sources')}
      rows={sources}
      keyOf={({ source }) => source}
      columns={[
        {
          title: t('source'),
          cell: ({ source }) => (
            <Link
              to="/admin"
              search={{ tab: 'sources', source }}
              resetScroll={false}
              aria-current={source === shown?.source ? 'true' : undefined}
              className="inline-flex min-h-6 items-center font-medium underline aria-[current=true]:text-accent"
            >
              {source}
            </Link>
          ),
        },
        { title: t('state'), cell: ({ state }) => <Badge kind={KINDS[state]}>{t(state)}</Badge> },
        {
          title: t('followed'),
          isWide: true,
          cell: ({ followed, can_be_asked: canBeAsked }) =>
            canBeAsked ? t(followed ? 'yes' : 'no') : t('noToken'),
        },
        { title: t('lastAnswer'), isWide: true, cell: ({ last_answer_at: at }) => time.instant(at) },
        { title: t('lastFailure'), isWide: true, cell: ({ last_failure_at: at }) => time.instant(at) },
        {
          title: t('failuresInRow'),
          isNumber: true,
          cell: ({ failures_in_row: count }) => format.number(count),
        },
        {
          title: t('heldBack'),
          isNumber: true,
          isWide: true,
          cell: ({ quarantined_days: count }) => format.number(count),
        },
      ]}
    />
  );
}
