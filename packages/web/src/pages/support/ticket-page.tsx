import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { SuperadminGate } from '../../layout/superadmin-gate.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { TICKETS_KEY } from './query.ts';
import { Thread } from './thread.tsx';

const ownRoute = getRouteApi('/app/support/$ticketId');
const platformRoute = getRouteApi('/app/admin/tickets/$ticketId');

/** A ticket of the own tenant. */
export function TicketPage() {
  const { ticketId: id } = ownRoute.useParams();
  return (
    <TicketFrame
      id={id}
      side="customer"
      read={client.support.ticket}
      write={client.support.replyToTicket}
      close={client.support.closeTicket}
    />
  );
}

/** A ticket of any tenant, as the platform's people see it. */
export function PlatformTicketPage() {
  const { ticketId: id } = platformRoute.useParams();
  return (
    <SuperadminGate>
      <TicketFrame
        id={id}
        side="support"
        read={client.platform.ticket}
        write={client.platform.answerTicket}
        close={client.platform.closeTicket}
      />
    </SuperadminGate>
  );
}

interface TicketFrameProps {
  id: string;
  /** Who reads it. */
  side: 'customer' | 'support';
  read: typeof client.support.ticket;
  write: typeof client.support.replyToTicket;
  close: typeof client.support.closeTicket;
}

function TicketFrame({ id, side, read, write, close }: TicketFrameProps) {
  const t = useMessages('support.page');
  const key = [...TICKETS_KEY, 'one', side, id];
  const ticket = useQuery({ queryKey: key, queryFn: ({ signal }) => read({ id }, { signal }) });
  return (
    <Page title={ticket.data?.subject ?? t('title')}>
      <QueryView query={ticket} placeholder={<Placeholder className="h-64" />}>
        {(shown) => (
          <Thread
            ticket={shown}
            side={side}
            onWrite={(message) => write({ id, message })}
            onClose={() => close({ id })}
          />
        )}
      </QueryView>
    </Page>
  );
}
