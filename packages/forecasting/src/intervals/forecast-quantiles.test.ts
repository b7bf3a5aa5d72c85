import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyPit, fitPartialPit, invertPit } from '../target/partial-pit.ts';
import { applyBounds } from './apply-bounds.ts';
import type { ForecastHistory } from './forecast-history.ts';
import { forecastQuantiles } from './forecast-quantiles.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';

const LEVELS = [0.1, 0.9];

/** A linear congruential generator of numbers in [0, 1). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Days with errors of a skewed distribution, whose size `sizeOf` gives, and two experts around the forecast. */
function marketOf(
  days: number,
  {
    slotsPerDay = 4,
    seed = 1,
    sizeOf = () => 1,
  }: { slotsPerDay?: number; seed?: number; sizeOf?: (day: number) => number },
): ForecastHistory {
  const random = randomOf(seed);
  const combined = Float64Array.from(
    { length: days * slotsPerDay },
    (_, i) => 50 + 20 * Math.sin(i / 5) + 10 * random(),
  );
  const actual = combined.map((forecast, i) => {
    return forecast + sizeOf(Math.floor(i / slotsPerDay)) * (-Math.log(1 - random()) - 0.7);
  });
  const experts = [0.3, -0.5].map((shift) => combined.map((forecast) => forecast + shift + random()));
  return { slotsPerDay, actual, combined, experts };
}

/** The days [from, to) of a history. */
function daysOf(history: ForecastHistory, from: number, to: number): ForecastHistory {
  const cut = (values: Float64Array) => values.slice(from * history.slotsPerDay, to * history.slotsPerDay);
  return {
    slotsPerDay: history.slotsPerDay,
    actual: cut(history.actual),
    combined: cut(history.combined),
    experts: history.experts.map(cut),
    issued: history.issued?.map(cut),
  };
}

function mapPrices(history: ForecastHistory, change: (price: number) => number): ForecastHistory {
  return {
    slotsPerDay: history.slotsPerDay,
    actual: history.actual.map(change),
    combined: history.combined.map(change),
    experts: history.experts.map((expert) => expert.map(change)),
  };
}

/** Issues bounds day by day from `first` on, each from the `window` days before it, and gives which prices they cover. */
function walk(market: ForecastHistory, { first, window }: { first: number; window: number }): boolean[] {
  const { slotsPerDay, actual } = market;
  const issued = LEVELS.map(() => new Float64Array(actual.length).fill(NaN));
  const covered: boolean[] = [];
  for (let day = first; day < actual.length / slotsPerDay; day++) {
    const past = daysOf({ ...market, issued }, day - window, day);
    const bounds = forecastQuantiles(past, daysOf(market, day, day + 1), LEVELS, {
      bounds: DAY_AHEAD.bounds,
    });
    bounds.forEach((bound, k) => issued[k].set(bound, day * slotsPerDay));
    for (let slot = 0; slot < slotsPerDay; slot++) {
      const price = actual[day * slotsPerDay + slot];
      covered.push(price >= bounds[0][slot] && price <= bounds[1][slot]);
    }
  }
  return covered;
}

const percent = (covered: boolean[]) => (100 * covered.filter(Boolean).length) / covered.length;

