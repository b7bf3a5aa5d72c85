import type { PriceChart } from '@lonja/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { MARKET_KEY } from '../api/live-updates.ts';
import type { DayRange } from './day-range.ts';
import type { ProductName } from './products.ts';

/** Most days between the first and the last of one request. */
export const MAX_CHART_DAYS = 399;

export interface PriceChartInput extends DayRange {
  products: readonly ProductName[];
  resolution: 'PT1H' | 'PT15M';
}

/** Forecasts as they were issued before each auction, and the prices that cleared. */
export function priceChartQuery({ from, to, products, resolution }: PriceChartInput) {
  return queryOptions({
    queryKey: [MARKET_KEY, 'prices', from, to, products.join(), resolution],
    queryFn: ({ signal }) =>
      client.dashboard.priceChart(
        {
          date_from: from,
          date_to: to,
          products: products.join(),
          ...(resolution === 'PT15M' && { resolution }),
        },
        { signal },
      ),
  });
}

/** Starts of the chart's periods, epoch ms. */
export function startsOf({ start, step_s, periods }: PriceChart): number[] {
  const first = Date.parse(start);
  return Array.from({ length: periods }, (_, index) => first + index * step_s * 1000);
}
