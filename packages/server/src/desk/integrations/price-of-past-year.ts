import { addDays, deliveryDayOf } from '@lonja/forecasting/market';
import { meanOf } from '@lonja/forecasting/metrics';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { AppError } from '../../ground/errors.ts';
import { listPrices } from '../../market/prices/list-prices.ts';

/** Days behind the mean that stands in for futures whose price nobody gives, and the fewest that are enough. */
const FUTURES_DAYS = 365;
const FEWEST_DAYS = 28;

/**
 * The mean of the day-ahead prices of the last year, in place of the price of a basket of futures, EUR/MWh: the service reads no prices of
 * futures. Throws `not_found` where fewer than four weeks are known.
 */
export async function priceOfPastYear(context: ReadContext): Promise<number> {
  const today = deliveryDayOf(context.clock.now());
  const span = { from: addDays(today, -FUTURES_DAYS), to: addDays(today, -1) };
  const query = { product: 'da', hour: undefined, resolution: 'PT1H' } as const;
  const { prices } = await listPrices(context, { ...query, ...span });
  if (prices.length < FEWEST_DAYS * 24) {
    throw new AppError(
      'not_found',
      `Prices of fewer than ${FEWEST_DAYS} days are known, so nothing stands in for those of futures. Send futures_eur_mwh.`,
    );
  }
  return meanOf(prices.map(({ priceEurPerMwh }) => priceEurPerMwh));
}
