import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { FAN_PERCENTS } from '../../market/intervals.ts';
import type { ProductName } from '../../market/products.ts';
import type { Resolution } from '../../market/resolution.ts';

/** The newest run, which forecasts a week of days from its first. */
export function latestRunQuery(market: string, product: ProductName, resolution: Resolution) {
  return queryOptions({
    queryKey: [MARKET_KEY, 'latest-run', market, product, resolution],
    queryFn: ({ signal }) =>
      client.forecasts.latest(
        { market_id: market, product, resolution, quantiles: FAN_PERCENTS.join() },
        { signal },
      ),
  });
}
