import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import { weeklyNaiveErrors } from '../intervals/error-history.ts';
import { applyPit, fitPartialPit, invertPit } from '../target/partial-pit.ts';
import { applyBounds } from '../intervals/apply-bounds.ts';
import { type FittedModel, type Model, asOnlyMember } from '../models/model.ts';
import type { Panel } from '../data/panel.ts';
import { forecastNextDays } from '../forecast-next-days.ts';
import { createModel } from '../models/recipe.ts';
import { fitDependence } from '../scenarios/dependence.ts';
import { drawPaths } from '../scenarios/draw-paths.ts';
import { backtest } from './backtest.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import { planBacktest } from './backtest-plan.ts';
import { forecastDays } from './forecast-days.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import { BOUND_LEVELS } from '../distribution/quantile-levels.ts';
import { LEAR } from '../pipelines/members.ts';

const SLOTS = 3;

/** Prices may go as far as the market allows. */
const UNLIMITED = { ...DAY_AHEAD, limits: { ...DAY_AHEAD.limits, fewestDays: Infinity } };

/** 60 days from 2026-01-01 with a weekly pattern and a little unrest. */
function panelOf(): Panel {
  const days = dayRange('2026-01-01', '2026-03-01');
  const price = Float64Array.from(
    { length: days.length * SLOTS },
    (_, i) => 50 + 10 * Math.sin(i) + (i % (7 * SLOTS)),
  );
  return { days, slotsPerDay: SLOTS, price, exogenous: [{ name: 'load', values: price.map((p) => 2 * p) }] };
}

/** Yesterday's prices plus one. */
function createYesterdayPlusOne(minHistoryDays = 1): Model {
  const forecastOf = (panel: Panel, target: number) =>
    panel.price.slice((target - 1) * SLOTS, target * SLOTS).map((price) => price + 1);
  return { ...modelOf(forecastOf), name: 'yesterday-plus-one', minHistoryDays };
}

/** A model that needs no fit. */
function modelOf(forecastOf: (panel: Panel, target: number) => Float64Array): Model {
  const fitted: FittedModel = { predict: (panel, target) => asOnlyMember(forecastOf(panel, target)) };
  return { name: 'plain', minHistoryDays: 1, memberCount: 1, fit: () => fitted };
}

describe('what a model sees of the day it forecasts', () => {
  test('no price of that day or later, and no later day at all', () => {
    const panel = panelOf();
    const seen: Panel[] = [];
    const plain = createYesterdayPlusOne();
    const spy: Model = {
      ...plain,
      fit: (known, row) => {
        seen.push(structuredClone(known));
        return {
          predict: (later, target) => {
            seen.push(structuredClone(later));
            return plain.fit(known, row).predict(later, target);
          },
        };
      },
    };
    forecastDays({ panel, targets: [20], model: spy });
    assert.equal(seen.length, 2);
    for (const known of seen) {
      assert.equal(known.days.length, 21);
      assert.equal(known.price.length, 21 * SLOTS);
      assert.ok(known.price.subarray(20 * SLOTS).every(Number.isNaN));
      assert.deepEqual(known.price.subarray(0, 20 * SLOTS), panel.price.subarray(0, 20 * SLOTS));
      assert.equal(known.exogenous[0].values.length, 21 * SLOTS);
    }
  });

  test('so everything after a day can change without changing its forecast and bounds', () => {
    const panel = panelOf();
    const run = () =>
      backtest({ panel, model: createYesterdayPlusOne(), from: '2026-02-10', to: '2026-02-14' });
    const before = run();
    const fifthDay = panel.days.indexOf('2026-02-14');
    panel.price.fill(-999, fifthDay * SLOTS);
    panel.exogenous[0].values.fill(-999, (fifthDay + 1) * SLOTS);
    const forecasts = (result: typeof before) =>
      result.periods.map(({ value, p10, p90 }) => [value, p10, p90]);
    assert.deepEqual(forecasts(run()), forecasts(before));
  });

  test('a model that gives NaN is stopped', () => {
    const model = modelOf(() => Float64Array.of(1, NaN, 1));
    assert.throws(
      () => forecastDays({ panel: panelOf(), targets: [20], model }),
      /no finite forecast .* 2026-01-21/,
    );
  });
});

