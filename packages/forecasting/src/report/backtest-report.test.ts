import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import { backtestReport } from './backtest-report.ts';
import { evaluateBacktest } from './evaluate-backtest.ts';
import type { ReportInput, ReportPeriod } from './report-input.ts';

/** Hours of some days with errors that follow no pattern of the clock. */
function hours(from: string, to: string): ReportPeriod[] {
  return dayRange(from, to).flatMap((day, d) =>
    Array.from({ length: 24 }, (_, hour) => {
      const value = 50 + 20 * Math.sin(hour / 4) + 5 * Math.cos(d);
      const actual = value + 12 * Math.sin(7.3 * d + 2.1 * hour * hour);
      return {
        time: `${day} ${String(hour).padStart(2, '0')}:00`,
        actual,
        value,
        p10: value - 8,
        p90: value + 10,
      };
    }),
  );
}

const PERIODS = hours('2026-02-20', '2026-04-10');
const INPUT: ReportInput = {
  model: 'champion',
  periods: PERIODS,
  rivals: [
    { name: 'flat', values: PERIODS.map(() => 50) },
    { name: 'shifted', values: PERIODS.map(({ value }) => value + 3) },
  ],
};

function allTexts(input: ReportInput): string {
  const { markdown, csv, svg } = backtestReport(input);
  return [markdown, ...Object.values(csv), ...Object.values(svg)].join('\n');
}

describe('evaluation', () => {
  test('a toy: two days of two hours', () => {
    const period = (time: string, actual: number) => ({ time, actual, value: 10, p10: 8, p90: 13 });
    const { breakdowns, overall, days } = evaluateBacktest({
      model: 'toy',
      periods: [
        period('2026-03-31 00:00', 9),
        period('2026-03-31 01:00', 14),
        period('2026-04-01 00:00', 13),
        period('2026-04-01 01:00', -10),
      ],
    });
    assert.equal(days, 2);
    assert.deepEqual([overall.mae, overall.bias, overall.coveragePercent], [7, 3.5, 50]);
    assert.deepEqual(
      breakdowns.hour.map(({ group, mae, coveragePercent }) => [group, mae, coveragePercent]),
      [
        ['00', 2, 100],
        ['01', 12, 0],
      ],
    );
    assert.deepEqual(
      breakdowns.weekday.map(({ group, mae }) => [group, mae]),
      [
        ['Tuesday', 2.5],
        ['Wednesday', 11.5],
      ],
    );
    assert.deepEqual(
      [breakdowns.month, breakdowns.quarter].map((groups) => groups.map(({ group }) => group)),
      [
        ['2026-03', '2026-04'],
        ['2026-Q1', '2026-Q2'],
      ],
    );
    assert.deepEqual(
      breakdowns.regime.map(({ group, periods }) => [group, periods]),
      [
        ['zero or negative', 1],
        ['normal', 2],
        ['spike', 1],
      ],
    );
  });
  test('the groups of every breakdown hold all periods, and their errors add up to the whole', () => {
    const { breakdowns, overall } = evaluateBacktest(INPUT);
    const { hour, weekday, month, quarter, regime, leadDay } = breakdowns;
    for (const groups of [hour, weekday, month, quarter, regime, leadDay]) {
      const periods = groups.reduce((sum, group) => sum + group.periods, 0);
      const errors = groups.reduce((sum, group) => sum + group.periods * group.mae, 0);
      assert.equal(periods, PERIODS.length);
      assert.ok(Math.abs(errors / periods - overall.mae) < 1e-9);
    }
  });
  test('a rival that is worse is found to be, overall and given yesterday', () => {
    const flat = evaluateBacktest(INPUT).comparisons[0];
    assert.ok(flat.relativeMae !== null && flat.relativeMae < 1);
    assert.ok(flat.days !== null && flat.days.absolute.pFirstBetter < 0.001);
    assert.ok(flat.days.conditional.firstPreferredPercent > 90);
    assert.equal(flat.slots.length, 24);
  });
  test('tests are left out on few days, figures are not', () => {
    const periods = PERIODS.slice(0, 24 * 29);
    const { comparisons, coverage, overall } = evaluateBacktest({
      model: 'short',
      periods,
      rivals: [{ name: 'flat', values: periods.map(() => 50) }],
    });
    assert.deepEqual([comparisons[0].days, comparisons[0].slots, coverage.slots], [null, [], []]);
    assert.equal(overall.periods, 24 * 29);
  });
  test('longer lead days have a table of their own and change nothing else', () => {
    const later = PERIODS.map((period) => ({ ...period, value: period.value + 1, leadDay: 2 }));
    const [one, two] = [
      { model: 'champion', periods: PERIODS },
      { model: 'champion', periods: [...PERIODS, ...later] },
    ].map((input) => evaluateBacktest(input));
    assert.deepEqual(two.overall, one.overall);
    assert.deepEqual(
      two.breakdowns.leadDay.map(({ group, periods }) => [group, periods]),
      [
        ['1', PERIODS.length],
        ['2', PERIODS.length],
      ],
    );
    assert.deepEqual(two.breakdowns.hour, one.breakdowns.hour);
  });
  test('the two hours 2 of a 25-hour day are scored both', () => {
    const twice = PERIODS.flatMap((period) =>
      period.time === '2026-03-29 02:00' ? [period, { ...period, actual: period.actual + 1 }] : [period],
    );
    const { breakdowns } = evaluateBacktest({ model: 'champion', periods: twice });
    assert.equal(breakdowns.hour[2].periods, breakdowns.hour[1].periods + 1);
  });
});

