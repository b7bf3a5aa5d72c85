import type { PlatformTicketPage, TicketPage } from '@lonja/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { TicketTable, type TicketRoute } from './ticket-table.tsx';

interface TicketListProps {
  query: UseQueryResult<TicketPage | PlatformTicketPage>;
  page: number;
  onPage: (page: number) => void;
  /** Where a ticket is opened. */
  to: TicketRoute;
  /** What is said where there is none. */
  empty: string;
}

/** A page of tickets, with the way to the others. */
export function TicketList({ query, page, onPage, to, empty }: TicketListProps) {
  return (
    <QueryView query={query} placeholder={<Placeholder className="h-40" />}>
      {({ items, total, page_size }) =>
        items.length === 0 ? (
          <EmptyState text={empty} />
        ) : (
          <>
            <TicketTable tickets={items} to={to} />
            <Pager page={page} pageSize={page_size} total={total} onPage={onPage} />
          </>
        )
      }
    </QueryView>
  );
}