describe('quantiles of a day', () => {
  const market = marketOf(121, {});
  const [past, today] = [daysOf(market, 0, 120), daysOf(market, 120, 121)];

  test('of errors that are always alike cover as promised', () => {
    const covered = walk(marketOf(300, { seed: 3 }), { first: 100, window: 100 });
    assert.ok(Math.abs(percent(covered) - 80) < 3, `${percent(covered)} % are covered`);
  });

  test('cover as promised again within a month after errors grow fourfold at once', () => {
    const covered = walk(marketOf(200, { seed: 5, sizeOf: (day) => (day < 130 ? 1 : 4) }), {
      first: 90,
      window: 90,
    });
    const after = covered.slice((130 + 7 - 90) * 4, (130 + 37 - 90) * 4);
    assert.ok(percent(after) > 70, `${percent(after)} % are covered`);
  });

  test('follow the asymmetry of the errors', () => {
    const [low, high] = forecastQuantiles(past, today, LEVELS, { bounds: DAY_AHEAD.bounds });
    today.combined.forEach((value, slot) => assert.ok(high[slot] - value > 1.5 * (value - low[slot])));
  });

  test('move and grow with prices', () => {
    const bounds = forecastQuantiles(past, today, LEVELS, { bounds: DAY_AHEAD.bounds });
    const change = (price: number) => 40 * (price - 300);
    const others = forecastQuantiles(mapPrices(past, change), mapPrices(today, change), LEVELS, {
      bounds: DAY_AHEAD.bounds,
    });
    bounds.forEach((bound, k) =>
      bound.forEach((price, slot) => assert.ok(Math.abs(others[k][slot] - change(price)) < 1e-3)),
    );
  });

  test('at the floor of prices reach up much further than down', () => {
    const random = randomOf(11);
    const shortage = Float64Array.from({ length: 150 * 4 }, () => 120 * random() - 50);
    const price = (value: number) => (value > 0 ? 20 + value : value / 20);
    const combined = shortage.map(price);
    const actual = shortage.map((value) => price(value + 30 * (random() - 0.5)));
    const history = { slotsPerDay: 4, actual, combined, experts: [] };
    const [low, high] = forecastQuantiles(
      history,
      { combined: Float64Array.of(-1, -0.1, 30, 60), experts: [] },
      LEVELS,
      { bounds: DAY_AHEAD.bounds },
    );
    const [down, up] = [-0.1 - low[1], high[1] + 0.1];
    assert.ok(down < 5 && up > 4 * down, `${down} down and ${up} up`);
    assert.ok(60 - low[3] > 8 && high[3] - 60 > 8, 'elsewhere both ways');
  });

  test('never cross, lie around the forecast, and come in the order of the levels asked for', () => {
    const levels = [0.9, 0.01, 0.5, 0.4, 0.6, 0.1, 0.99];
    const bounds = forecastQuantiles(past, today, levels, { bounds: DAY_AHEAD.bounds });
    const upwards = levels.map((_, k) => k).sort((a, b) => levels[a] - levels[b]);
    today.combined.forEach((value, slot) => {
      upwards.slice(1).forEach((k, rank) => assert.ok(bounds[upwards[rank]][slot] <= bounds[k][slot]));
      assert.ok(bounds[3][slot] <= value && value <= bounds[4][slot]);
    });
  });

  test('are clipped to the limits', () => {
    const limits = { lowest: Math.min(...today.combined), highest: Math.max(...today.combined) };
    const bounds = forecastQuantiles(past, today, LEVELS, { bounds: DAY_AHEAD.bounds, limits });
    assert.ok(bounds.every((bound) => bound.every((p) => p >= limits.lowest && p <= limits.highest)));
  });

  test('widen where bounds that were issued have been missed', () => {
    const issuedAt = (distance: number) => [
      past.combined.map((value) => value - distance),
      past.combined.map((value) => value + distance),
    ];
    const width = (issued?: Float64Array[]) => {
      const [low, high] = forecastQuantiles({ ...past, issued }, today, LEVELS, { bounds: DAY_AHEAD.bounds });
      return high[0] - low[0];
    };
    assert.ok(width(issuedAt(0.01)) > 1.5 * width());
    assert.ok(width(issuedAt(100)) < 0.8 * width());
    assert.equal(width(LEVELS.map(() => new Float64Array(past.actual.length).fill(NaN))), width());
  });

  test('do not read prices of the day or later: the last days may be unknown', () => {
    const late = { ...past, actual: past.actual.map((price, i) => (i >= 118 * 4 ? NaN : price)) };
    const bounds = forecastQuantiles(late, today, LEVELS, { bounds: DAY_AHEAD.bounds });
    assert.ok(bounds.every((bound) => bound.every(Number.isFinite)));
  });
});

