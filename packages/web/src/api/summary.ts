import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { MARKET_KEY } from './live-updates.ts';
import type { Comparison } from '../market/comparison.ts';
import type { Resolution } from '../market/resolution.ts';

const AGAIN_MS = 5 * 60_000;

/** What matters of a delivery day and the one before it, of every product; undefined: of tomorrow, whose hours the market bar shows too. */
export function summaryQuery(
  date: string | undefined,
  resolution: Resolution = 'PT1H',
  compare: Comparison = 'previous',
) {
  return queryOptions({
    queryKey: [MARKET_KEY, 'summary', date ?? 'tomorrow', resolution, compare],
    queryFn: ({ signal }) =>
      client.dashboard.summary(
        {
          ...(date !== undefined && { date }),
          ...(resolution === 'PT15M' && { resolution }),
          ...(compare !== 'previous' && { compare }),
        },
        { signal },
      ),
    refetchInterval: AGAIN_MS,
  });
}
