import type { PlatformTicketPage, TicketPage } from '@lonja/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
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
    <PagedList query={query} page={page} onPage={onPage} height="h-40" empty={<EmptyState text={empty} />}>
      {({ items }) => <TicketTable tickets={items} to={to} />}
    </PagedList>
  );
}
