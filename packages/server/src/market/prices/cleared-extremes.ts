import type { ForecastPoint } from '@lonja/forecasting/data';
import { type Product, DAY_MS, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import type { ClearedExtremes, ClearedPrice } from '../../ground/database/forecast-schema.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import { priceKey } from '@lonja/forecasting/intraday';
import type { Db } from '../../ground/database/database.ts';
import { readSeries } from '../observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

export const BEYOND_SIDES = ['below', 'above'] as const;
export type BeyondSide = (typeof BEYOND_SIDES)[number];

/** Which prices of a point lie below the lowest or above the highest price that ever cleared, and on which side. */
export type BeyondCleared = Partial<Record<(typeof MARKED_PRICES)[number], BeyondSide>>;

export const MARKED_PRICES = ['value', 'p10', 'p90'] as const;

/**
 * The marks of a point of a run by what had cleared in its auction when it was issued (`ForecastRun.clearedExtremes`); undefined where no
 * price lies beyond that, or hardly anything had cleared. Compares prices as they are served, in cents; an extreme itself is not beyond.
 */
export function beyondCleared(
  extremes: ClearedExtremes | undefined,
  point: Pick<ForecastPoint, (typeof MARKED_PRICES)[number]>,
): BeyondCleared | undefined {
  if (extremes === undefined) return undefined;
  const marks: BeyondCleared = {};
  for (const name of MARKED_PRICES) {
    const price = roundPrice(point[name]);
    if (price < roundPrice(extremes.lowest.value)) marks[name] = 'below';
    if (price > roundPrice(extremes.highest.value)) marks[name] = 'above';
  }
  return Object.keys(marks).length === 0 ? undefined : marks;
}

/** What has ever cleared by now, as far as it is stored and public; undefined where hardly anything is known. */
export async function findEverCleared(
  context: ReadContext,
  product: Product,
): Promise<ClearedExtremes | undefined> {
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined) return undefined;
  return findClearedExtremes(context.db, { product, dataOrigin, asOf: context.clock.now() });
}

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