describe('the span of a back-test', () => {
  const plan = (
    from: string,
    to: string,
    more: {
      calibrationDays?: number;
      minHistoryDays?: number;
      historyDays?: number;
      recipe?: Pick<ForecastRecipe, 'calibrationDays' | 'olderCalibrationDays'>;
    } = {},
  ) => planBacktest(panelOf(), { from, to, ...more }, { minHistoryDays: 20, ...more });

  test('both days are included, and calibration reaches back as far as the history allows', () => {
    const { calibrationRows, scoredRows, targets } = plan('2026-02-10', '2026-02-12');
    assert.deepEqual(scoredRows, [40, 41, 42]);
    assert.deepEqual([calibrationRows[0], calibrationRows.length], [20, 20]);
    assert.deepEqual(targets, [...calibrationRows, ...scoredRows]);
  });

  test('calibration takes no more days than asked for', () => {
    assert.deepEqual(
      plan('2026-02-10', '2026-02-10', { calibrationDays: 5 }).calibrationRows,
      [35, 36, 37, 38, 39],
    );
    assert.deepEqual(plan('2026-02-10', '2026-02-10', { calibrationDays: 0 }).calibrationRows, []);
  });

  test('a recipe says how many days of errors it wants, and how many of them older ones', () => {
    const recipe = { calibrationDays: 5, olderCalibrationDays: 3 };
    const { calibrationRows, calibrationDays } = plan('2026-02-10', '2026-02-12', { recipe });
    assert.deepEqual([calibrationRows, calibrationDays], [[35, 36, 37, 38, 39], 8]);
    const fewer = plan('2026-02-10', '2026-02-12', { recipe, calibrationDays: 4 });
    assert.deepEqual([fewer.calibrationRows.length, fewer.calibrationDays], [4, 4]);
  });

  const refusals: [name: string, attempt: () => unknown, message: RegExp][] = [
    [
      'days that are not in the data',
      () => plan('2026-02-10', '2026-03-02'),
      /2026-03-02 is not in the data, which hold 2026-01-01 to 2026-03-01/,
    ],
    ['days that do not exist', () => plan('2026-02-30', '2026-03-01'), /"2026-02-30" is not a day/],
    ['an end before the start', () => plan('2026-02-10', '2026-02-09'), /2026-02-10 is after .* 2026-02-09/],
    [
      'too little history for the model',
      () => plan('2026-01-20', '2026-02-09'),
      /20 days are needed before 2026-01-20, .* 19 days/,
    ],
    [
      'too little history for the windows',
      () => plan('2026-02-10', '2026-02-11', { historyDays: 56 }),
      /56 days are needed/,
    ],
    [
      'too little history for the naives',
      () => plan('2026-01-14', '2026-01-15', { minHistoryDays: 1 }),
      /14 days are needed/,
    ],
    [
      'a fraction of a calibration day',
      () => plan('2026-02-10', '2026-02-11', { calibrationDays: 0.5 }),
      /calibration days must be/,
    ],
  ];
  for (const [name, attempt, message] of refusals) {
    test(`refuses ${name}`, () => assert.throws(attempt, { name: 'BacktestInputError', message }));
  }
});

