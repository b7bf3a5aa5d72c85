import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distributionFromBounds } from '../distribution/period-distribution.ts';
import { dayStart } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { auctionOutlook, likelyPrices } from './auction-outlook.ts';
import { dayFigures } from './day-figures.ts';
import { priceProbabilities } from './price-probabilities.ts';
import { spreadOfPaths, spreadOfSample, spreadToPrice } from './spread.ts';

const POINT = { value: 50, p10: 40, p90: 70 };
const pathsOf = (...rows: number[][]) => rows.map((row) => Float64Array.from(row));

test('a spread to a known price is the distribution moved by it', () => {
  const spread = spreadToPrice(POINT, distributionFromBounds(POINT), 50);
  assert.deepEqual(
    { ...spread, probabilityPositive: 0 },
    { value: 0, p10: -10, p90: 20, probabilityPositive: 0 },
  );
  assert.ok(Math.abs(spread.probabilityPositive - 0.5) < 1e-12);
});

test('paths of the same number go together: equal moves leave no spread, opposite ones twice', () => {
  const one = { paths: pathsOf([0, 10], [0, 20], [0, 30]), i: 1 };
  const same = spreadOfPaths(one, { paths: one.paths, j: 1 });
  assert.deepEqual(same, { value: 0, p10: 0, p90: 0, probabilityPositive: 0 });
  const turned = spreadOfPaths(one, { paths: pathsOf([30], [20], [10]), j: 0 });
  assert.equal(turned.value, 0);
  assert.ok(Math.abs(turned.probabilityPositive - 1 / 3) < 1e-12);
  assert.equal(spreadOfSample([5]).p10, 5);
});

test('an outlook adds each spread to each likely price and stays within the limits of the auction', () => {
  const limits = { lowest: -10, highest: 60 };
  const sure = auctionOutlook([50], [-2, 0, 4], limits);
  assert.equal(sure.value, 50);
  assert.equal(sure.spread.probabilityPositive, 1 / 3);
  assert.deepEqual(
    [auctionOutlook([50], [40], limits).value, auctionOutlook([50], [-90], limits).value],
    [60, -10],
  );
  const likely = likelyPrices(distributionFromBounds(POINT));
  assert.equal(likely.length, 20);
  assert.ok(likely.every((price, i) => i === 0 || price > likely[i - 1]));
});

test('figures of a day are those of each path', () => {
  const { base, lowest, highest, spread } = dayFigures(pathsOf([1, 3], [5, 5]));
  assert.deepEqual([base.value, lowest.value, highest.value, spread.value], [3.5, 3, 4, 1]);
  assert.deepEqual([base.p10, base.p90], [2, 5]);
});

test('probabilities of days are shares of paths: any hour, so many, so many in a row', () => {
  const start = dayStart('2026-03-29');
  // The day of 23 hours.
  const periods = Array.from({ length: 23 }, (_, i) => ({
    start: start + i * HOUR_MS,
    distribution: distributionFromBounds(POINT),
  }));
  const path = (cheap: number[]) => Float64Array.from(periods, (_, i) => (cheap.includes(i) ? 0 : 10 + i));
  const paths = [path([]), path([3]), path([3, 9]), path([8, 9])];
  const question = { thresholds: [5], hours: 2, periodsPerHour: 1 };
  const { days, periods: hours } = priceProbabilities(periods, paths, question);
  assert.deepEqual(days, [{ day: '2026-03-29', any: [0.75], atLeast: [0.5], consecutive: [0.25] }]);
  assert.deepEqual(
    [hours[0].cheapest, hours[9].cheapest, hours[22].dearest, hours[20].dearest],
    [0.5, 0.5, 1, 0],
  );
  assert.ok(Math.abs(hours[0].atMost[0]) < 1e-3);
});
