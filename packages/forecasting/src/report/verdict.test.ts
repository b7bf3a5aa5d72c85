import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import { verdictOn } from './verdict.ts';

/** Periods of 40 days whose error is `own(i)` and whose rival's is `other(i)`. */
function periodsOf(to: string, own: (i: number) => number, other: (i: number) => number, half = 5) {
  const periods = dayRange('2026-01-01', to).flatMap((day, d) =>
    Array.from({ length: 24 }, (_, hour) => {
      const value = 50 + own(d * 24 + hour);
      const time = `${day} ${String(hour).padStart(2, '0')}:00`;
      return { time, actual: 50, value, p10: value - half, p90: value + half };
    }),
  );
  return { periods, rival: { name: 'the other', values: periods.map((_, i) => 50 + other(i)) } };
}

const noise = (i: number) => 3 * Math.sin(i * i);
const verdict = ({ periods, rival }: ReturnType<typeof periodsOf>, unit?: string) =>
  verdictOn(periods, { model: 'lear', unit, rival });

test('a verdict names the error, its unit, the other forecast, luck and the bounds', () => {
  assert.match(
    verdict(
      periodsOf('2026-02-28', noise, (i) => 2 * noise(i + 7)),
      'EUR/MWh',
    ),
    /^lear errs by 1\.\d\d EUR\/MWh on average, \d\d % less than the other, by more than luck \(p < 0\.001\); its 10-90 % bounds hold 100\.0 % of the prices: too wide\.$/,
  );
  assert.match(
    verdict(periodsOf('2026-02-28', (i) => 2 * noise(i), noise, 1)),
    /^lear errs by 3\.\d\d on average, \d+ % more than the other, by more than luck \(p < 0\.001\); .*: too narrow\.$/,
  );
  assert.match(
    verdict(periodsOf('2026-02-28', noise, (i) => 3.03 * Math.sin(i * i * 1.7 + 1))),
    /which may be luck \(p 0\.\d{3}\)/,
  );
});

test('a verdict on few days calls nothing more than luck, and equal or exact forecasts by their names', () => {
  assert.match(
    verdict(periodsOf('2026-01-20', noise, (i) => 2 * noise(i))),
    /on fewer than 30 days, too few to tell/,
  );
  assert.match(verdict(periodsOf('2026-02-28', noise, noise)), /on average, as much as the other;/);
  assert.match(verdict(periodsOf('2026-02-28', noise, () => 0)), /on average, where the other is exact;/);
});