describe('quantiles with little to go by', () => {
  const market = marketOf(121, {});
  const [past, today] = [daysOf(market, 0, 120), daysOf(market, 120, 121)];

  test('scattered unknown prices and experts leave sound bounds', () => {
    const gaps = (values: Float64Array, every: number) => values.map((v, i) => (i % every === 0 ? NaN : v));
    const bounds = forecastQuantiles(
      {
        ...past,
        actual: gaps(past.actual, 7),
        combined: gaps(past.combined, 11),
        experts: past.experts.map((e) => gaps(e, 5)),
      },
      { ...today, experts: today.experts.map((expert) => new Float64Array(expert.length).fill(NaN)) },
      LEVELS,
      { bounds: DAY_AHEAD.bounds },
    );
    today.combined.forEach((value, slot) => {
      assert.ok(bounds[0][slot] < value && value < bounds[1][slot]);
      assert.ok(bounds[1][slot] - bounds[0][slot] < 10);
    });
  });

  test('a slot without any known price borrows from the hours beside it', () => {
    const day = marketOf(121, { slotsPerDay: 24 });
    const history = daysOf(day, 0, 120);
    const actual = history.actual.map((price, i) => (i % 24 === 5 ? NaN : price));
    const bounds = forecastQuantiles({ ...history, actual }, daysOf(day, 120, 121), LEVELS, {
      bounds: DAY_AHEAD.bounds,
    });
    assert.ok(bounds[1][5] - bounds[0][5] > 1 && bounds[1][5] - bounds[0][5] < 6);
  });

  test('a few days give the bounds of split conformal prediction on prices under a partial probability integral transform', () => {
    const short = daysOf(market, 100, 120);
    const pit = fitPartialPit(short.actual, 0.5);
    assert.ok(pit !== undefined);
    const to = (price: number) => applyPit(pit, price);
    const errors = short.actual.map((price, i) => to(price) - to(short.combined[i]));
    const expected = applyBounds(
      today.combined.map(to),
      { slotsPerDay: 4, errors },
      LEVELS,
      DAY_AHEAD.bounds.scale,
    ).map((bound) => bound.map((value) => invertPit(pit, value)));
    assert.deepEqual(forecastQuantiles(short, today, LEVELS, { bounds: DAY_AHEAD.bounds }), expected);
  });

  test('a few days near a floor do not put the lower bound far below it', () => {
    // Three weeks at a floor of 0 on every other day, and at 60 in between, forecast a day late.
    const actual = Float64Array.from(
      { length: 21 * 4 },
      (_, i) => (Math.floor(i / 4) % 2) * 60 + (i % 4) / 10,
    );
    const combined = Float64Array.from(actual, (_, i) => actual[(i + 4) % actual.length]);
    const [lower] = forecastQuantiles(
      { slotsPerDay: 4, actual, combined, experts: [] },
      { combined: new Float64Array(4), experts: [] },
      [0.1, 0.9],
      { bounds: DAY_AHEAD.bounds },
    );
    const errors = { slotsPerDay: 4, errors: actual.map((price, i) => price - combined[i]) };
    const [conformal] = applyBounds(new Float64Array(4), errors, [0.1, 0.9], DAY_AHEAD.bounds.scale);
    assert.ok(conformal.every((bound) => bound < -50));
    assert.ok(
      lower.every((bound) => bound > -45),
      String(lower),
    );
  });

  test('no experts at all will do', () => {
    const bounds = forecastQuantiles({ ...past, experts: [] }, { ...today, experts: [] }, LEVELS, {
      bounds: DAY_AHEAD.bounds,
    });
    assert.ok(bounds.every((bound) => bound.every(Number.isFinite)));
  });

  test('exact forecasts give bounds equal to the forecast', () => {
    const bounds = forecastQuantiles({ ...past, actual: past.combined }, today, LEVELS, {
      bounds: DAY_AHEAD.bounds,
    });
    bounds.forEach((bound) => assert.deepEqual(bound, today.combined));
  });

  test('prices that stand still for weeks before they move give finite bounds', () => {
    const still = (values: Float64Array) => values.map((value, i) => (i < 70 * 4 ? 0 : value));
    for (const history of [
      mapPrices(past, () => 0),
      { ...past, actual: still(past.actual), combined: still(past.combined) },
    ]) {
      const bounds = forecastQuantiles(history, today, LEVELS, { bounds: DAY_AHEAD.bounds });
      assert.ok(bounds.every((bound) => bound.every(Number.isFinite)));
    }
  });

  test('shapes that differ, unknown forecasts and levels outside (0, 1) are refused', () => {
    const refuse = (history: ForecastHistory, day = today, levels = LEVELS) =>
      assert.throws(() => forecastQuantiles(history, day, levels, { bounds: DAY_AHEAD.bounds }), RangeError);
    refuse(past, today, [0]);
    refuse(past, today, [NaN]);
    refuse({ ...past, slotsPerDay: 7 });
    refuse({ ...past, experts: past.experts.slice(1) });
    refuse({ ...past, combined: past.combined.slice(1) });
    refuse({ ...past, issued: [past.actual] });
    refuse({ ...past, actual: past.actual.map(() => NaN) });
    refuse(past, { ...today, combined: today.combined.with(0, NaN) });
  });
});