describe('report', () => {
  test('the Markdown shows every picture that there is and no other', () => {
    const { markdown, svg } = backtestReport(INPUT);
    const shown = [...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file]) => file);
    assert.deepEqual(shown.toSorted(), Object.keys(svg).toSorted());
  });
  test('rows of a CSV have as many cells as its header', () => {
    for (const [name, content] of Object.entries(backtestReport(INPUT).csv)) {
      const widths = content
        .trimEnd()
        .split('\n')
        .map((row) => row.split(',').length);
      assert.equal(new Set(widths).size, 1, name);
    }
  });
  test('the CSV has the figures at full precision', () => {
    const { csv } = backtestReport(INPUT);
    const [, row] = csv['overall.csv'].split('\n');
    assert.equal(Number(row.split(',')[2]), evaluateBacktest(INPUT).overall.mae);
  });
  test('the same input gives the same text', () => assert.equal(allTexts(INPUT), allTexts(INPUT)));
  test('exact forecasts, constant prices, a single period and huge prices give numbers', () => {
    const exact = PERIODS.map(({ time, value }) => ({ time, actual: value, value, p10: value, p90: value }));
    const constant = PERIODS.map(({ time }) => ({ time, actual: 0, value: 0, p10: 0, p90: 0 }));
    const huge = PERIODS.map(({ time, actual }) => ({
      time,
      actual: 1e12 * actual,
      value: 1,
      p10: 0,
      p90: 2,
    }));
    for (const periods of [exact, constant, huge, PERIODS.slice(0, 1)]) {
      const rivals = [{ name: 'same', values: periods.map(({ value }) => value) }];
      assert.doesNotMatch(allTexts({ model: 'odd', periods, rivals }), /NaN|undefined|"[^"]*Infinity/);
    }
  });
  test('names from outside cannot become markup', () => {
    const name = '<script>|"a",b & c\u0000';
    const { markdown, csv, svg } = backtestReport({
      ...INPUT,
      model: name,
      rivals: [{ name, values: PERIODS.map(() => 50) }],
    });
    assert.doesNotMatch(markdown, /<script>/);
    assert.match(csv['by-hour.csv'], /"mae <script>\|""a"",b & c/);
    for (const picture of Object.values(svg))
      assert.doesNotMatch(picture.replaceAll('\n', ''), /<script>|& |\p{Cc}/u);
  });
  test('what no sound figure follows from is refused', () => {
    const [first] = PERIODS;
    const refuses = (input: Partial<ReportInput>, message: RegExp) =>
      assert.throws(() => backtestReport({ ...INPUT, rivals: [], ...input }), message);
    refuses({ periods: [] }, /at least one period/);
    refuses({ periods: [{ ...first, time: 'noon' }] }, /starts at "noon"/);
    refuses({ periods: [{ ...first, p10: first.value + 1 }] }, /p10 <= value <= p90/);
    refuses({ periods: [{ ...first, actual: NaN }] }, /NaN/);
    refuses({ periods: [{ ...first, leadDay: 0 }] }, /lead day/);
    refuses({ periods: PERIODS.toReversed() }, /days must be in order/);
    refuses({ rivals: [{ name: 'short', values: [1] }] }, /"short" has 1 values/);
  });
});
