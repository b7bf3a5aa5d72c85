import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, deliveryPeriods } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { MEASURED_SHARE, type Publication, type PublishedDay } from '../connectors/source.ts';
import type { StoredLevels } from '../observations/observation-spans.ts';
import { sentenceOf } from '../../ground/reasons/reasons.ts';
import { findDayFault } from './quality-gates.ts';

const DAY = '2026-03-29';
const PRICES: Publication = {
  name: 'price.da',
  units: { 'price.da': 'EUR/MWh' },
  product: 'da',
  expected: { dayOffset: -1, time: '13:00' },
  firstDay: '2018-01-01',
  daysPerRequest: 1,
};
const LOAD: Publication = {
  ...PRICES,
  name: 'load.forecast',
  units: { 'load.forecast': 'MW' },
  product: undefined,
};
const SOLAR: Publication = { ...LOAD, name: 'solar.forecast', units: { 'solar.forecast': 'MW' } };
const MEASURED: Publication = {
  ...LOAD,
  name: 'load.actual',
  units: { 'load.actual': 'MW' },
  leastShare: MEASURED_SHARE,
};

function dayOf(publication: Publication, change: Partial<Series> = {}, level = 60): PublishedDay {
  const [[key, unit]] = Object.entries(publication.units);
  const starts = deliveryPeriods(DAY, 'PT1H').map(({ start }) => start);
  const series: Series = {
    key,
    unit,
    resolution: 'PT1H',
    start: Float64Array.from(starts),
    value: Float64Array.from(starts, (_, i) => level * (1 + 0.2 * Math.sin(i))),
    availableAt: new Float64Array(starts.length),
    ...change,
  };
  return { day: DAY, revision: 1, series: [series] };
}

const NOTHING: StoredLevels = { means: [], lastDay: [] };

function pastAt(levels: number[]): StoredLevels {
  return { means: levels, lastDay: levels.slice(-1) };
}

function faultOf(
  publication: Publication,
  published: PublishedDay,
  past = NOTHING,
  acceptsLevelShift = false,
) {
  const fault = findDayFault(publication, published, { recent: () => past, acceptsLevelShift });
  return fault && sentenceOf([fault]);
}

test('a whole day of a spring change passes', () => {
  assert.equal(dayOf(PRICES).series[0].start.length, 23);
  assert.equal(faultOf(PRICES, dayOf(PRICES)), undefined);
});

test('a day that lacks a period, or has one twice, is refused with the place', () => {
  const { series } = dayOf(PRICES);
  const [{ start, value, availableAt }] = series;
  const cut = { start: start.slice(1), value: value.slice(1), availableAt: availableAt.slice(1) };
  assert.equal(faultOf(PRICES, dayOf(PRICES, cut)), 'price.da has 22 of 23 periods');
  const twice = start.with(5, start[4]);
  assert.match(String(faultOf(PRICES, dayOf(PRICES, { start: twice }))), /of price\.da occurs twice/);
  assert.equal(faultOf(PRICES, { ...dayOf(PRICES), series: [] }), 'price.da is missing');
});

test('another unit, and values that cannot be, are refused', () => {
  assert.match(
    String(faultOf(PRICES, dayOf(PRICES, { unit: 'cent/kWh' }))),
    /came in cent\/kWh, expected EUR\/MWh/,
  );
  const { series } = dayOf(PRICES);
  const high = series[0].value.with(3, 5000);
  assert.match(String(faultOf(PRICES, dayOf(PRICES, { value: high }))), /5000 at .* outside -500 \.\. 4000/);
  assert.match(String(faultOf(LOAD, dayOf(LOAD, {}, 28))), /outside 5000 \.\. 80000/);
});

test('a copy of the day before is refused, unless nothing varies', () => {
  const day = dayOf(PRICES);
  const before = { means: [60], lastDay: [...day.series[0].value] };
  assert.match(String(faultOf(PRICES, day, before)), /repeats the day before/);
  const flat = dayOf(SOLAR, { value: new Float64Array(23) });
  const flatBefore = { means: [0], lastDay: Array.from({ length: 23 }, () => 0) };
  assert.equal(faultOf(SOLAR, flat, flatBefore), undefined);
});

test('a level far from the last weeks is refused until it is accepted; the swings of a market are not', () => {
  const calm = pastAt([
    28_000, 29_000, 27_500, 24_000, 23_000, 28_500, 28_200, 28_000, 29_000, 27_500, 24_000, 23_000, 28_500,
    28_200,
  ]);
  assert.equal(faultOf(LOAD, dayOf(LOAD, {}, 31_000), calm), undefined);
  const doubled = dayOf(LOAD, {}, 62_000);
  assert.match(String(faultOf(LOAD, doubled, calm)), /against a median of 28\d+.\d in recent weeks/);
  assert.equal(faultOf(LOAD, doubled, calm, true), undefined);
  const swinging = pastAt([5, 90, 60, 3, 40, 120, 80, 20, 70, 110, 2, 45, 66, 30]);
  assert.equal(faultOf(PRICES, dayOf(PRICES, {}, 150), swinging), undefined);
  assert.match(String(faultOf(PRICES, dayOf(PRICES, {}, 1500), swinging)), /mean of price\.da/);
});

