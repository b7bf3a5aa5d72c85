import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Page, Section } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { DataState } from './data-state.tsx';
import { ticketsQuery } from './query.ts';
import { TicketList } from './ticket-list.tsx';

const route = getRouteApi('/app/support');

/** The tenant's tickets and the state of the data. */
export function SupportPage() {
  const t = useMessages('support.page');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const tickets = useQuery(ticketsQuery(page));
  const [isAsking, setIsAsking] = useState(false);
  const ask = (
    <Button look="primary" onClick={() => setIsAsking(true)}>
      {t('ask')}
    </Button>
  );
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={ask}>
      <Section title={t('tickets')}>
        <TicketList
          query={tickets}
          page={page}
          onPage={(next) => void navigate({ search: { page: next } })}
          to="/support/$ticketId"
          empty={t('none')}
        />
      </Section>
      <DataState />
      {isAsking && <AskDialog onClose={() => setIsAsking(false)} />}
    </Page>
  );
}
