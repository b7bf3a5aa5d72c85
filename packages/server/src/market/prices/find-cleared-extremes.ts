import { priceKey } from '@lonja/forecasting/intraday';
import { DAY_MS, type DeliveryDay, deliveryDayOf, type Product } from '@lonja/forecasting/market';
import type { ClearedExtremes, ClearedPrice } from '../../ground/database/schema.ts';
import type { Db } from '../../ground/database/database.ts';
import { readSeries } from '../observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** Fewer delivery days say little of what prices are possible. */
const FEWEST_DAYS = 28;
/** Before any price of an electricity exchange in Spain. */
const EVER = Date.UTC(1998, 0, 1);
/** Prices are known at most so far ahead. */
const AHEAD_MS = 7 * DAY_MS;

/** Over all feeds of a product's prices in one world; of equal prices the first. Undefined where fewer than 28 days are known. */
export async function findClearedExtremes(
  db: Db,
  { product, dataOrigin, asOf }: { product: Product; dataOrigin: DataOrigin; asOf: number },
): Promise<ClearedExtremes | undefined> {
  const key = priceKey(product);
  const series = await readSeries(db, { keys: [key], dataOrigin, from: EVER, to: asOf + AHEAD_MS, asOf });
  const days = new Set<DeliveryDay>();
  let since = Infinity;
  let lowest: ClearedPrice = { start: 0, value: Infinity };
  let highest: ClearedPrice = { start: 0, value: -Infinity };
  for (const { start, value } of series.get(key) ?? []) {
    since = Math.min(since, start[0]);
    for (let i = 0; i < start.length; i++) {
      // Revisions of a period follow each other, the newest last.
      if (start[i + 1] === start[i]) continue;
      if (days.size < FEWEST_DAYS) days.add(deliveryDayOf(start[i]));
      const price = { start: start[i], value: value[i] };
      if (isBefore(price, lowest, price.value - lowest.value)) lowest = price;
      if (isBefore(price, highest, highest.value - price.value)) highest = price;
    }
  }
  return days.size < FEWEST_DAYS ? undefined : { since, lowest, highest };
}

function isBefore(one: ClearedPrice, other: ClearedPrice, difference: number): boolean {
  return difference < 0 || (difference === 0 && one.start < other.start);
}

/** What had cleared when some runs were issued, by run; those of which it is not known are left out. */
export async function listClearedExtremes(
  db: Db,
  runIds: readonly string[],
): Promise<Map<string, ClearedExtremes>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('forecast_run')
    .select(['id', 'cleared_extremes'])
    .where('id', 'in', runIds)
    .where('cleared_extremes', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap((row) => (row.cleared_extremes === null ? [] : [[row.id, row.cleared_extremes]])),
  );
}
