import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { MARKET_KEY } from './live-updates.ts';

const AGAIN_MS = 5 * 60_000;

/** What matters of a delivery day and the one before it, of every product; undefined: of tomorrow, which the market bar shows too. */
export function summaryQuery(date: string | undefined) {
  return queryOptions({
    queryKey: [MARKET_KEY, 'summary', date ?? 'tomorrow'],
    queryFn: ({ signal }) => client.dashboard.summary(date === undefined ? {} : { date }, { signal }),
    refetchInterval: AGAIN_MS,
  });
}
