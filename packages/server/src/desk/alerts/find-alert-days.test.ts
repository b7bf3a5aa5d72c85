import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS, addDays, dayRange, deliveryPeriods } from '@lonja/forecasting/market';
import { type AlertRun, findAlertDays, findNewDays } from './find-alert-days.ts';

type Rule = Parameters<typeof findAlertDays>[0];

const DAY = '2026-03-31';
const BEFORE = Date.parse('2026-03-30T10:05:00Z');

function ruleOf(rule: Pick<Rule, 'kind' | 'threshold'> & Partial<Rule>): Rule {
  return {
    resolution: 'PT1H',
    probability: null,
    hours: null,
    from_hour: 0,
    to_hour: 24,
    days_ahead: 1,
    ...rule,
  };
}

/** A run whose price is `priceOf(index of the hour within its day, day)`. */
function runOf(
  priceOf: (index: number, day: string) => number,
  { firstDay = DAY, days = 1, previous }: { firstDay?: string; days?: number; previous?: AlertRun } = {},
): AlertRun {
  const hours = dayRange(firstDay, addDays(firstDay, days - 1)).flatMap((day) =>
    deliveryPeriods(day, 'PT1H').map(({ start, index }) => ({ start, value: priceOf(index, day) })),
  );
  return { firstDay, clearedDays: new Set(), hours, previousHours: previous?.hours ?? [], paths: undefined };
}

suite('what a rule on a probability finds', () => {
  /** Four paths: path i has i hours at 0, the first ones of each day, and 50 in the others. */
  const run = (() => {
    const all = runOf(() => 50, { days: 2 });
    const starts = all.hours.map(({ start }) => start);
    const pathOf = (low: number) => Float64Array.from(starts, (_, i) => (i % 24 < low ? 0 : 50));
    return { ...all, paths: { starts, paths: [0, 1, 2, 3].map(pathOf) } };
  })();
  const find = (rule: Partial<Rule>, now = BEFORE) =>
    findAlertDays(
      ruleOf({ kind: 'probability_below', threshold: 0, hours: 2, probability: 50, ...rule }),
      run,
      now,
    );

  test('the share of paths with at least so many hours at or below the threshold', () => {
    assert.deepEqual(find({}), [{ day: DAY, figure: 50, hours: 2, at: null }]);
    assert.deepEqual(find({ probability: 51 }), []);
    assert.deepEqual(find({ hours: 1 })[0].figure, 75);
    assert.deepEqual(find({ threshold: -0.01 }), []);
    assert.deepEqual(
      find({ days_ahead: 7 }).map(({ day }) => day),
      [DAY, addDays(DAY, 1)],
    );
  });

  test('above is more than the threshold, in hours together or apart', () => {
    const above = { kind: 'probability_above' as const, threshold: 0, probability: 1 };
    assert.deepEqual(find({ ...above, hours: 22 })[0].figure, 75);
    assert.deepEqual(find({ ...above, hours: 21 })[0].figure, 100);
    assert.deepEqual(find({ ...above, threshold: 50 }), []);
  });

  test('hours outside the window and those that have begun do not count', () => {
    assert.deepEqual(find({ from_hour: 1, hours: 1 })[0].figure, 50);
    assert.deepEqual(find({ from_hour: 3, hours: 1, probability: 1 }), []);
    assert.deepEqual(find({ hours: 1 }, run.hours[1].start)[0].figure, 50);
    assert.deepEqual(find({ hours: 24, threshold: 50 }, run.hours[1].start), []);
  });
});

