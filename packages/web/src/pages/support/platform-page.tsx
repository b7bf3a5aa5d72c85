import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { messages } from './messages.ts';
import { platformTicketsQuery } from './query.ts';
import { TicketTable } from './ticket-table.tsx';

const route = getRouteApi('/app/admin/tickets');

/** Tickets of all tenants, for superadmins; the service refuses everybody else. */
export function PlatformTicketsPage() {
  const t = useMessages(messages);
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const tickets = useQuery(platformTicketsQuery(page));
  return (
    <Page title={t('platformTitle')} subtitle={t('platformSubtitle')}>
      <QueryView query={tickets} placeholder={<Placeholder className="h-40" />}>
        {({ items, total, page_size }) =>
          items.length === 0 ? (
            <EmptyState text={t('noneAtAll')} />
          ) : (
            <>
              <TicketTable tickets={items} to="/admin/tickets/$ticketId" />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
