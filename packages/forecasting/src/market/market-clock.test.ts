import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange, deliveryDayOf, deliveryPeriods } from './delivery-day.ts';
import { findNationalHoliday } from './holidays.ts';
import { IBERIA } from './iberia.ts';
import { installMarkets } from './installed-markets.ts';
import { formatMadrid, HOUR_MS, instantOfWallTime, madridOffsetMs } from './madrid-time.ts';
import { clockOfZone } from './market-clock.ts';
import type { Market } from './market.ts';
import { AUCTION_CALENDAR, AUCTIONS, instantFor, PRODUCTS, zoneOf } from './products.ts';

const wall = (text: string) => Date.parse(`${text}:00Z`);
const instant = (text: string) => new Date(text).toISOString();

test('the clock of Madrid looked up is that of its rule', () => {
  const { offsetAt, instantOf } = clockOfZone('Europe/Madrid');
  for (const year of [1996, 2015, 2026, 2037]) {
    for (const month of [2, 9]) {
      const around = Date.UTC(year, month, 24);
      for (let at = around; at < around + 8 * 24 * HOUR_MS; at += HOUR_MS / 2) {
        assert.equal(offsetAt(at), madridOffsetMs(at));
        assert.equal(instantOf(at), instantOfWallTime(at));
      }
    }
  }
});

test('a time that a clock leaves out moves on, and of one that it shows twice the first is taken', () => {
  const newYork = clockOfZone('America/New_York');
  assert.equal(
    new Date(newYork.instantOf(wall('2026-03-08T02:30'))).toISOString(),
    instant('2026-03-08T07:30Z'),
  );
  assert.equal(
    new Date(newYork.instantOf(wall('2026-11-01T01:30'))).toISOString(),
    instant('2026-11-01T05:30Z'),
  );
  // Santiago de Chile changes at midnight: its day begins at 01:00.
  const santiago = clockOfZone('America/Santiago');
  assert.equal(
    new Date(santiago.instantOf(wall('2025-09-07T00:00'))).toISOString(),
    instant('2025-09-07T04:00Z'),
  );
  assert.equal(santiago.offsetAt(Date.parse('2025-09-07T04:00Z')), -3 * HOUR_MS);
  assert.equal(clockOfZone('Pacific/Auckland').offsetAt(Date.parse('2026-01-01T00:00Z')), 13 * HOUR_MS);
});

test('zones that there are not, and those of half hours, are refused', () => {
  assert.throws(() => clockOfZone('Mars/Olympus'), RangeError);
  assert.throws(
    () => clockOfZone('Asia/Kolkata').offsetAt(Date.parse('2026-01-01T00:00Z')),
    /not whole hours/,
  );
});

const [SPAIN, PORTUGAL] = IBERIA;
const FAR: Market = {
  ...SPAIN,
  id: 'far',
  timeZone: 'America/New_York',
  auctions: SPAIN.auctions.slice(0, 2).map((terms) => ({ ...terms, quarterHourlyFrom: null })),
  holidays: [{ name: 'Its day', day: '2026-02-16' }],
};

test('installed markets have their own days, gates, auctions and holidays, until those of Iberia are back', () => {
  const before = { products: PRODUCTS, hours: deliveryPeriods('2026-03-29', 'PT1H').length };
  assert.equal(before.hours, 23);
  try {
    installMarkets([FAR]);
    assert.deepEqual(AUCTIONS, ['da', 'ida1']);
    assert.deepEqual(PRODUCTS, ['da', 'ida1']);
    assert.equal(zoneOf('da'), 'far');
    const lengths = dayRange('2026-01-01', '2026-12-31').map((day) => deliveryPeriods(day, 'PT1H').length);
    assert.deepEqual(
      [23, 24, 25].map((hours) => lengths.filter((length) => length === hours).length),
      [1, 363, 1],
    );
    assert.equal(deliveryPeriods('2026-03-08', 'PT15M').length, 92);
    assert.equal(deliveryPeriods('2026-11-01', 'PT15M').length, 100);
    assert.equal(deliveryDayOf(Date.parse('2026-03-08T04:59Z')), '2026-03-07');
    assert.equal(formatMadrid(Date.parse('2026-07-01T16:00Z')), '2026-07-01T12:00:00-04:00');
    const { gateClosure } = AUCTION_CALENDAR.da;
    assert.equal(new Date(instantFor('2026-03-08', gateClosure)).toISOString(), instant('2026-03-07T17:00Z'));
    assert.equal(new Date(instantFor('2026-03-09', gateClosure)).toISOString(), instant('2026-03-08T16:00Z'));
    assert.equal(findNationalHoliday('2026-02-16'), 'Its day');
    assert.equal(findNationalHoliday('2026-12-25'), undefined);
  } finally {
    installMarkets(IBERIA);
  }
  assert.deepEqual(PRODUCTS, before.products);
  assert.equal(findNationalHoliday('2026-12-25'), 'Natividad del Señor');
});

test('markets that do not go together are refused, and the installed ones stay', () => {
  const other = { ...PORTUGAL, id: 'fr' };
  for (const [markets, fault] of [
    [[], /no market/],
    [[PORTUGAL], /first market has no reference/],
    [[SPAIN, { ...other, reference: 'de' }], /fr: its reference must be es/],
    [[SPAIN, { ...other, timeZone: 'Europe/Helsinki' }], /fr: its time zone must be Europe\/Madrid/],
    [[SPAIN, { ...other, currency: 'GBP' }], /fr: its currency must be EUR/],
    [[SPAIN, PORTUGAL, PORTUGAL], /pt: is there twice/],
    [[FAR, { ...other, reference: 'far', timeZone: FAR.timeZone }], /far has no auction ida2/],
  ] as [Market[], RegExp][]) {
    assert.throws(() => installMarkets(markets), fault);
  }
  assert.deepEqual([...new Set(PRODUCTS.map(zoneOf))], ['es', 'pt']);
  try {
    installMarkets([...IBERIA, other]);
    assert.equal(AUCTION_CALENDAR['fr-da'].gateClosure.time, '12:00');
    assert.equal(zoneOf('fr-ida1'), 'fr');
  } finally {
    installMarkets(IBERIA);
  }
});