suite('what a rule finds', () => {
  test('price above: only hours above the threshold, and the first of the highest', () => {
    const run = runOf((hour) => [100, 150, 151, 180, 180][hour] ?? 0);
    const [found] = findAlertDays(ruleOf({ kind: 'price_above', threshold: 150 }), run, BEFORE);
    assert.deepEqual(found, { day: DAY, figure: 180, hours: 3, at: run.hours[3].start });
    assert.deepEqual(findAlertDays(ruleOf({ kind: 'price_above', threshold: 180 }), run, BEFORE), []);
  });

  test('price below: strictly cheaper hours, and the cheapest of them', () => {
    const run = runOf((hour) => hour - 3);
    const [found] = findAlertDays(ruleOf({ kind: 'price_below', threshold: -1 }), run, BEFORE);
    assert.deepEqual(found, { day: DAY, figure: -3, hours: 2, at: run.hours[0].start });
    const [zero] = findAlertDays(
      ruleOf({ kind: 'price_below', threshold: 1 }),
      runOf((hour) => hour),
      BEFORE,
    );
    assert.ok(Object.is(zero.figure, 0));
  });

  test('prices count as they are served, with two decimals', () => {
    const run = runOf(() => 150.004);
    assert.deepEqual(findAlertDays(ruleOf({ kind: 'price_above', threshold: 150 }), run, BEFORE), []);
    assert.deepEqual(
      findAlertDays(
        ruleOf({ kind: 'negative_hours', threshold: 1 }),
        runOf(() => -0.004),
        BEFORE,
      ),
      [],
    );
  });

  test('negative hours: at least so many below zero', () => {
    const run = runOf((hour) => (hour < 5 ? -0.01 : 0));
    const found = (threshold: number) =>
      findAlertDays(ruleOf({ kind: 'negative_hours', threshold }), run, BEFORE);
    assert.deepEqual(found(5), [{ day: DAY, figure: 5, hours: 5, at: null }]);
    assert.deepEqual(found(6), []);
  });

  test('change: the largest difference to the run before, and none without one', () => {
    const previous = runOf(() => 50);
    const run = runOf((hour) => 50 + (hour === 7 ? -12.5 : hour === 8 ? 10 : 0), { previous });
    const rule = ruleOf({ kind: 'forecast_change', threshold: 10 });
    const [found] = findAlertDays(rule, run, BEFORE);
    assert.deepEqual(found, { day: DAY, figure: 12.5, hours: 2, at: run.hours[7].start });
    assert.deepEqual(findAlertDays(rule, { ...run, previousHours: [] }, BEFORE), []);
  });

  test('spread: the highest minus the lowest price', () => {
    const rule = ruleOf({ kind: 'spread', threshold: 23 });
    assert.deepEqual(
      findAlertDays(
        rule,
        runOf((hour) => hour),
        BEFORE,
      ),
      [{ day: DAY, figure: 23, hours: 24, at: null }],
    );
    assert.deepEqual(
      findAlertDays(
        { ...rule, threshold: 23.01 },
        runOf((hour) => hour),
        BEFORE,
      ),
      [],
    );
  });
});

suite('which hours count', () => {
  test('those of the window, by local hour, on days of 23 and of 25 hours too', () => {
    const rule = ruleOf({ kind: 'price_above', threshold: 0, from_hour: 2, to_hour: 3 });
    const hoursOn = (firstDay: string) =>
      findAlertDays(
        rule,
        runOf(() => 1, { firstDay }),
        0,
      )[0]?.hours;
    assert.deepEqual(['2026-03-28', '2026-03-29', '2026-10-25'].map(hoursOn), [1, undefined, 2]);
    const all = ruleOf({ kind: 'negative_hours', threshold: 25 });
    assert.equal(
      findAlertDays(
        all,
        runOf(() => -1, { firstDay: '2026-10-25' }),
        0,
      )[0].figure,
      25,
    );
  });

  test('those of as many delivery days of the run as the rule covers', () => {
    const run = runOf(() => 1, { days: 7 });
    const days = (daysAhead: number) =>
      findAlertDays(ruleOf({ kind: 'price_above', threshold: 0, days_ahead: daysAhead }), run, BEFORE).map(
        ({ day }) => day,
      );
    assert.deepEqual(days(1), [DAY]);
    assert.deepEqual(days(7), dayRange(DAY, addDays(DAY, 6)));
  });

  test('those that have not begun: a late run says nothing of the past', () => {
    const run = runOf(() => 1);
    const rule = ruleOf({ kind: 'price_above', threshold: 0 });
    const after = (hours: number) => findAlertDays(rule, run, run.hours[0].start + hours * HOUR_MS);
    assert.equal(after(20)[0].hours, 4);
    assert.deepEqual(after(24), []);
  });
});

