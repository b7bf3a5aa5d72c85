import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant, roundHalfAway, roundMoney, roundMoneyParts, roundPower, roundPrice } from './wire.ts';

test('an instant is UTC to the second, and keeps its milliseconds where it has any', () => {
  assert.equal(formatInstant(Date.UTC(2026, 2, 30, 10, 5)), '2026-03-30T10:05:00Z');
  assert.equal(formatInstant(Date.UTC(2026, 2, 30, 10, 5, 0, 7)), '2026-03-30T10:05:00.007Z');
});

test('prices have two decimals, and rounding never swaps two of them', () => {
  assert.deepEqual([61.274_999, -0.005, -12.346, 4000].map(roundPrice), [61.27, -0.01, -12.35, 4000]);
  for (let i = -5000; i < 5000; i++) assert.ok(roundPrice(i / 997) <= roundPrice((i + 1) / 997));
});

test('a mean of whole cents is rounded as decimal arithmetic does, halves away from zero on both sides', () => {
  const quarters = [130.6, 131.8, 127.45, 118.45];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  assert.equal(roundPrice(mean(quarters)), 127.08);
  assert.equal(roundPrice(-mean(quarters)), -127.08);
  assert.deepEqual([1.005, -1.005, 0.005, 8.5 / 100].map(roundPrice), [1.01, -1.01, 0.01, 0.09]);
  // Just beside a half: the mean of 1,000 prices whose sum is a cent short of one.
  assert.equal(roundPrice(127_074.99 / 1000), 127.07);
  assert.equal(roundHalfAway(0.123_455, 5), 0.123_46);
  assert.equal(roundMoney(12_345_678.995), 12_345_679);
});

test('every sum of four prices in cents rounds as integers do', () => {
  for (let sum = -40_000; sum <= 40_000; sum++) {
    const cents = Math.sign(sum) * Math.floor((Math.abs(sum) + 2) / 4);
    assert.equal(roundPrice(sum / 100 / 4), cents / 100 + 0);
  }
});

test('nothing is rounded to a negative zero', () => {
  for (const value of [-0, -0.004, -1e-12]) assert.ok(Object.is(roundPrice(value), 0), String(value));
});

test('power keeps three decimals, of small sites six significant digits, and no trace of a computation', () => {
  const shown = [1234.56789, 12.3456789, 0.00135, 0.0013512345, -0.000012345678, 3e-7, -1e-13, 0];
  assert.deepEqual(shown.map(roundPower), [1234.568, 12.3457, 0.00135, 0.00135123, -0.0000123457, 0, 0, 0]);
});

test('parts of money add up to the rounded whole, and differ from their own rounding by a cent at most', () => {
  const parts = Array.from({ length: 96 }, (_, t) => 0.0103 + 0.004 * Math.sin(t));
  const shown = roundMoneyParts(parts);
  const sum = (values: number[]) => roundMoney(values.reduce((all, value) => all + value, 0));
  assert.equal(sum(shown), sum(parts));
  assert.notEqual(sum(parts.map(roundMoney)), sum(parts));
  assert.ok(shown.every((eur, t) => eur === roundMoney(eur) && Math.abs(eur - parts[t]) < 0.0101));
  assert.deepEqual(roundMoneyParts([0.004, 0.004, -0.008]), [0, 0.01, -0.01]);
  assert.deepEqual(roundMoneyParts([]), []);
});
