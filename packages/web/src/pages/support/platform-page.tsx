import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { SuperadminGate } from '../../layout/superadmin-gate.tsx';
import { platformTicketsQuery } from './query.ts';
import { TicketList } from './ticket-list.tsx';

const route = getRouteApi('/app/admin/tickets');

/** Tickets of all tenants, for those who run the platform. */
export function PlatformTicketsPage() {
  return (
    <SuperadminGate>
      <PlatformTickets />
    </SuperadminGate>
  );
}

function PlatformTickets() {
  const t = useMessages('support.page');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const tickets = useQuery(platformTicketsQuery(page));
  return (
    <Page title={t('platformTitle')} subtitle={t('platformSubtitle')}>
      <TicketList
        query={tickets}
        page={page}
        onPage={(next) => void navigate({ search: { page: next } })}
        to="/admin/tickets/$ticketId"
        empty={t('noneAtAll')}
      />
    </Page>
  );
}
