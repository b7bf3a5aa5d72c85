import { priceKey } from '@lonja/forecasting/intraday';
import { type DeliveryDay, PRODUCTS, type Product, deliveryDayOf } from '@lonja/forecasting/market';
import { type Transaction, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { appendEvent } from '../../outbound/events/append-event.ts';
import { eventBody } from '../../outbound/events/event-body.ts';
import { PRICE_UNIT, marketProductId, productFields } from '../../ground/market-ids.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

/** What a price event holds: the hourly prices of one delivery day, EUR/MWh. */
export interface AnnouncedPrices {
  product: Product;
  dataOrigin: DataOrigin;
  day: DeliveryDay;
  hours: { start: number; priceEurPerMwh: number }[];
  /** The day was announced before with other prices. */
  isCorrection: boolean;
}

/** A delivery day whose prices were written and are public by now. */
export interface ChangedDay {
  product: Product;
  day: DeliveryDay;
}

/** The product whose cleared prices a series holds. */
export function productOfPrices(series: string): Product | undefined {
  return PRODUCTS.find((product) => series === priceKey(product));
}

/**
 * Notes, in the transaction that writes prices, which delivery days they belong to. Whether that is news is decided when
 * they are public, which can be later: a file can hold prices from the future of the service's clock.
 */
export async function notePriceChanges(
  db: Db,
  changed: { product: Product; dataOrigin: DataOrigin },
  rows: { start: Float64Array; availableAt: Float64Array },
): Promise<void> {
  const days = new Map<string, { day: DeliveryDay; availableAt: number }>();
  rows.start.forEach((start, i) => {
    const change = { day: deliveryDayOf(start), availableAt: rows.availableAt[i] };
    days.set(`${change.day} ${change.availableAt}`, change);
  });
  const changes = [...days.values()];
  if (changes.length === 0) return;
  await sql`
    insert into price_change (product, data_origin, delivery_day, available_at)
    select ${changed.product}, ${changed.dataOrigin}, day, to_timestamp(available_ms / 1000)
    from unnest(
      ${changes.map(({ day }) => day)}::date[],
      ${changes.map(({ availableAt }) => availableAt)}::float8[]
    ) as change (day, available_ms)
    on conflict do nothing`.execute(db);
}

/**
 * The days with changes that are public by now, oldest first. Forgets the changes of days before `newsFrom` that were never
 * announced: what completes that late is history.
 */
export async function listChangedDays(
  db: Db,
  query: { dataOrigin: DataOrigin; now: number; newsFrom: DeliveryDay },
): Promise<ChangedDay[]> {
  await sql`
    delete from price_change as change
    where data_origin = ${query.dataOrigin} and available_at <= ${new Date(query.now)}
      and delivery_day < ${query.newsFrom}
      and not exists (
        select from price_announcement as announced
        where announced.product = change.product and announced.data_origin = change.data_origin
          and announced.delivery_day = change.delivery_day
      )`.execute(db);
  return db
    .selectFrom('price_change')
    .select([sql<Product>`product`.as('product'), 'delivery_day as day'])
    .distinct()
    .where('data_origin', '=', query.dataOrigin)
    .where('available_at', '<=', new Date(query.now))
    .orderBy('day')
    .orderBy('product')
    .execute();
}

/** Takes the day's public changes off the list; false when another process has done so. */
export async function takeChanges(
  tx: Transaction<Database>,
  { product, day }: ChangedDay,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('price_change')
    .where('product', '=', product)
    .where('data_origin', '=', dataOrigin)
    .where('delivery_day', '=', day)
    .where('available_at', '<=', new Date(now))
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The hourly prices of a day as they were last announced. */
export async function findAnnouncedPrices(
  tx: Transaction<Database>,
  { product, day }: ChangedDay,
  dataOrigin: DataOrigin,
): Promise<number[] | undefined> {
  const row = await tx
    .selectFrom('price_announcement')
    .select('hourly_prices')
    .where('product', '=', product)
    .where('data_origin', '=', dataOrigin)
    .where('delivery_day', '=', day)
    .executeTakeFirst();
  return row?.hourly_prices;
}

/** Writes `prices.published` and what was announced. The caller has taken the event turn. */
export async function appendPriceEvent(
  tx: Transaction<Database>,
  prices: AnnouncedPrices,
  now: number,
): Promise<void> {
  const announced = {
    hourly_prices: prices.hours.map(({ priceEurPerMwh }) => priceEurPerMwh),
    announced_at: new Date(now),
  };
  await tx
    .insertInto('price_announcement')
    .values({
      product: prices.product,
      data_origin: prices.dataOrigin,
      delivery_day: prices.day,
      ...announced,
    })
    .onConflict((conflict) =>
      conflict.columns(['product', 'data_origin', 'delivery_day']).doUpdateSet(announced),
    )
    .execute();
  await appendEvent(tx, {
    type: 'prices.published',
    marketProductId: marketProductId(prices.product),
    maxChange: undefined,
    occurredAt: now,
    body: eventBody('prices.published', now, priceData(prices)),
  });
}

function priceData(prices: AnnouncedPrices): object {
  return {
    ...productFields(prices.product),
    delivery_date: prices.day,
    unit: PRICE_UNIT,
    points: prices.hours.map(({ start, priceEurPerMwh }) => ({
      time: formatInstant(start),
      value: roundPrice(priceEurPerMwh),
    })),
    correction: prices.isCorrection,
    simulated: prices.dataOrigin === 'simulator',
  };
}
