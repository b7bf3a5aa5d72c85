import { LonjaError } from '@lonja/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState, QueryView } from '../../ui/states.tsx';

interface OfDayProps<T> {
  query: UseQueryResult<T>;
  placeholder: ReactNode;
  children: (data: T) => ReactNode;
}

/** What rests on the forecast of a day; says so where there is none. */
export function OfDay<T>({ query, placeholder, children }: OfDayProps<T>) {
  const t = useMessages('portfolio.page');
  const { data, error } = query;
  if (data === undefined && error instanceof LonjaError && error.status === 404) {
    return <EmptyState text={t('missing')} />;
  }
  if (data === undefined && error instanceof LonjaError && error.status === 422) {
    return <EmptyState text={t('infeasible')} />;
  }
  return (
    <QueryView query={query} placeholder={placeholder}>
      {children}
    </QueryView>
  );
}
