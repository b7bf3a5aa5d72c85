import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import type { Resolution } from '../../market/resolution.ts';

/** A new run values the sites anew. */
export const PORTFOLIO_KEY = [MARKET_KEY, 'portfolio'];

const MOST_SITES = 200;

export function portfolioQuery(resolution: Resolution) {
  return queryOptions({
    queryKey: [...PORTFOLIO_KEY, 'summary', resolution],
    queryFn: ({ signal }) => client.portfolio.summary({ resolution }, { signal }),
  });
}

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

interface AskedDay {
  date: string;
  resolution: Resolution;
}

export function valuationQuery(id: string, asked: AskedDay) {
  return queryOptions({
    queryKey: [...PORTFOLIO_KEY, 'valuation', id, asked],
    queryFn: ({ signal }) => client.portfolio.valueSite({ id, ...asked }, { signal }),
    retry: false,
  });
}

export function scheduleQuery(id: string, asked: AskedDay & { plan: 'expected' | 'robust' }) {
  return queryOptions({
    queryKey: [...PORTFOLIO_KEY, 'schedule', id, asked],
    queryFn: ({ signal }) => client.portfolio.scheduleSite({ id, ...asked }, { signal }),
    retry: false,
  });
}
