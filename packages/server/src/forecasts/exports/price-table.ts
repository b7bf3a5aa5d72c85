import { deliveryDayOf, type Product } from '@lonja/forecasting/market';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import { pricesOf, readPriceFeeds } from '../../market/prices/price-feeds.ts';
import { availabilityOf, PERIOD_MS } from './availability.ts';
import {
  availableColumn,
  type ExportRow,
  type ExportTable,
  priceColumn,
  PERIOD_COLUMNS,
  SIMULATED_COLUMN,
} from './export-table.ts';

/** The prices that are public, as `/market/prices` has them. */
export function createPriceTable(
  context: ReadContext,
  { product, resolution }: { product: Product; resolution: 'PT15M' | 'PT1H' },
): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the price was published, in UTC; of an hour of four quarters the last of them'),
      priceColumn('price', 'Cleared price'),
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const read = await readPriceFeeds(context, { product, ...span });
      if (read === undefined) return [];
      const simulated = read.dataOrigin === 'simulator';
      const availableAt = availabilityOf(read.feeds, read.window, resolution);
      return [...pricesOf(read, resolution)].map(([start, price]): ExportRow => [
        deliveryDayOf(start),
        start,
        start + PERIOD_MS[resolution],
        availableAt(start),
        roundPrice(price),
        simulated,
      ]);
    },
  };
}
