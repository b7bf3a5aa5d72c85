import type { PriceChart } from '@lonja/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { MARKET_KEY } from '../api/live-updates.ts';
import type { Comparison } from './comparison.ts';
import type { DayRange } from './day-range.ts';
import type { MarketId } from './market.ts';
import type { ProductName } from './products.ts';

/** Most days between the first and the last of one request. */
export const MAX_CHART_DAYS = 399;

export interface PriceChartInput extends DayRange {
  market: MarketId;
  products: readonly ProductName[];
  resolution: 'PT1H' | 'PT15M';
  /** Further quantiles of each forecast, in percent; absent: none. */
  percents?: readonly number[];
  /** Absent: no comparison. */
  compare?: Comparison | undefined;
  /** Power of the system that is wanted too. */
  powers?: readonly ChartPower[];
  /** Whether the prices of a year before are wanted too. */
  hasLastYear?: boolean;
  /** Whether the lowest and the highest price of all are wanted too. */
  hasExtremes?: boolean;
}

/** Power that can be laid over prices. */
export type ChartPower = 'load' | 'wind';

/** Forecasts as they were issued before each auction, and the prices that cleared. */
export function priceChartQuery({
  market,
  from,
  to,
  products,
  resolution,
  percents = [],
  compare,
  powers = [],
  hasLastYear = false,
  hasExtremes = false,
}: PriceChartInput) {
  const own = [MARKET_KEY, 'prices', market, from, to, products[0], resolution];
  return queryOptions({
    queryKey: [...own, products.join(), percents.join(), compare, powers.join(), hasLastYear, hasExtremes],
    queryFn: ({ signal }) =>
      client.dashboard.priceChart(
        {
          market_id: market,
          date_from: from,
          date_to: to,
          products: products.join(),
          ...(resolution === 'PT15M' && { resolution }),
          ...(percents.length > 0 && { quantiles: percents.join() }),
          ...(compare !== undefined && { compare }),
          ...(powers.length > 0 && { powers: powers.join() }),
          ...(hasLastYear && { last_year: 'true' as const }),
          ...(hasExtremes && { extremes: 'true' as const }),
        },
        { signal },
      ),
    // The same chart without what is laid over it stays while that is fetched.
    placeholderData: (previous, query) =>
      query?.queryKey.slice(0, own.length).join() === own.join() ? previous : undefined,
  });
}

/** Starts of the chart's periods, epoch ms. */
export function startsOf({ start, step_s, periods }: PriceChart): number[] {
  const first = Date.parse(start);
  return Array.from({ length: periods }, (_, index) => first + index * step_s * 1000);
}