test('a day of one or two prices is held back, whatever level is accepted', () => {
  for (const [prices, reason] of [
    [() => 0, 'price.da is 0 in all 23 periods, unlike any real day'],
    [() => 50, 'price.da is 50 in all 23 periods, unlike any real day'],
    [
      (i: number) => (i === 7 ? 50.01 : 50),
      'price.da has only 2 different prices in all 23 periods, unlike any real day',
    ],
  ] as const) {
    const flat = dayOf(PRICES, { value: Float64Array.from({ length: 23 }, (_, i) => prices(i)) });
    assert.equal(faultOf(PRICES, flat), reason);
    assert.equal(faultOf(PRICES, flat, NOTHING, true), reason);
  }
  const three = dayOf(PRICES, { value: Float64Array.from({ length: 23 }, (_, i) => i % 3) });
  assert.equal(faultOf(PRICES, three), undefined);
  const gas = { ...PRICES, product: undefined, units: { 'price.gas': 'EUR/MWh' } };
  const settled = {
    resolution: 'P1D',
    start: Float64Array.of(dayStart(DAY)),
    value: Float64Array.of(30),
  } as const;
  assert.equal(faultOf(gas, dayOf(gas, settled)), undefined);
});

test('a measured day may have gaps within, up to a quarter of it; a price or a forecast, or a day that is not over, may not', () => {
  const { series } = dayOf(MEASURED, {}, 28_000);
  const without = (isLost: (i: number) => boolean) => {
    const kept = (column: Float64Array) => column.filter((_, i) => !isLost(i));
    const [{ start, value, availableAt }] = series;
    return { start: kept(start), value: kept(value), availableAt: kept(availableAt) };
  };
  const faultWithout = (isLost: (i: number) => boolean, publication = MEASURED) =>
    faultOf(publication, dayOf(publication, without(isLost)));
  assert.equal(
    faultWithout((i) => i === 3),
    undefined,
  );
  assert.equal(
    faultWithout((i) => i < 5),
    undefined,
  );
  assert.equal(
    faultWithout((i) => i < 6),
    'load.actual has 17 of 23 periods',
  );
  assert.equal(
    faultWithout((i) => i === 22),
    'load.actual has 22 of 23 periods',
  );
  assert.equal(
    faultWithout((i) => i === 3, LOAD),
    'load.forecast has 22 of 23 periods',
  );
});

test('zeros in one of the two hours from 02:00 are held back where no price leads to them', () => {
  const pricesOf = (
    day: string,
    zeroAt: number[],
    resolution: 'PT1H' | 'PT15M',
    level = 60,
  ): PublishedDay => {
    const starts = deliveryPeriods(day, resolution).map(({ start }) => start);
    const value = Float64Array.from(starts, (_, i) => (zeroAt.includes(i) ? 0 : level + i / 10));
    return { ...dayOf(PRICES, { resolution, start: Float64Array.from(starts), value }), day };
  };
  const long = '2025-10-26';
  const [first, second] = [
    [8, 9, 10, 11],
    [12, 13, 14, 15],
  ];
  const found = /is 0 in one of the two hours from 02:00, between 6\d/;
  assert.match(String(faultOf(PRICES, pricesOf(long, first, 'PT15M'))), found);
  assert.match(String(faultOf(PRICES, pricesOf(long, second, 'PT15M'))), found);
  assert.match(String(faultOf(PRICES, pricesOf(long, [2], 'PT1H'))), found);
  assert.equal(faultOf(PRICES, pricesOf(long, first.slice(1), 'PT15M')), undefined);
  assert.equal(faultOf(PRICES, pricesOf(long, first, 'PT15M', 2)), undefined, 'a night of low prices');
  assert.equal(faultOf(PRICES, pricesOf('2025-10-25', first, 'PT15M')), undefined);
});

test('prices far smaller than usual are in another unit, unless prices are low anyway', () => {
  const dear = pastAt(Array.from({ length: 20 }, (_, i) => 60 + i));
  assert.match(
    String(faultOf(PRICES, dayOf(PRICES, {}, 0.06), dear)),
    /mean of price\.da is 0\.06 EUR\/MWh, against a median of 69\.5/,
  );
  assert.equal(faultOf(PRICES, dayOf(PRICES, {}, 1.5), dear), undefined);
  const cheap = pastAt(Array.from({ length: 20 }, (_, i) => i / 4));
  assert.equal(faultOf(PRICES, dayOf(PRICES, {}, 0.06), cheap), undefined);
});

test('the market operator’s own day may be as far from the weeks before as real ones were, and no unit away', () => {
  const context = { recent: () => pastAt(Array.from({ length: 28 }, () => 10)), acceptsLevelShift: false };
  const jump = dayOf(PRICES, {}, 134);
  assert.deepEqual(findDayFault(PRICES, jump, context)?.parts['median'], '10.0');
  assert.equal(findDayFault(PRICES, jump, { ...context, isOperators: true }), undefined);
  const tenfold = dayOf(PRICES, {}, 600);
  assert.equal(findDayFault(PRICES, tenfold, { ...context, isOperators: true })?.code, 'odd_mean');
  const agreeing = { ...context, ofOperator: ({ value }: Series) => [...value] };
  assert.equal(findDayFault(PRICES, jump, agreeing), undefined, 'another source that agrees with it');
});
