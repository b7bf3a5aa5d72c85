import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';

const AGAIN_MS = 5 * 60_000;

export function summaryQuery(date: string | undefined) {
  return queryOptions({
    queryKey: [MARKET_KEY, 'summary', date ?? 'tomorrow'],
    queryFn: ({ signal }) => client.dashboard.summary(date === undefined ? {} : { date }, { signal }),
    refetchInterval: AGAIN_MS,
  });
}