describe('back-test', () => {
  test('scores every slot of the span against the naives, the bounds around each forecast', () => {
    const panel = panelOf();
    const { days, periods, scores } = backtest({
      panel,
      model: createYesterdayPlusOne(),
      from: '2026-02-10',
      to: '2026-02-19',
    });
    assert.equal(days.length, 10);
    assert.equal(periods.length, 10 * SLOTS);
    assert.equal(periods[0].time, '2026-02-10 00:00');
    assert.equal(periods[0].value, panel.price[39 * SLOTS] + 1);
    assert.equal(periods[0].weeklyNaive, panel.price[33 * SLOTS]);
    assert.equal(periods[0].standardNaive, panel.price[39 * SLOTS]);
    assert.ok(periods.every(({ value, p10, p90 }) => p10 <= value && value <= p90));
    const absolute = periods.map(({ actual, value }) => Math.abs(actual - value));
    assert.ok(Math.abs(scores.mae - absolute.reduce((a, b) => a + b) / absolute.length) < 1e-12);
    assert.ok(Math.abs(scores.pinball50 - scores.mae / 2) < 1e-12);
  });

  test('the first day has bounds of the errors before it', () => {
    const panel = panelOf();
    const { periods, calibratedOnDays } = backtest({
      panel,
      model: createYesterdayPlusOne(),
      recipe: UNLIMITED,
      from: '2026-02-10',
      to: '2026-02-10',
      calibrationDays: 10,
    });
    // Errors of few days are measured on prices under a partial probability integral transform.
    const pit = fitPartialPit(panel.price.slice(30 * SLOTS, 40 * SLOTS), 0.5);
    assert.ok(pit !== undefined);
    const to = (price: number) => applyPit(pit, price);
    const errors = Float64Array.from({ length: 10 * SLOTS }, (_, i) => {
      const place = 30 * SLOTS + i;
      return to(panel.price[place]) - to(panel.price[place - SLOTS] + 1);
    });
    const values = Float64Array.from(periods, ({ value }) => value);
    const [p10, p90] = applyBounds(
      values.map(to),
      { slotsPerDay: SLOTS, errors },
      BOUND_LEVELS,
      DAY_AHEAD.bounds.scale,
    ).map((bound) => bound.map((value) => invertPit(pit, value)));
    assert.equal(calibratedOnDays, 10);
    assert.deepEqual(
      periods.map((period) => period.p10),
      [...p10],
    );
    assert.deepEqual(
      periods.map((period) => period.p90),
      [...p90],
    );
  });

  test('a model without a past of its own gets bounds of the weekly naive', () => {
    const panel = panelOf();
    const { periods } = backtest({
      panel,
      model: createYesterdayPlusOne(20),
      from: '2026-01-21',
      to: '2026-01-21',
    });
    const values = Float64Array.from(periods, ({ value }) => value);
    const [p10] = applyBounds(
      values,
      weeklyNaiveErrors(panel, 20, 182),
      BOUND_LEVELS,
      DAY_AHEAD.bounds.scale,
    );
    assert.deepEqual(
      periods.map((period) => period.p10),
      [...p10],
    );
  });

  test('so does one whose own past has no prices to be held against', () => {
    const panel = panelOf();
    const row = panel.days.indexOf('2026-02-10');
    panel.price.fill(NaN, (row - 9) * SLOTS, row * SLOTS);
    const model = modelOf(() => Float64Array.of(1, 2, 3));
    const { periods } = backtest({
      panel,
      model,
      recipe: UNLIMITED,
      from: '2026-02-10',
      to: '2026-02-10',
      calibrationDays: 9,
    });
    const [p10] = applyBounds(
      Float64Array.of(1, 2, 3),
      weeklyNaiveErrors(panel, row, 182),
      BOUND_LEVELS,
      DAY_AHEAD.bounds.scale,
    );
    assert.deepEqual(
      periods.map((period) => period.p10),
      [...p10],
    );
  });

  test('a perfect naive leaves no ratio', () => {
    const panel = panelOf();
    panel.price.fill(5);
    const { scores } = backtest({
      panel,
      model: createYesterdayPlusOne(),
      recipe: UNLIMITED,
      from: '2026-02-10',
      to: '2026-02-11',
    });
    assert.deepEqual([scores.rmaeWeekly, scores.rmaeStandard, scores.mae], [null, null, 1]);
  });

  test('real periods are scored: an hour that occurs twice counts twice, one that is missing not at all', () => {
    const panel = panelOf();
    const row = panel.days.indexOf('2026-02-10');
    const periods = [
      { time: 'a', row, slot: 0, price: 1 },
      { time: 'b', row, slot: 0, price: 3 },
      { time: 'c', row, slot: 2, price: 5 },
      { time: 'next day', row: row + 1, slot: 0, price: 9 },
    ];
    const result = backtest({
      panel,
      periods,
      model: createYesterdayPlusOne(),
      from: '2026-02-10',
      to: '2026-02-10',
    });
    assert.deepEqual(
      result.periods.map(({ time, actual }) => [time, actual]),
      [
        ['a', 1],
        ['b', 3],
        ['c', 5],
      ],
    );
    assert.equal(result.periods[0].value, result.periods[1].value);
  });

  test('slots and days without a price are not scored and do not spoil the bounds', () => {
    const panel = panelOf();
    panel.price[panel.days.indexOf('2026-02-05') * SLOTS + 1] = NaN;
    panel.price[panel.days.indexOf('2026-02-19') * SLOTS + 1] = NaN;
    const dayBeforeLast = modelOf((known, target) =>
      known.price.slice((target - 2) * SLOTS, (target - 1) * SLOTS).map((price) => price || 50),
    );
    panel.price.fill(
      Number.NaN,
      panel.days.indexOf('2026-02-18') * SLOTS,
      panel.days.indexOf('2026-02-19') * SLOTS,
    );
    const { days, periods, scores } = backtest({
      panel,
      model: dayBeforeLast,
      from: '2026-02-10',
      to: '2026-02-19',
    });
    assert.equal(days.length, 9);
    assert.ok(!days.includes('2026-02-18'));
    assert.equal(periods.length, 9 * SLOTS - 1);
    assert.ok(Number.isFinite(scores.winkler80));
  });

  test('progress counts every day that is forecast', () => {
    const seen: string[] = [];
    backtest({
      panel: panelOf(),
      model: createYesterdayPlusOne(),
      from: '2026-02-10',
      to: '2026-02-11',
      calibrationDays: 2,
      onProgress: ({ done, total }) => seen.push(`${done}/${total}`),
    });
    assert.deepEqual(seen, ['1/4', '2/4', '3/4', '4/4']);
  });
});

