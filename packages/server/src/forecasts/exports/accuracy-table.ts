import type { Product } from '@lonja/forecasting/market';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import { firstPublications, pricesOf, readPriceFeeds } from '../../market/prices/price-feeds.ts';
import { scoreHours } from '../accuracy/list-scored-hours.ts';
import type { Cutoff } from '../runs/cutoff.ts';
import { availabilityOf, PERIOD_MS } from './availability.ts';
import {
  availableColumn,
  type ExportRow,
  type ExportTable,
  priceColumn,
  PERIOD_COLUMNS,
  RUN_COLUMNS,
  SIMULATED_COLUMN,
} from './export-table.ts';

/** The hours that `/metrics/accuracy` scores, each with its forecast and its price. */
export function createAccuracyTable(
  context: ReadContext,
  { product, cutoff }: { product: Product; cutoff: Cutoff },
): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the price was published, so that the error was known, in UTC'),
      priceColumn('price', 'Cleared price'),
      priceColumn('value', 'Point estimate of the forecast that counts'),
      priceColumn('p10', '10th percentile'),
      priceColumn('p90', '90th percentile'),
      priceColumn('error', 'Point estimate less price'),
      ...RUN_COLUMNS,
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const read = await readPriceFeeds(context, { product, ...span });
      if (read === undefined) return [];
      const prices = {
        dataOrigin: read.dataOrigin,
        hours: pricesOf(read, 'PT1H'),
        publishedAt: firstPublications(read),
      };
      const { hours, simulated } = await scoreHours(context, { product, cutoff, ...span }, prices);
      const availableAt = availabilityOf(read.feeds, read.window, 'PT1H');
      return hours.map((hour): ExportRow => {
        const [price, value] = [roundPrice(hour.price), roundPrice(hour.value)];
        return [
          hour.day,
          hour.start,
          hour.start + PERIOD_MS.PT1H,
          availableAt(hour.start),
          price,
          value,
          roundPrice(hour.p10),
          roundPrice(hour.p90),
          roundPrice(value - price),
          hour.issuedAt,
          hour.runId,
          hour.modelVersionId,
          simulated,
        ];
      });
    },
  };
}
