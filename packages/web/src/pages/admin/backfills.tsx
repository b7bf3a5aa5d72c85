import type { Backfill } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { reasonWords } from '../../market/reason-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { backfillsQuery } from './query.ts';

const route = getRouteApi('/app/admin');
const KINDS = { waiting: 'plain', running: 'accent', done: 'good', failed: 'danger' } as const;

/** The backfills of a source with their progress, the newest first. */
export function Backfills({ source }: { source: string }) {
  const t = useMessages('admin.operations');
  const format = useFormat();
  const time = useRecordTime();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const backfills = useQuery(backfillsQuery(source, page));
  return (
    <PagedList
      query={backfills}
      page={page}
      onPage={(next) =>
        void navigate({ search: (search) => ({ ...search, page: next }), resetScroll: false })
      }
      height="h-24"
      empty={<EmptyState text={t('noBackfills')} />}
    >
      {({ items }) => (
        <DataTable
          caption={t('backfills')}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('days'),
              cell: ({ from, to }) => t('span', { from: format.day(from), to: format.day(to) }),
            },
            {
              title: t('publication'),
              isWide: true,
              cell: ({ publication }) =>
                publication === null ? t('allPublications') : <code className="text-xs">{publication}</code>,
            },
            {
              title: t('state'),
              cell: ({ state }) => <Badge kind={KINDS[state]}>{t(`backfill_${state}`)}</Badge>,
            },
            { title: t('progress'), cell: (backfill) => <Progress backfill={backfill} /> },
            { title: t('askedFor'), isWide: true, cell: (row) => time.instant(row.created_at) },
          ]}
        />
      )}
    </PagedList>
  );
}

/** How far a backfill has come and, at its end, what it found. */
function Progress({ backfill }: { backfill: Backfill }) {
  const { state, progress } = backfill;
  const t = useMessages('admin.operations');
  const format = useFormat();
  const locale = useLocale('reasons');
  const sum = (part: 'days' | 'settled' | 'missing' | 'quarantined') =>
    progress.reduce((total, row) => total + (row[part] ?? 0), 0);
  const failed = [backfill, ...progress].find(({ failure }) => failure !== null);
  const [settled, days] = [sum('settled'), sum('days')];
  const isOver = state === 'done' || state === 'failed';
  const text = t('daysSettled', { settled: format.number(settled), days: format.number(days) });
  return (
    <div className="grid max-w-80 gap-0.5">
      {!isOver && (
        <progress
          aria-label={text}
          value={settled}
          max={Math.max(1, days)}
          className="w-full accent-accent"
        />
      )}
      <span className="tabular text-soft">
        {text}
        {isOver && sum('missing') > 0 && `, ${t.count('missing', sum('missing'))}`}
        {isOver && sum('quarantined') > 0 && `, ${t.count('quarantined', sum('quarantined'))}`}
      </span>
      {typeof failed?.failure === 'string' && (
        <span className="text-xs text-faint">
          {reasonWords(failed.failure, failed.failure_codes, locale)}
        </span>
      )}
    </div>
  );
}
