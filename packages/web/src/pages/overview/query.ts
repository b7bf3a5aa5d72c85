import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { FAN_PERCENTS } from '../../market/intervals.ts';
import type { ProductName } from '../../market/products.ts';

/** The newest run, which forecasts a week of days from its first. */
export function latestRunQuery(product: ProductName) {
  return queryOptions({
    queryKey: [MARKET_KEY, 'latest-run', product],
    queryFn: ({ signal }) =>
      client.forecasts.latest({ market_id: 'es', product, quantiles: FAN_PERCENTS.join() }, { signal }),
  });
}
