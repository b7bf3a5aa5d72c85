import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Page, Section } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { DataState } from './data-state.tsx';
import { messages } from './messages.ts';
import { ticketsQuery } from './query.ts';
import { TicketTable } from './ticket-table.tsx';

const route = getRouteApi('/app/support');

/** The tenant's tickets and the state of the data. */
export function SupportPage() {
  const t = useMessages(messages);
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
        <QueryView query={tickets} placeholder={<Placeholder className="h-40" />}>
          {({ items, total, page_size }) =>
            items.length === 0 ? (
              <EmptyState text={t('none')} />
            ) : (
              <>
                <TicketTable tickets={items} to="/support/$ticketId" />
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
      </Section>
      <DataState />
      {isAsking && <AskDialog onClose={() => setIsAsking(false)} />}
    </Page>
  );
}
