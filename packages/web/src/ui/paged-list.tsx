import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Pager } from './pager.tsx';
import { Placeholder, QueryView } from './states.tsx';

interface ListPage {
  items: readonly unknown[];
  total: number;
  page_size: number;
}

interface ShownPageProps<Page extends ListPage> {
  list: Page;
  page: number;
  onPage: (page: number) => void;
  /** What stands where the list has nothing; absent: it always has something. */
  empty?: ReactNode;
  /** Draws the items of a page. */
  children: (list: Page) => ReactNode;
}

/** A page of a list, or the one sentence for nothing, and the way to the other pages. */
export function ShownPage<Page extends ListPage>({
  list,
  page,
  onPage,
  empty,
  children,
}: ShownPageProps<Page>) {
  if (list.total === 0 && empty !== undefined) return empty;
  return (
    <>
      {children(list)}
      <Pager page={page} pageSize={list.page_size} total={list.total} onPage={onPage} />
    </>
  );
}

interface PagedListProps<Page extends ListPage> extends Omit<ShownPageProps<Page>, 'list'> {
  query: UseQueryResult<Page>;
  /** Height of the placeholder, as a class: about that of the list. */
  height: string;
}

/** A list that is asked for page by page. */
export function PagedList<Page extends ListPage>({ query, height, ...shown }: PagedListProps<Page>) {
  return (
    <QueryView query={query} placeholder={<Placeholder className={height} />}>
      {(list) => <ShownPage list={list} {...shown} />}
    </QueryView>
  );
}