describe('prices that mostly stand still', () => {
  const levels = [0.01, 0.1, 0.5, 0.9, 0.99];

  /** The price is `usual`, and in one hour of every third day another one; the forecast is the price a week before. */
  function boundsOf({ days, usual, other, slotsPerDay = 24 }: MostlyEqual) {
    const price = Float64Array.from({ length: (days + 7) * slotsPerDay }, (_, i) => {
      const [day, slot] = [Math.floor(i / slotsPerDay), i % slotsPerDay];
      return slot === Math.floor(0.75 * slotsPerDay) && day % 3 === 0 ? other(day) : usual;
    });
    const combined = price.slice(0, days * slotsPerDay);
    const history = { slotsPerDay, actual: price.slice(7 * slotsPerDay), combined, experts: [combined] };
    const today = price.slice(days * slotsPerDay, (days + 1) * slotsPerDay);
    return forecastQuantiles(history, { combined: today, experts: [today] }, levels, {
      bounds: DAY_AHEAD.bounds,
    });
  }

  interface MostlyEqual {
    days: number;
    usual: number;
    other: (day: number) => number;
    slotsPerDay?: number;
  }

  const markets: Record<string, MostlyEqual> = {
    zeros: { days: 74, usual: 0, other: (day) => 10 + ((day / 3) % 7) * 5 },
    'zeros, a year': { days: 357, usual: 0, other: (day) => 10 + ((day / 3) % 7) * 5 },
    'a floor below zero, quarter hours': { days: 70, usual: -20, other: (day) => day % 40, slotsPerDay: 96 },
    'a cap': { days: 90, usual: 180, other: (day) => 60 + (day % 50) },
  };
  for (const [name, market] of Object.entries(markets)) {
    test(`bounds stay near what was seen: ${name}`, () => {
      const seen = Array.from({ length: market.days }, (_, day) => market.other(day));
      const [lowest, highest] = [Math.min(market.usual, ...seen), Math.max(market.usual, ...seen)];
      const range = highest - lowest;
      const bounds = boundsOf(market);
      bounds.forEach((ofLevel, k) => {
        const beyond = (levels[k] >= 0.1 && levels[k] <= 0.9 ? 0.5 : 3) * range;
        ofLevel.forEach((price) =>
          assert.ok(price >= lowest - beyond && price <= highest + beyond, `${price}`),
        );
        // Slots far from the one that moves never erred.
        assert.deepEqual([ofLevel[0], ofLevel[1]], [market.usual, market.usual]);
      });
    });
  }

  test('a share of 30 to 95 % of hours at the floor, at random', () => {
    const random = randomOf(7);
    for (const share of [0.3, 0.5, 0.7, 0.9, 0.95]) {
      const price = Float64Array.from({ length: 100 * 24 }, () => (random() < share ? 0 : 80 * random()));
      const combined = price.slice(0, 93 * 24);
      const history = { slotsPerDay: 24, actual: price.slice(7 * 24), combined, experts: [combined] };
      const today = price.slice(93 * 24, 94 * 24);
      for (const ofLevel of forecastQuantiles(history, { combined: today, experts: [today] }, levels, {
        bounds: DAY_AHEAD.bounds,
      })) {
        ofLevel.forEach((bound) => assert.ok(bound >= -240 && bound <= 320, `${share}: ${bound}`));
      }
    }
  });
});