suite('which days count', () => {
  const days = ['2026-10-24', '2026-10-25', '2026-10-26'];
  const run = runOf(() => 1, { firstDay: days[0], days: 3 });
  const rule = ruleOf({ kind: 'price_above', threshold: 0, days_ahead: 3 });
  const now = run.hours[0].start;
  const hoursByDay = (found: ReturnType<typeof findAlertDays>) => found.map(({ day, hours }) => [day, hours]);

  test('those whose prices are not public, on the 25-hour day as on others', () => {
    const cleared = (...clearedDays: string[]) =>
      hoursByDay(findAlertDays(rule, { ...run, clearedDays: new Set(clearedDays) }, now));
    assert.deepEqual(cleared(days[0]), [
      [days[1], 25],
      [days[2], 24],
    ]);
    assert.deepEqual(cleared(days[1]), [
      [days[0], 24],
      [days[2], 24],
    ]);
    assert.deepEqual(cleared(...days), []);
  });

  test('a day that has cleared still counts as one of the first days of the run', () => {
    const found = findAlertDays({ ...rule, days_ahead: 1 }, { ...run, clearedDays: new Set([days[0]]) }, now);
    assert.deepEqual(found, []);
  });

  test('each once, whatever the kind and the figure', () => {
    const newDays = (kind: Rule['kind'], notified: string[]) =>
      findNewDays({ ...rule, kind }, run, { notified: new Set(notified), now }).map(({ day }) => day);
    assert.deepEqual(newDays('price_above', []), days);
    assert.deepEqual(newDays('price_above', [days[1]]), [days[0], days[2]]);
    assert.deepEqual(newDays('spread', days), []);
  });
});

suite('what a rule on quarter hours finds', () => {
  /** Quarters whose price is their place in the day, from -3 on. */
  const run: AlertRun = {
    firstDay: DAY,
    clearedDays: new Set(),
    hours: deliveryPeriods(DAY, 'PT15M').map(({ start, index }) => ({ start, value: index - 3 })),
    previousHours: [],
    paths: undefined,
  };
  const find = (rule: Pick<Rule, 'kind' | 'threshold'> & Partial<Rule>) =>
    findAlertDays(ruleOf({ resolution: 'PT15M', ...rule }), run, BEFORE);

  test('a quarter counts a quarter of an hour', () => {
    const at = Date.parse('2026-03-30T22:00:00Z');
    assert.deepEqual(find({ kind: 'price_below', threshold: 0 }), [
      { day: DAY, figure: -3, hours: 0.75, at },
    ]);
    assert.deepEqual(find({ kind: 'negative_hours', threshold: 1 }), []);
    assert.deepEqual(find({ kind: 'spread', threshold: 95 })[0], {
      day: DAY,
      figure: 95,
      hours: 24,
      at: null,
    });
  });

  test('four quarters make the hour of a probability, together or apart', () => {
    const starts = run.hours.map(({ start }) => start);
    const pathOf = (low: number) =>
      Float64Array.from(starts, (_, i) => (i % 2 === 0 && i < 2 * low ? 0 : 50));
    const held = { ...run, paths: { starts, paths: [3, 4, 5, 8].map(pathOf) } };
    const of = (hours: number) => {
      const rule = ruleOf({
        resolution: 'PT15M',
        kind: 'probability_below',
        threshold: 0,
        hours,
        probability: 1,
      });
      return findAlertDays(rule, held, BEFORE)[0]?.figure;
    };
    assert.deepEqual([of(1), of(2), of(3)], [75, 25, undefined]);
  });
});