describe('a panel that is none', () => {
  const span = { from: '2026-02-10', to: '2026-02-12' };
  const model = createYesterdayPlusOne();

  test('has days in another order, twice, or with a hole', () => {
    const panel = panelOf();
    const { days } = panel;
    for (const wrong of [
      days.toReversed(),
      days.with(5, days[4]),
      [...days.slice(0, 5), ...days.slice(6), '2026-03-02'],
    ]) {
      assert.throws(() => backtest({ panel: { ...panel, days: wrong }, model, ...span }), {
        name: 'BacktestInputError',
        message: /The days of the panel do not follow each other: 2026-\d\d-\d\d comes after 2026-/,
      });
    }
    assert.throws(() => backtest({ panel, model, from: span.to, to: span.from }), /is after the last day/);
  });

  test('has too few or too many values', () => {
    const panel = panelOf();
    assert.throws(
      () => backtest({ panel: { ...panel, price: panel.price.subarray(1) }, model, ...span }),
      /"price" has 179 values for 60 days of 3/,
    );
    const [load] = panel.exogenous;
    const exogenous = [{ ...load, values: load.values.subarray(0, 30) }];
    assert.throws(() => backtest({ panel: { ...panel, exogenous }, model, ...span }), /"load" has 30 values/);
  });
});

describe('a floor and a cap', () => {
  const days = dayRange('2026-01-01', '2026-03-31');
  const limits = { lowest: 5, highest: 75 };
  /** Prices that meet both often. */
  const price = Float64Array.from({ length: days.length * 24 }, (_, i) =>
    Math.min(75, Math.max(5, 40 + 60 * Math.sin(i / 4) * Math.sin(i / 37) + 10 * Math.sin(i * i))),
  );
  const panel: Panel = { days, slotsPerDay: 24, price, exogenous: [] };
  const model = createModel({ ...LEAR, windows: [28] });

  test('hold every point, bound and quantile of a back-test, and without them some lie beyond', () => {
    const run = (given?: typeof limits) =>
      backtest({ panel, model, from: '2026-03-25', to: '2026-03-31', calibrationDays: 20, limits: given });
    const all = (result: ReturnType<typeof run>) =>
      result.periods.flatMap(({ value, p10, p90, distribution }) => [
        value,
        p10,
        p90,
        ...Array.from(distribution),
      ]);
    assert.ok(all(run(limits)).every((one) => one >= 5 && one <= 75));
    assert.ok(all(run()).some((one) => one > 75));
  });

  test('hold forecasts of the next days and their paths', () => {
    const open = { ...panel, price: price.map((one, i) => (i >= 88 * 24 ? Number.NaN : one)) };
    const { days: ahead, pastErrors } = forecastNextDays({ panel: open, model, calibrationDays: 25, limits });
    for (const { p10, p90, distributions } of ahead)
      for (const one of [...p10, ...p90, ...distributions.flatMap((each) => Array.from(each))])
        assert.ok(one >= 5 && one <= 75, String(one));
    const periods = ahead.flatMap(({ distributions }, lead) =>
      distributions.map((distribution, slot) => ({ slot: lead * 24 + slot, distribution })),
    );
    const paths = drawPaths({ between: fitDependence(pastErrors) }, periods, { count: 500, limits });
    assert.ok(paths.every((path) => path.every((one) => one >= 5 && one <= 75)));
  });
});
