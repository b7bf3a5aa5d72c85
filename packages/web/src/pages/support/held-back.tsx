import type { DataStatus, HeldBackData } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { sourceName } from '../../market/source-names.ts';
import { reasonWords } from '../../market/reason-words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { heldBackQuery } from './query.ts';

/** How much is held back, and what it is where the reader asks for it. */
export function HeldBack({ days, values }: DataStatus['held_back']) {
  const t = useMessages('support.page');
  const format = useFormat();
  const [isShown, setIsShown] = useState(false);
  if (days + values === 0) return null;
  return (
    <>
      <Notice kind="info">
        {t('heldBackNote', { days: format.number(days), values: format.number(values) })}{' '}
        <button
          type="button"
          className="underline"
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'hideHeldBack' : 'showHeldBack')}
        </button>
      </Notice>
      {isShown && <HeldBackList />}
    </>
  );
}

function HeldBackList() {
  const t = useMessages('support.page');
  const [page, setPage] = useState(1);
  const query = useQuery(heldBackQuery(page));
  const empty = <EmptyState text={t('nothingHeldBack')} />;
  return (
    <PagedList query={query} page={page} onPage={setPage} height="h-40" empty={empty}>
      {({ items }) => <HeldBackTable items={items} />}
    </PagedList>
  );
}

function HeldBackTable({ items }: { items: readonly HeldBackData[] }) {
  const t = useMessages('support.page');
  const locale = useLocale('reasons');
  const format = useFormat();
  const number = (value: number | null) =>
    value === null ? '–' : format.number(value, Number.isInteger(value) ? 0 : 2);
  return (
    <DataTable
      caption={t('heldBackList')}
      rows={items}
      keyOf={({ id }) => id}
      maxHeight="max-h-96"
      columns={[
        { title: t('day'), cell: ({ day }) => format.day(day) },
        { title: t('source'), isWide: true, cell: ({ source }) => sourceName(source) },
        { title: t('series'), cell: ({ publication }) => <code className="text-xs">{publication}</code> },
        { title: t('reason'), cell: ({ reason, reason_codes: codes }) => reasonWords(reason, codes, locale) },
        { title: t('valueCount'), isNumber: true, cell: ({ values }) => format.number(values) },
        { title: t('lowest'), isNumber: true, cell: ({ lowest }) => number(lowest) },
        { title: t('highest'), isNumber: true, cell: ({ highest }) => number(highest) },
        { title: t('unit'), cell: ({ unit }) => unit ?? '–' },
        { title: t('cameAt'), isWide: true, cell: ({ recorded_at: at }) => format.instant(at) },
      ]}
    />
  );
}
