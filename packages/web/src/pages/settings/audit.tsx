import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { messages } from './messages.ts';

const route = getRouteApi('/app/settings');

/** Who changed what in the tenant, the newest first. */
export function Audit() {
  const t = useMessages(messages);
  const time = useRecordTime();
  const { what, who, from, to, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const audit = useQuery(
    auditQuery({
      ...(what && { action: what }),
      ...(who && { actor_id: who }),
      ...(from && { date_from: from }),
      ...(to && { date_to: to }),
      page,
    }),
  );
  return (
    <Section title={t('audit')} note={t('auditNote', { zone: time.note })}>
      <AuditFilters />
      <QueryView query={audit} placeholder={<Placeholder className="h-96" />}>
        {({ items, total, page_size }) =>
          total === 0 ? (
            <EmptyState text={t('noEntries')}>
              <Button onClick={() => void navigate({ search: { tab: 'audit' } })}>{t('clear')}</Button>
            </EmptyState>
          ) : (
            <>
              <AuditTable entries={items} />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next }) })}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}
