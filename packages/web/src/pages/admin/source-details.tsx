import type { SourceOverview } from '@lonja/client';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { reasonWords } from '../../market/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/states.tsx';
import { Publications } from '../support/publications.tsx';
import { BackfillDialog } from './backfill-dialog.tsx';
import { Backfills } from './backfills.tsx';

/** One source: what it publishes, what was held back, and its backfills. */
export function SourceDetails({ source: overview }: { source: SourceOverview }) {
  const t = useMessages('admin.operations');
  const locale = useLocale('reasons');
  const format = useFormat();
  const time = useRecordTime();
  const [isLoading, setIsLoading] = useState(false);
  const { source, publications, quarantined } = overview;
  return (
    <>
      <Section
        title={source}
        actions={overview.can_be_asked && <Button onClick={() => setIsLoading(true)}>{t('loadDays')}</Button>}
      >
        {!overview.can_be_asked && <Notice kind="info">{t('noTokenText')}</Notice>}
        {overview.last_failure !== null && overview.failures_in_row > 0 && (
          <Notice kind="warn">
            {reasonWords(overview.last_failure, overview.last_failure_codes, locale)}
          </Notice>
        )}
        {publications.length === 0 ? (
          <p className="text-sm text-faint">{overview.followed ? t('noPublications') : t('notFollowed')}</p>
        ) : (
          <Publications rows={publications.map((publication) => ({ source, ...publication }))} />
        )}
        {quarantined.length > 0 && (
          <DataTable
            caption={t('heldBack')}
            rows={quarantined}
            keyOf={({ publication, day }) => `${publication} ${day}`}
            maxHeight="max-h-80"
            columns={[
              { title: t('heldBackDay'), cell: ({ day }) => format.day(day) },
              {
                title: t('publication'),
                cell: ({ publication }) => <code className="text-xs">{publication}</code>,
              },
              {
                title: t('finding'),
                cell: ({ reason, reason_codes: codes }) => reasonWords(reason, codes, locale),
              },
              { title: t('cameAt'), isWide: true, cell: ({ recorded_at: at }) => time.instant(at) },
            ]}
          />
        )}
      </Section>
      <Section title={t('backfills')} note={t('backfillsNote')}>
        <Backfills source={source} />
      </Section>
      {isLoading && <BackfillDialog source={overview} onClose={() => setIsLoading(false)} />}
    </>
  );
}
