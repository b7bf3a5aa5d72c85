import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { useFile } from './use-file.ts';

const route = getRouteApi('/app/settings');

/** Who changed what in the tenant, the newest first. */
export function Audit() {
  const t = useMessages('settings.page');
  const time = useRecordTime();
  const { what, who, from, to, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = {
    ...(what && { action: what }),
    ...(who && { actor_id: who }),
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
  };
  const audit = useQuery(auditQuery({ ...filter, page }));
  const locale = useLocale();
  const file = useFile(() => client.settings.audit({ ...filter, locale, format: 'csv' }), {
    what: 'audit',
    days: [from, to],
  });
  return (
    <Section
      title={t('audit')}
      note={t('auditNote', { zone: time.note })}
      actions={
        <Button isBusy={file.isPending} onClick={() => file.mutate()}>
          {t('allAsCsv')}
        </Button>
      }
    >
      <AuditFilters />
      <PagedList
        query={audit}
        page={page}
        onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next }) })}
        height="h-96"
        empty={
          <EmptyState text={t('noEntries')}>
            <Button onClick={() => void navigate({ search: { tab: 'audit' } })}>{t('clear')}</Button>
          </EmptyState>
        }
      >
        {({ items }) => <AuditTable entries={items} />}
      </PagedList>
    </Section>
  );
}
