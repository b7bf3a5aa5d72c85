import { deliveryDayOf, localHourOf, periodMs, type Product } from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { listRunsWithPoint, type RunWithPoint } from './run-lists.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { servedDaysOf } from '../../ground/timing/served-days.ts';
import { listPrices } from '../../market/prices/list-prices.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { findVisibleRuns } from './visible-runs.ts';

export interface EvolutionQuery {
  product: Product;
  resolution: 'PT15M' | 'PT1H';
  /** Any instant of the delivery period, epoch ms. */
  delivery: number;
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
}

export interface Evolution {
  /** Start of the delivery period. */
  start: number;
  /** What each run said of it, oldest first. */
  vintages: RunWithPoint[];
  /** The price that cleared, EUR/MWh, once it is public. */
  priceEurPerMwh: number | undefined;
}

/** The forecast of one delivery period over successive runs. Throws `not_found` where no run covers it. */
export async function getEvolution(context: ReadContext, query: EvolutionQuery): Promise<Evolution> {
  const { product, resolution, delivery } = query;
  const start = delivery - (delivery % periodMs(resolution));
  const isServed = servedDaysOf({ from: start, to: start + 1 }) !== undefined;
  const visible = await findVisibleRuns(context, product, query.asOf);
  const vintages =
    visible && isServed
      ? await listRunsWithPoint(context.db, visible, { start, resolution, day: deliveryDayOf(start) })
      : [];
  if (visible === undefined || vintages.length === 0) {
    throw new AppError(
      'not_found',
      `No forecast for ${marketProductId(product)} covers ${new Date(start).toISOString()} at resolution ${resolution}; GET /forecasts/available-dates lists the days that have one.`,
    );
  }
  const day = deliveryDayOf(start);
  const asOfContext = { ...context, clock: { now: () => visible.asOf } };
  const hour = localHourOf(start);
  const { prices } = await listPrices(asOfContext, { product, from: day, to: day, hour, resolution });
  const priceEurPerMwh = prices.find((price) => price.start === start)?.priceEurPerMwh;
  return { start, vintages, priceEurPerMwh };
}
