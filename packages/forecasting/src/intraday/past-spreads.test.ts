import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange, type DeliveryDay } from '../market/delivery-day.ts';
import { AUCTION_CALENDAR, coveredPeriods, type Product } from '../market/products.ts';
import { pastSpreads } from './past-spreads.ts';

/** Prices of a product on some days: a level, and one more from each day to the next. */
function pricesOf(
  product: Product,
  [from, to]: [DeliveryDay, DeliveryDay],
  level: number,
): Map<number, number> {
  return new Map(
    dayRange(from, to).flatMap((day, i) =>
      coveredPeriods(AUCTION_CALENDAR[product], day, 'PT15M').map(({ start }) => [start, level + i] as const),
    ),
  );
}

const ask = (day: DeliveryDay, days: number, product: Product = 'ida1') =>
  ({ product, day, days, resolution: 'PT15M' }) as const;

test('spreads are those of the days before, whatever is known of the day itself and of later ones', () => {
  const span: [DeliveryDay, DeliveryDay] = ['2026-02-01', '2026-02-20'];
  const prices = { later: pricesOf('ida1', span, 12), earlier: pricesOf('da', span, 10) };
  const { days, spreads } = pastSpreads(ask('2026-02-11', 5), prices);
  assert.deepEqual(days, dayRange('2026-02-06', '2026-02-10'));
  assert.ok(spreads.every((row) => row.length === 96 && row.every((spread) => spread === 2)));
});

test('the third auction has the periods from noon on alone', () => {
  const span: [DeliveryDay, DeliveryDay] = ['2026-02-01', '2026-02-10'];
  const prices = { later: pricesOf('ida3', span, 9), earlier: pricesOf('da', span, 10) };
  const { spreads } = pastSpreads(ask('2026-02-11', 10, 'ida3'), prices);
  assert.deepEqual([spreads.length, spreads[0]?.length, spreads[0]?.[0]], [10, 48, -1]);
});

test('a day without a price of one of both auctions does not count', () => {
  const span: [DeliveryDay, DeliveryDay] = ['2026-02-01', '2026-02-10'];
  const prices = { later: pricesOf('ida1', span, 12), earlier: pricesOf('da', span, 10) };
  const [{ start } = { start: 0 }] = coveredPeriods(AUCTION_CALENDAR.ida1, '2026-02-07', 'PT15M');
  prices.later.delete(start);
  const { days } = pastSpreads(ask('2026-02-11', 5), prices);
  assert.deepEqual(days, ['2026-02-06', '2026-02-08', '2026-02-09', '2026-02-10']);
  assert.deepEqual(pastSpreads(ask('2026-02-11', 5), { ...prices, later: new Map() }).days, []);
});

test('on the days of the clock change rows have 92 and 100 periods, and the day of 23 hours counts for no whole day', () => {
  const spring: [DeliveryDay, DeliveryDay] = ['2026-03-20', '2026-03-31'];
  const springPrices = { later: pricesOf('ida1', spring, 3), earlier: pricesOf('da', spring, 0) };
  const short = pastSpreads(ask('2026-03-29', 5), springPrices);
  assert.deepEqual([short.days.length, short.spreads[0]?.length], [5, 92]);
  const after = pastSpreads(ask('2026-03-31', 5), springPrices);
  assert.deepEqual(after.days, ['2026-03-26', '2026-03-27', '2026-03-28', '2026-03-30']);
  const autumn: [DeliveryDay, DeliveryDay] = ['2025-10-20', '2025-10-28'];
  const autumnPrices = { later: pricesOf('ida1', autumn, 3), earlier: pricesOf('da', autumn, 0) };
  const long = pastSpreads(ask('2025-10-26', 5), autumnPrices);
  assert.deepEqual([long.days.length, long.spreads[0]?.length], [5, 100]);
  assert.equal(pastSpreads(ask('2025-10-28', 5), autumnPrices).days.length, 5);
});
