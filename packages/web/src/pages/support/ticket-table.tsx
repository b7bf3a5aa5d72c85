import type { Ticket } from '@lonja/client';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';

export type TicketRoute = Extract<LinkProps['to'], '/support/$ticketId' | '/admin/tickets/$ticketId'>;

/** Tickets of one tenant, or of all with the tenant's name beside each. */
export function TicketTable({
  tickets,
  to,
}: {
  tickets: readonly (Ticket & { tenant_name?: string })[];
  to: TicketRoute;
}) {
  const t = useMessages('support.page');
  const format = useFormat();
  const isOfAll = to === '/admin/tickets/$ticketId';
  return (
    <DataTable
      caption={isOfAll ? t('allTickets') : t('tickets')}
      rows={tickets}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('subject'),
          cell: ({ id, subject }) => (
            <Link to={to} params={{ ticketId: id }} className="font-medium underline">
              {subject}
            </Link>
          ),
        },
        ...(isOfAll
          ? [{ title: t('tenant'), cell: ({ tenant_name: name }: { tenant_name?: string }) => name }]
          : []),
        { title: t('author'), isWide: true, cell: ({ author_name: name }) => name ?? t('somebody') },
        { title: t('changed'), isWide: true, cell: ({ updated_at: at }) => format.instant(at) },
        { title: t('state'), cell: ({ state }) => <TicketState state={state} /> },
      ]}
    />
  );
}

const KINDS = { open: 'accent', answered: 'good', closed: 'plain' } as const;

export function TicketState({ state }: Pick<Ticket, 'state'>) {
  const t = useMessages('support.page');
  return <Badge kind={KINDS[state]}>{t(state)}</Badge>;
}
