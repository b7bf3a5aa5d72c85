import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';

/** A new run values the sites anew. */
export const PORTFOLIO_KEY = [MARKET_KEY, 'portfolio'];

const MOST_SITES = 200;

export const portfolioQuery = queryOptions({
  queryKey: [...PORTFOLIO_KEY, 'summary'],
  queryFn: ({ signal }) => client.portfolio.summary({}, { signal }),
});

export const sitesQuery = queryOptions({
  queryKey: [...PORTFOLIO_KEY, 'sites'],
  queryFn: ({ signal }) => client.portfolio.sites({ page_size: MOST_SITES }, { signal }),
});

export function siteQuery(id: string) {
  return queryOptions({
    queryKey: [...PORTFOLIO_KEY, 'site', id],
    queryFn: ({ signal }) => client.portfolio.site({ id }, { signal }),
  });
}

export function valuationQuery(id: string, date: string) {
  return queryOptions({
    queryKey: [...PORTFOLIO_KEY, 'valuation', id, date],
    queryFn: ({ signal }) => client.portfolio.valueSite({ id, date }, { signal }),
    retry: false,
  });
}

export function scheduleQuery(id: string, date: string, plan: 'expected' | 'robust') {
  return queryOptions({
    queryKey: [...PORTFOLIO_KEY, 'schedule', id, date, plan],
    queryFn: ({ signal }) => client.portfolio.scheduleSite({ id, date, plan }, { signal }),
    retry: false,
  });
}
