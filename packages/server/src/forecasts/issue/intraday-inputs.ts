import { AUCTION_CALENDAR, auctionsBefore, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import { hourlyLookup, panelColumn, panelDays, panelWindow } from '@lonja/forecasting/data';
import { INTRADAY_FUNDAMENTAL_KEYS, pricesOf, priceKey } from '@lonja/forecasting/intraday';
import type { Db } from '../../ground/database/database.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

/** Every revision that an intraday forecast may need. */
export async function readIntradayInputs(
  db: Db,
  query: { product: Product; dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<ForecastInputs> {
  const { product, dataOrigin, asOf } = query;
  const keys = [...[...auctionsBefore(product), product].map(priceKey), ...INTRADAY_FUNDAMENTAL_KEYS];
  return readSeries(db, { keys, dataOrigin, asOf, ...panelWindow(query.from, query.to) });
}

/** The last auction of the day whose prices are wholly known at `asOf`; undefined when none is. */
export function lastKnownAuction(
  inputs: ForecastInputs,
  request: { product: Product; day: DeliveryDay; asOf: number },
): Product | undefined {
  const { day, asOf } = request;
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[request.product];
  const window = { ...panelWindow(day, day), asOf };
  return auctionsBefore(request.product).findLast((name) => {
    const prices = hourlyLookup(pricesOf(inputs, name), window);
    const slots = panelColumn(panelDays(day, day), prices);
    return slots.subarray(deliveryFromHour, deliveryToHour).every((price) => !Number.isNaN(price));
  });
}
