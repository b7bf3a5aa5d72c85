import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dieboldMariano } from './diebold-mariano.ts';
import { sequentialSuperiority, superiorityOf } from './sequential-superiority.ts';

const YEAR = 364;
const RATE = 0.05;
const MEAN_LOSS = 10;

/** mulberry32: the same years every time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Differences of daily losses such as those of real forecasts: mean `lead`, standard deviation about `spread`, each day related to the one before
 * (0.3), one day in ten three times as large, and half a year twice as restless as the other.
 */
function yearOf(random: () => number, { lead, spread }: { lead: number; spread: number }): Float64Array {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const correlation = 0.3;
  let state = normal();
  return Float64Array.from({ length: YEAR }, (_, day) => {
    const size = (random() < 0.1 ? 3 : 1) / Math.sqrt(1.8);
    state = correlation * state + Math.sqrt(1 - correlation ** 2) * normal() * size;
    const season = (day % YEAR < YEAR / 2 ? 1 : 2) / Math.sqrt(2.5);
    return lead + spread * season * state;
  });
}

/** The first day on which the question, asked every week, is answered with a p below the rate. */
function takeoverDay(
  year: Float64Array,
  pOf: (known: Float64Array) => number | undefined,
): number | undefined {
  for (let day = 28; day <= YEAR; day += 7) {
    const p = pOf(year.subarray(0, day));
    if (p !== undefined && p < RATE) return day;
  }
  return undefined;
}

const sequential = (known: Float64Array) => superiorityOf(known).pSecondBetter;

function takeovers(
  years: number,
  shape: { lead: number; spread: number },
  pOf: (known: Float64Array) => number | undefined = sequential,
): { share: number; median: number } {
  const random = randomOf(11);
  const days = Array.from(
    { length: years },
    () => takeoverDay(yearOf(random, shape), pOf) ?? Infinity,
  ).toSorted((a, b) => a - b);
  return { share: days.filter((day) => day <= YEAR).length / years, median: days[Math.floor(years / 2)] };
}

suite('asked every week of a year', () => {
  test('an equally good forecast takes over in less than 5 of 100 years', () => {
    for (const spread of [2.5, 5]) {
      const { share } = takeovers(1000, { lead: 0, spread });
      assert.ok(share < RATE, `${share}`);
    }
  });

  test('where a Diebold-Mariano test, which is for one look, would let many', () => {
    const once = (known: Float64Array) =>
      dieboldMariano(known, new Float64Array(known.length), { lag: 4 }).pSecondBetter;
    assert.ok(takeovers(200, { lead: 0, spread: 5 }, once).share > 0.2);
  });

  test('one that is worse by 2 % does so in less than 1 of 100', () => {
    assert.ok(takeovers(500, { lead: -0.02 * MEAN_LOSS, spread: 5 }).share < 0.01);
  });

  test('one that is better by 5 % wins within eight months as a rule where the two are alike', () => {
    const { share, median } = takeovers(300, { lead: 0.05 * MEAN_LOSS, spread: 2.5 });
    assert.ok(share > 0.7 && median <= 240, JSON.stringify({ share, median }));
  });

  test('one that is better by 10 % where they are not alike as well, by 20 % within half a year', () => {
    const tenth = takeovers(300, { lead: 0.1 * MEAN_LOSS, spread: 5 });
    assert.ok(tenth.share > 0.7 && tenth.median <= 240, JSON.stringify(tenth));
    const fifth = takeovers(300, { lead: 0.2 * MEAN_LOSS, spread: 5 });
    assert.ok(fifth.share > 0.95 && fifth.median <= YEAR / 2, JSON.stringify(fifth));
  });
});

suite('one question', () => {
  const weeks = (count: number, difference: number) => new Float64Array(count * 7).fill(difference);

  test('a constant lead: the wealth grows by a third of each stake', () => {
    const bets = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);
    const wealth = bets.reduce((sum, bet) => sum + (1 + bet / 3) ** 4, 0) / bets.length;
    const { weeks: whole, pSecondBetter } = superiorityOf(weeks(5, 0.4));
    assert.equal(whole, 5);
    assert.ok(Math.abs(Number(pSecondBetter) - 1 / wealth) < 1e-12);
  });

  test('days of a week that is not full wait; before the first there is no answer', () => {
    const whole = superiorityOf(weeks(9, 0.4));
    const more = Float64Array.from([...weeks(9, 0.4), 1, 1, 1, 1, 1, 1]);
    assert.deepEqual(superiorityOf(more), whole);
    assert.deepEqual(superiorityOf(new Float64Array(6).fill(1)), { weeks: 0, pSecondBetter: undefined });
    assert.deepEqual(superiorityOf(new Float64Array(0)), { weeks: 0, pSecondBetter: undefined });
  });

  test('the unit does not matter, nor do weeks without a difference', () => {
    const year = yearOf(randomOf(5), { lead: 1, spread: 3 });
    const { pSecondBetter } = superiorityOf(year);
    const scaled = superiorityOf(year.map((difference) => difference * 1024)).pSecondBetter;
    assert.ok(Math.abs(Number(scaled) / Number(pSecondBetter) - 1) < 1e-9);
    assert.equal(superiorityOf(weeks(20, 0)).pSecondBetter, 1);
    assert.ok(Number(superiorityOf(Float64Array.from([...weeks(3, 0), ...weeks(20, 1)])).pSecondBetter) < 1);
  });

  test('a single week does not decide, and one that costs more than all others won forbids', () => {
    const lucky = weeks(20, 0);
    for (let i = 0; i < lucky.length; i++) lucky[i] = i % 14 < 7 ? 1 : -1;
    lucky.fill(1000, 70, 77);
    assert.ok(Number(superiorityOf(lucky).pSecondBetter) > 0.3);
    const costly = weeks(30, 1);
    costly.fill(-1000, 100, 107);
    assert.equal(superiorityOf(costly).pSecondBetter, 1);
  });

  test('hours of days of 23, 24 and 25 hours are summed by day', () => {
    const dates = ['28', '29', '30', '31'].map((date) => `2026-03-${date}`);
    const names = [...dates, '2026-04-01', '2026-04-02', '2026-10-25'];
    const days = names.flatMap((day) =>
      Array.from({ length: day === '2026-03-29' ? 23 : day === '2026-10-25' ? 25 : 24 }, () => day),
    );
    const prices = days.map(() => 50);
    const off = (by: number) => prices.map((price) => price + by);
    const answer = sequentialSuperiority(off(3), off(-2), prices, { days });
    assert.deepEqual(answer, superiorityOf(Float64Array.from([24, 23, 24, 24, 24, 24, 25])));
    assert.throws(() => sequentialSuperiority(off(NaN), off(1), prices, { days }), RangeError);
  });
});
