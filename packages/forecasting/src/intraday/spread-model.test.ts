import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayRange, weekdayOf } from '../market/delivery-day.ts';
import { InsufficientHistoryError } from '../models/model.ts';
import { analoguesOf } from './analogues.ts';
import type { ExogenousColumn } from '../data/panel.ts';
import { SPREAD_OPTIONS } from '../pipelines/intraday.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import { fitExpectedReference } from './expected-reference.ts';
import { type IntradayPanel, withResidualLoad } from './intraday-panel.ts';
import { spreadFeatures } from './spread-features.ts';
import { analogueSpread, pastMeans } from './spread-history.ts';
import { type FittedSpread, fitSpread } from './spread-model.ts';

const SLOTS = 24;
const FAST = { ...SPREAD_OPTIONS, trees: 60, learningRate: 0.1, minLeafRows: 10, shrinkage: 0, seeds: [1] };

/** With these every day counts alike, however old. */
const TIMELESS = { halfLifeDays: Infinity, shortHalfLifeDays: Infinity };

const sources = () => ({ options: FAST.features, cache: createFitCache() });

/** Numbers in [0, 1) that look like chance and are the same every time. */
function noise(i: number): number {
  const x = Math.sin(i * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
}

/** Days of a market whose spread is `spreadAt`; the reference is a daily wave with noise. */
function panelOf(
  days: number,
  spreadAt: (row: number, slot: number, reference: number) => number,
  cover: [number, number] = [0, SLOTS],
): IntradayPanel {
  const reference = Float64Array.from(
    { length: days * SLOTS },
    (_, i) => 60 + 30 * Math.sin((i % SLOTS) / 4) + 20 * noise(i),
  );
  const isCovered = (slot: number) => slot >= cover[0] && slot < cover[1];
  const price = reference.map((value, i) =>
    isCovered(i % SLOTS) ? value + spreadAt(Math.floor(i / SLOTS), i % SLOTS, value) : Number.NaN,
  );
  return {
    days: dayRange('2025-01-01', addDays('2025-01-01', days - 1)),
    slotsPerDay: SLOTS,
    fromSlot: cover[0],
    toSlot: cover[1],
    earlier: [reference],
    price,
    exogenous: [],
    changes: [],
    daily: [],
    gas: new Float64Array(days).fill(Number.NaN),
    gasAWeekAgo: new Float64Array(days).fill(Number.NaN),
    holidays: new Set(),
  };
}

function meanError(actual: Float64Array, forecast: Float64Array): number {
  return actual.reduce((sum, value, i) => sum + Math.abs(value - forecast[i]), 0) / actual.length;
}

/** Of the last days of a panel, of which the fit has learnt all but one. */
function forecastsOf(fitted: FittedSpread, panel: IntradayPanel): Float64Array[] {
  return [40, 50, 58, 59].map((row) => fitted.predict(panel, row));
}

test('a spread that depends on the hour and on the price is learnt', () => {
  const panel = panelOf(120, (_, slot, reference) => (slot < 8 ? -4 : 2) + (reference > 80 ? 6 : 0));
  const target = 119;
  const forecast = fitSpread(panel, target, FAST).predict(panel, target);
  const actual = panel.price.subarray(target * SLOTS);
  assert.ok(meanError(actual, forecast) < 0.2 * meanError(actual, panel.earlier[0].subarray(target * SLOTS)));
});

test('how far a forecast has moved is used, and inputs that no source publishes change nothing', () => {
  const moves = Float64Array.from({ length: 120 * SLOTS }, (_, i) => 1000 * noise(i + 3));
  const blind = panelOf(120, (row, slot) => -moves[row * SLOTS + slot] / 50);
  const nobody = new Float64Array(120 * SLOTS).fill(Number.NaN);
  const options = { ...FAST, columnShare: 1 };
  const forecastOf = (changes: ExogenousColumn[]) => {
    const panel = { ...blind, changes };
    return fitSpread(panel, 119, options).predict(panel, 119);
  };
  const actual = blind.price.subarray(119 * SLOTS);
  const without = forecastOf([]);
  const seeing = forecastOf([{ name: 'wind', values: moves }]);
  assert.ok(meanError(actual, seeing) < 0.5 * meanError(actual, without));
  const drawn = { ...FAST, columnShare: 0.4 };
  const [plain, beside] = [[], [{ name: 'load', values: nobody }]].map((changes) => {
    const panel = { ...blind, changes };
    return fitSpread(panel, 119, drawn).predict(panel, 119);
  });
  assert.deepEqual(beside, plain);
});

test('a quantity of the day itself is used', () => {
  const wind = Float64Array.from({ length: 120 }, (_, row) => 1000 * noise(row + 7));
  const blind = panelOf(120, (row) => 10 - wind[row] / 50);
  const panel = { ...blind, daily: [{ name: 'wind', values: wind }] };
  const [seeing, without] = [panel, blind].map((one) => {
    const targets = [115, 116, 117, 118, 119];
    const fitted = fitSpread(one, targets[0], { ...FAST, columnShare: 1 });
    const errors = targets.map((row) =>
      meanError(one.price.subarray(row * SLOTS, (row + 1) * SLOTS), fitted.predict(one, row)),
    );
    return errors.reduce((sum, error) => sum + error, 0);
  });
  assert.ok(seeing < 0.4 * without, `${seeing} against ${without}`);
});

test('prices of the target day and later change nothing', () => {
  const panel = panelOf(60, (row, slot) => Math.sin(row + slot));
  const target = 55;
  const changed = {
    ...panel,
    price: panel.price.map((price, i) => (i < target * SLOTS ? price : price + 100)),
  };
  const unknown = {
    ...panel,
    price: panel.price.map((price, i) => (i < target * SLOTS ? price : Number.NaN)),
  };
  const [first, second, third] = [panel, changed, unknown].map((one) =>
    fitSpread(one, target, FAST).predict(one, target),
  );
  assert.deepEqual(second, first);
  assert.deepEqual(third, first);
});

test('an auction of the afternoon has prices in the slots that it covers alone', () => {
  const panel = panelOf(60, () => 3, [12, 24]);
  const forecast = fitSpread(panel, 59, FAST).predict(panel, 59);
  assert.ok(forecast.subarray(0, 12).every(Number.isNaN));
  assert.ok(meanError(panel.price.slice(59 * SLOTS + 12), forecast.slice(12)) < 1e-9);
});

test('trees and analogues have their shares, and trees all of it where no like hour is known', () => {
  const panel = panelOf(150, (row, slot) => 3 + Math.sin(row + slot));
  const target = 149;
  const forecastWith = (one: IntradayPanel, analogueShare: number) =>
    fitSpread(one, target, { ...FAST, directionSeeds: [], analogueShare }).predict(one, target);
  const [trees, third, analogues] = [0, 1 / 3, 1].map((share) => forecastWith(panel, share));
  const medians = analoguesOf(panel, target, SPREAD_OPTIONS.analogues).median;
  const reference = panel.earlier[0].subarray(target * SLOTS);
  medians.forEach((spread, slot) => {
    assert.equal(analogues[slot], reference[slot] + spread);
    assert.ok(Math.abs(third[slot] - (2 * trees[slot] + analogues[slot]) / 3) < 1e-9);
  });
  const stale = { ...panel, price: panel.price.map((price, i) => (i < 35 * SLOTS ? price : Number.NaN)) };
  assert.deepEqual(forecastWith(stale, 0.4), forecastWith(stale, 0));
});

test('where analogues mostly cleared at the price of the auction before, no spread is forecast', () => {
  const panel = panelOf(150, (row, slot) => (slot < 4 || slot >= 18 || row % 4 === 0 ? 6 : 0));
  const target = 149;
  const forecast = fitSpread(panel, target, FAST).predict(panel, target);
  const reference = panel.earlier[0].subarray(target * SLOTS);
  assert.deepEqual(forecast.slice(9, 13), reference.slice(9, 13));
  for (const slot of [0, 1, 21, 22, 23]) assert.ok(forecast[slot] > reference[slot] + 3);
});

test('a spread is forecast in full where its direction is certain, and shortened where it is in doubt', () => {
  // Rises of 6 are as frequent as falls of 4: the middle of them is above nil, but neither direction leads.
  const coin = (row: number, slot: number) => (noise(9999 + row * SLOTS + slot) < 0.5 ? 6 : -4);
  const panel = panelOf(150, (row, slot) => (slot < 8 ? 5 : coin(row, slot)));
  const target = 149;
  const reference = panel.earlier[0].subarray(target * SLOTS);
  const spreadsWith = (directionSeeds: number[]) => {
    const fitted = fitSpread(panel, target, { ...FAST, minLeafRows: 100, shrinkage: 20, directionSeeds });
    return fitted.predict(panel, target).map((price, slot) => price - reference[slot]);
  };
  const [shortened, whole] = [spreadsWith([1]), spreadsWith([])];
  assert.deepEqual(shortened.slice(0, 8), whole.slice(0, 8));
  shortened.forEach((spread, slot) =>
    assert.ok(spread * whole[slot] >= 0 && Math.abs(spread) <= Math.abs(whole[slot])),
  );
  const inDoubt = (spreads: Float64Array) =>
    spreads.slice(8).reduce((sum, spread) => sum + Math.abs(spread), 0);
  assert.ok(inDoubt(shortened) < 0.75 * inDoubt(whole), `${inDoubt(shortened)} against ${inDoubt(whole)}`);
});

test('trees of the direction overrule analogues that went the other way', () => {
  const storms = Float64Array.from({ length: 150 }, (_, row) => Number(row % 6 === 5));
  const panel = {
    ...panelOf(150, (row) => (storms[row] === 1 ? 9 : -6)),
    daily: [{ name: 'storm', values: storms }],
  };
  const stormy = 149;
  const reference = panel.earlier[0].subarray(stormy * SLOTS);
  const forecast = fitSpread(panel, stormy, { ...FAST, columnShare: 1 }).predict(panel, stormy);
  assert.ok(analoguesOf(panel, stormy, SPREAD_OPTIONS.analogues).below.every((share) => share > 0.5));
  forecast.forEach((price, slot) => assert.ok(price - reference[slot] > 3));
});

test('the trees of every second seed forget sooner', () => {
  const panel = panelOf(400, (row) => (row < 340 ? 8 : -2));
  const target = 399;
  const levelWith = (seeds: number[]) => {
    const options = { ...FAST, seeds, analogueShare: 0, shortHalfLifeDays: 5, columnShare: 0.1 };
    const forecast = fitSpread(panel, target, options).predict(panel, target);
    return meanError(panel.price.subarray(target * SLOTS), forecast);
  };
  const [long, both] = [levelWith([1]), levelWith([1, 1])];
  assert.ok(both < long, `${both} against ${long}`);
});

test('each seed has trees of its own, whose forecasts are averaged', () => {
  const panel = panelOf(60, (row, slot) => Math.sin(row + slot));
  const forecastWith = (seeds: number[]) =>
    fitSpread(panel, 59, { ...FAST, directionSeeds: [], analogueShare: 0, seeds }).predict(panel, 59);
  const [three, firstTwo, third] = [[1, 2, 3], [1, 2], [3]].map(forecastWith);
  three.forEach((price, slot) =>
    assert.ok(Math.abs(price - (2 * firstTwo[slot] + third[slot]) / 3) < 1e-9, `slot ${slot}`),
  );
  assert.notDeepEqual(firstTwo, third);
});

test('slots are drawn or whole days, which is the same only where all are seen', () => {
  const panel = panelOf(60, (row, slot) => Math.sin(row + slot), [4, 20]);
  const both = (dayChance: number) =>
    [true, false].map((drawsSlots) =>
      forecastsOf(
        fitSpread(panel, 59, { ...FAST, dayChance, ...TIMELESS, columnShare: 1, drawsSlots }),
        panel,
      ),
    );
  const [allSlots, allDays] = both(1);
  assert.deepEqual(allSlots, allDays);
  const [someSlots, someDays] = both(0.5);
  assert.notDeepEqual(someSlots, someDays);
});

test('of a long history a tree sees no more days than of a shorter one', () => {
  const panel = panelOf(60, (row, slot) => Math.sin(row + slot));
  const options = { ...FAST, ...TIMELESS };
  const [few, half] = [
    { ...options, dayChance: 1, drawnDays: 29 },
    { ...options, dayChance: 0.5, drawnDays: Infinity },
  ].map((each) => forecastsOf(fitSpread(panel, 59, each), panel));
  assert.deepEqual(few, half);
});

/** The values of a feature in the slots of a row. */
function featureOf(name: string, panel: IntradayPanel, row: number): number[] {
  const { columns, rows, values } = spreadFeatures(panel, [row], sources());
  const first = columns.indexOf(name) * rows;
  assert.ok(first >= 0, name);
  return [...values.subarray(first, first + rows)];
}

test('an auction that takes back what surprised in the one before is learnt', () => {
  const shocks = Float64Array.from({ length: 200 * SLOTS }, (_, i) =>
    noise(i) < 0.1 ? 30 * noise(i + 5) : 0,
  );
  const calm = panelOf(200, () => 0);
  const reference = shocks.map((shock, i) => 60 + 30 * Math.sin((i % SLOTS) / 4) + shock);
  const panel = {
    ...calm,
    earlier: [reference],
    price: reference.map((price, i) => price - shocks[i] / 2),
  };
  const fitted = fitSpread(panel, 190, { ...FAST, analogueShare: 0 });
  const days = [190, 191, 192, 193, 194];
  const error = (forecastOf: (row: number) => Float64Array) =>
    days.reduce(
      (sum, row) =>
        sum + meanError(panel.price.subarray(row * SLOTS, (row + 1) * SLOTS), forecastOf(row)) / days.length,
      0,
    );
  const own = error((row) => fitted.predict(panel, row));
  const naive = error((row) => reference.subarray(row * SLOTS, (row + 1) * SLOTS));
  assert.ok(own < 0.5 * naive, `${own} against ${naive}`);
});

test('what is unusual in the shape of a day is measured against the days before, and against days of its kind', () => {
  const panel = panelOf(21, () => 0);
  const isWeekend = (row: number) => (row + 2) % 7 > 4;
  panel.earlier[0] = panel.earlier[0].map((_, i) => {
    const row = Math.floor(i / SLOTS);
    if (i === 20 * SLOTS + 12) return 74;
    return 50 + (i % SLOTS === 12 && isWeekend(row) ? 24 : 0);
  });
  assert.equal(weekdayOf(panel.days[20]), 1);
  const [shape, bend, ofKind] = ['unusual shape', 'unusual bend', 'unusual shape of such days'].map((name) =>
    featureOf(name, panel, 20),
  );
  assert.ok(Math.abs(ofKind[12] - 23) < 1e-9 && Math.abs(ofKind[3] + 1) < 1e-9);
  assert.ok(shape[12] > 10 && shape[12] < 23);
  assert.ok(bend[12] > 10 && bend[11] < 0 && bend[13] < 0 && Math.abs(bend[3]) < 1e-9);
});

test('holidays and free days beside a day are features, also beyond the ends of the panel', () => {
  const panel = { ...panelOf(3, () => 0), holidays: new Set(['2024-12-31', '2025-01-02', '2025-01-04']) };
  const ofDays = (name: string) => [0, 1, 2].map((row) => featureOf(name, panel, row)[0]);
  assert.deepEqual(ofDays('weekday'), [2, 3, 4]);
  assert.deepEqual(ofDays('weekday or holiday'), [2, 7, 4]);
  assert.deepEqual(ofDays('free the day before'), [1, 0, 1]);
  assert.deepEqual(ofDays('free the day after'), [1, 0, 1]);
  assert.deepEqual(ofDays('day of the year'), [0, 1, 2]);
});

test('the reference is held against what power from gas costs', () => {
  const panel = {
    ...panelOf(2, () => 0),
    gas: Float64Array.of(30, 40),
    gasAWeekAgo: Float64Array.of(30, 35),
  };
  panel.earlier[0].fill(100);
  assert.deepEqual(
    ['gas', 'change of gas in a week', 'reference above gas', 'reference over gas'].map(
      (name) => featureOf(name, panel, 1)[7],
    ),
    [40, 5, 20, 2.5],
  );
});

test('hours that cleared at the price before are counted, those that are not known are not', () => {
  const panel = panelOf(40, (row, slot) => (slot === 5 || row === 39 ? 0 : 2));
  panel.price.fill(Number.NaN, 38 * SLOTS, 39 * SLOTS);
  assert.deepEqual(featureOf('nil spreads of the slot', panel, 39).slice(4, 7), [0, 1, 0]);
  assert.ok(featureOf('nil spreads', panel, 39).every((share) => Math.abs(share - 1 / SLOTS) < 1e-12));
  assert.ok(Number.isNaN(featureOf('nil spreads', panel, 0)[0]));
});

test('what is expected of the reference rests on the days before, and on no more of them than runs of the past are shown', () => {
  const panel = panelOf(300, () => 0);
  const changed = { ...panel, earlier: [panel.earlier[0].map((v, i) => (i < 290 * SLOTS ? v : 500))] };
  const learnt = fitExpectedReference(panel, 280, {
    options: SPREAD_OPTIONS.reference,
    cache: createFitCache(),
  });
  assert.ok(learnt);
  const whole = learnt.expect(panel, 290);
  assert.ok(whole);
  assert.deepEqual(learnt.expect(changed, 290), whole);
  const short: IntradayPanel = {
    ...panel,
    days: panel.days.slice(200),
    earlier: [panel.earlier[0].slice(200 * SLOTS)],
    price: panel.price.slice(200 * SLOTS),
  };
  assert.deepEqual(learnt.expect(short, 90), whole);
  const usual = panel.earlier[0].subarray(290 * SLOTS, 291 * SLOTS);
  assert.ok(meanError(usual, whole) < 8);
  assert.equal(
    fitExpectedReference(panel, 20, { options: SPREAD_OPTIONS.reference, cache: createFitCache() }),
    undefined,
  );
});

test('the level of a part of the day is a feature of all its slots', () => {
  const panel = panelOf(2, () => 0);
  panel.earlier[0].fill(50);
  panel.earlier[0].fill(20, SLOTS + 10, SLOTS + 16);
  assert.deepEqual(
    featureOf('midday above mean', panel, 1),
    Array.from({ length: SLOTS }, () => -22.5),
  );
  assert.deepEqual(
    featureOf('evening above mean', panel, 1),
    Array.from({ length: SLOTS }, () => 7.5),
  );
});

test('a fit is the same every time, also on a cache that has seen other days', () => {
  const panel = panelOf(60, (row, slot) => Math.cos(row * slot));
  const forecasts = forecastsOf(fitSpread(panel, 59, FAST), panel);
  assert.deepEqual(forecastsOf(fitSpread(panel, 59, FAST), panel), forecasts);
  const cache = createFitCache();
  fitSpread(panel, 55, FAST, cache).predict(panel, 55);
  assert.deepEqual(forecastsOf(fitSpread(panel, 59, FAST, cache), panel), forecasts);
});

test('too few whole days of spreads are refused', () => {
  const panel = panelOf(40, () => 1);
  assert.throws(() => fitSpread(panel, 20, FAST), InsufficientHistoryError);
  const gaps = { ...panel, price: panel.price.map((price, i) => (i % 48 === 0 ? Number.NaN : price)) };
  assert.throws(() => fitSpread(gaps, 39, FAST), /19 days of spreads are known/);
});

test('features of a row do not look at the auction of that row', () => {
  const panel = panelOf(30, (row) => row);
  const changed = { ...panel, price: panel.price.map((price, i) => (i < 29 * SLOTS ? price : -999)) };
  assert.deepEqual(spreadFeatures(changed, [29], sources()), spreadFeatures(panel, [29], sources()));
});

/** Plain data with each of its numbers a half greater in turn, and where that number stands. */
function eachGreater<T>(options: T, path = ''): [path: string, changed: T][] {
  if (typeof options === 'number') return [[path, (1.5 * options) as T]];
  const entries = Object.entries(options as Record<string, unknown>);
  return entries.flatMap(([name, child]) =>
    eachGreater(child, `${path}.${name}`).map(([place, changed]): [string, T] => {
      const copy = structuredClone(options) as Record<string, unknown>;
      copy[name] = changed;
      return [place, copy as T];
    }),
  );
}

test('each number of analogues and features counts', () => {
  const panel = panelOf(130, (row, slot) => Math.round(6 * noise(row * SLOTS + slot + 1) - 3) / 2);
  const featuresBy = (options: typeof FAST.features) =>
    spreadFeatures(panel, [129], { options, cache: createFitCache() }).values;
  const analoguesBy = (options: typeof FAST.analogues) => analoguesOf(panel, 129, options);
  for (const [path, changed] of eachGreater(FAST.features))
    assert.notDeepEqual(featuresBy(changed), featuresBy(FAST.features), `features${path}`);
  for (const [path, changed] of eachGreater(FAST.analogues))
    assert.notDeepEqual(analoguesBy(changed), analoguesBy(FAST.analogues), `analogues${path}`);
  const forecastBy = (options: Partial<typeof FAST>) =>
    fitSpread(panel, 129, { ...FAST, trees: 20, columnShare: 1, ...options }).predict(panel, 129);
  const [features] = eachGreater(FAST.features).map(([, changed]) => changed);
  const [analogues] = eachGreater(FAST.analogues).map(([, changed]) => changed);
  assert.notDeepEqual(forecastBy({ features }), forecastBy({}));
  assert.notDeepEqual(forecastBy({ analogues }), forecastBy({}));
});

test('a past mean holds what was known before, and keeps its value where nothing is known', () => {
  const values = Float64Array.of(1, 3, Number.NaN, 5);
  assert.deepEqual([...pastMeans(values, 1, 0.5)], [Number.NaN, 1, 2, 2]);
});

test('analogues: a spread that all of them showed is expected again', () => {
  const panel = panelOf(30, () => 2.5);
  const spreads = panel.price.map((price, i) => price - panel.earlier[0][i]);
  const { likeHours } = FAST.features;
  const history = { spreads, reference: panel.earlier[0], likeHours };
  assert.ok(Math.abs(analogueSpread(panel, history, 29, 5) - 2.5) < 1e-9);
  assert.ok(Number.isNaN(analogueSpread(panel, history, 0, 5)));
});

test('the residual load is load less wind and sun', () => {
  const column = (name: string, ...values: number[]) => ({ name, values: Float64Array.from(values) });
  const all = withResidualLoad(column('load', 30, 31), column('wind', 5, Number.NaN), column('solar', 4, 4));
  assert.deepEqual([...all[3].values], [21, Number.NaN]);
});
