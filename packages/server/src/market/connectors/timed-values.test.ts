import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MINUTE_MS, dayRange, dayStart, deliveryPeriods } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../ground/reasons/reasons.ts';
import { type Step, publishedDays } from './timed-values.ts';
import { type PublishedDay, type Publication, MEASURED_SHARE } from './source.ts';

const PRICE: Publication = {
  name: 'price.da',
  units: { 'price.da': 'EUR/MWh' },
  product: 'da',
  expected: { dayOffset: -1, time: '13:00' },
  firstDay: '2018-01-01',
  daysPerRequest: 14,
};
const LOAD: Publication = {
  ...PRICE,
  name: 'load.actual',
  units: { 'load.actual': 'MW' },
  product: undefined,
  leastShare: MEASURED_SHARE,
};
/** The 25 hours of 2025-10-26 among them. */
const SPAN = { from: '2025-09-29', to: '2025-10-27' };
const SWITCH = '2025-10-01';
const FIVE = 5 * MINUTE_MS;

function pricesOf(days: string[], resolution: (day: string) => 'PT1H' | 'PT15M'): Map<number, number> {
  return new Map(
    days.flatMap((day) =>
      deliveryPeriods(day, resolution(day)).map(({ start }, i): [number, number] => [start, i]),
    ),
  );
}

function read(
  values: ReadonlyMap<number, number>,
  {
    publication = PRICE,
    step = 'by day',
    span = SPAN,
  }: { publication?: Publication; step?: Step; span?: typeof SPAN } = {},
): PublishedDay[] {
  return publishedDays(publication, span, [{ key: publication.name, step, values }]);
}

/** Values every five minutes over one day, without those at the given places. */
function fiveMinutes(day: string, isLost: (place: number) => boolean): Map<number, number> {
  const starts = deliveryPeriods(day, 'PT1H').flatMap(({ start }) =>
    Array.from({ length: 12 }, (_, i) => start + i * FIVE),
  );
  return new Map(
    starts.map((start, place): [number, number] => [start, place]).filter(([, place]) => !isLost(place)),
  );
}

const shapes = (days: PublishedDay[]) =>
  days.map(({ day, series: [{ resolution, start }] }) => [day, resolution, start.length]);

test('a reply over the change to quarter hours gives hourly and quarter-hourly days, of 25 hours too', () => {
  const values = pricesOf(dayRange(SPAN.from, SPAN.to), (day) => (day < SWITCH ? 'PT1H' : 'PT15M'));
  const days = shapes(read(values));
  assert.equal(days.length, 29);
  for (const [day, resolution, length] of days) {
    const expected = day < SWITCH ? ['PT1H', 24] : ['PT15M', day === '2025-10-26' ? 100 : 96];
    assert.deepEqual([resolution, length], expected, String(day));
  }
});

test('a span gives what its days give when they are asked for apart, whatever is missing of it', () => {
  const days = ['2025-09-30', SWITCH, '2025-10-25', '2025-10-26'];
  const starts = days.flatMap((day) => deliveryPeriods(day, 'PT15M').map(({ start }) => start));
  fc.assert(
    fc.property(fc.subarray(starts), fc.subarray(days), (known, hourly) => {
      const isHourly = (start: number) =>
        hourly.some((day) => start - dayStart(day) < 25 * 3_600_000 && start >= dayStart(day));
      const kept = known.filter((start) => !isHourly(start) || start % 3_600_000 === 0);
      const values = new Map(kept.map((start, i): [number, number] => [start, i]));
      const apart = dayRange(SPAN.from, SPAN.to).flatMap((day) =>
        read(values, { span: { from: day, to: day } }),
      );
      assert.deepEqual(read(values), apart);
    }),
    { numRuns: 50, seed: 36 },
  );
});

test('a missing quarter does not make a day look hourly, nor do hours beside quarters', () => {
  const values = pricesOf([SWITCH], () => 'PT15M');
  values.delete(dayStart(SWITCH) + 15 * MINUTE_MS);
  assert.deepEqual(shapes(read(values)), [[SWITCH, 'PT15M', 95]]);
  const others = pricesOf([SWITCH, '2025-10-02'], (day) => (day === SWITCH ? 'PT15M' : 'PT1H'));
  assert.deepEqual(shapes(read(others)), [
    [SWITCH, 'PT15M', 96],
    ['2025-10-02', 'PT1H', 24],
  ]);
  assert.deepEqual(shapes(read(new Map([[dayStart(SWITCH), 1]]))), [[SWITCH, 'PT1H', 1]]);
});

test('of a day that comes in hours and in quarters the resolution of the market counts, if it is whole', () => {
  const both = (day: string, lost?: number) => {
    const quarters = pricesOf([day], () => 'PT15M');
    if (lost !== undefined) quarters.delete(dayStart(day) + lost * 15 * MINUTE_MS);
    const parts = [
      { key: 'price.da', step: 60 * MINUTE_MS, values: pricesOf([day], () => 'PT1H') },
      { key: 'price.da', step: 15 * MINUTE_MS, values: quarters },
    ];
    const found = [parts, parts.toReversed()].map((order) => publishedDays(PRICE, SPAN, order));
    assert.deepEqual(found[0], found[1]);
    return shapes(found[0]);
  };
  assert.deepEqual(both('2025-09-30'), [['2025-09-30', 'PT1H', 24]]);
  assert.deepEqual(both(SWITCH), [[SWITCH, 'PT15M', 96]]);
  assert.deepEqual(both(SWITCH, 7), [[SWITCH, 'PT1H', 24]]);
});

test('an hour of a measured quantity is the mean of at least three quarters of its values, and what is missing is noted', () => {
  const day = '2025-11-05';
  const span = { from: day, to: day };
  const of = (isLost: (place: number) => boolean) => {
    const [{ series, warnings }] = read(fiveMinutes(day, isLost), { publication: LOAD, span });
    return { hours: series[0].start.length, first: series[0].value[0], warnings: sentenceOrNull(warnings) };
  };
  assert.deepEqual(
    of(() => false),
    { hours: 24, first: 5.5, warnings: null },
  );
  assert.deepEqual(
    of((place) => place === 0),
    { hours: 24, first: 6, warnings: '1 of 288 values of load.actual missing' },
  );
  assert.deepEqual(
    of((place) => place < 3),
    { hours: 24, first: 7, warnings: '3 of 288 values of load.actual missing' },
  );
  assert.deepEqual(
    of((place) => place < 4),
    {
      hours: 23,
      first: 17.5,
      warnings: '4 of 288 values of load.actual missing, and with them 1 of 24 hours',
    },
  );
  const spring = read(
    fiveMinutes('2026-03-29', (place) => place === 30),
    {
      publication: LOAD,
      span: { from: '2026-03-29', to: '2026-03-29' },
    },
  );
  assert.deepEqual(
    [spring[0].series[0].start.length, sentenceOrNull(spring[0].warnings)],
    [23, '1 of 276 values of load.actual missing'],
  );
});

test('a price or a forecast in short steps needs every value of its hours', () => {
  const values = fiveMinutes(SWITCH, (place) => place === 0);
  assert.deepEqual(shapes(read(values)), [[SWITCH, 'PT1H', 23]]);
  assert.deepEqual(shapes(read(values, { publication: { ...LOAD, leastShare: 1 } })), [[SWITCH, 'PT1H', 23]]);
});
