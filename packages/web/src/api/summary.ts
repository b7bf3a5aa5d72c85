import type { Preparation } from '@lonja/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { MARKET_KEY } from './live-updates.ts';
import type { Comparison } from '../market/comparison.ts';
import { FIRST_MARKET, type MarketId } from '../market/market.ts';
import type { Resolution } from '../market/resolution.ts';

const AGAIN_MS = 5 * 60_000;
/** Until the first forecast is there, and while the rest of a first start is being made. */
const PREPARING_MS = 5000;
const PREPARING_REST_MS = 20_000;

/** What matters of a delivery day and the one before it, of every product; undefined: of tomorrow, whose hours the market bar shows too. */
export function summaryQuery(
  date: string | undefined,
  resolution: Resolution = 'PT1H',
  compare: Comparison = 'previous',
  market: MarketId = FIRST_MARKET,
) {
  const own = [MARKET_KEY, 'summary', date ?? 'tomorrow', resolution, market];
  return queryOptions({
    queryKey: [...own, compare],
    queryFn: ({ signal }) =>
      client.dashboard.summary(
        {
          ...(market !== FIRST_MARKET && { market_id: market }),
          ...(date !== undefined && { date }),
          ...(resolution === 'PT15M' && { resolution }),
          ...(compare !== 'previous' && { compare }),
        },
        { signal },
      ),
    // The same day against another run stays while that is fetched.
    placeholderData: (previous, query) =>
      query?.queryKey.slice(0, own.length).join() === own.join() ? previous : undefined,
    refetchInterval: ({ state }) => preparingMs(state.data?.preparation) ?? AGAIN_MS,
  });
}

/** How often what is being prepared is asked for; undefined when nothing is. */
export function preparingMs(preparation: Preparation | null | undefined): number | undefined {
  if (preparation === null || preparation === undefined) return undefined;
  return preparation.first_forecast_in_s === null ? PREPARING_REST_MS : PREPARING_MS;
}
