import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryDayOf, localHourOf, weekdayOf } from '../market/delivery-day.ts';
import { isNationalHoliday } from '../market/holidays.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { AUCTION_CALENDAR } from '../market/products.ts';
import { groupBy } from '../data/group-by.ts';
import { simulateMarket } from './simulate-market.ts';

/** Two years of a market, hourly: mean of each hour by key. Bounds hold what the real market of 2024 to 2026 shows. */
const { series } = simulateMarket({ seed: 2026, from: '2024-07-01', to: '2026-06-30' });
const hourly = new Map<string, Map<number, number>>();
for (const one of series) {
  if (one.resolution === 'P1D') continue;
  const values = hourly.get(one.key) ?? new Map<number, number>();
  hourly.set(one.key, values);
  const share = one.resolution === 'PT15M' ? 0.25 : 1;
  one.start.forEach((start, i) => {
    const hour = Math.floor(start / HOUR_MS) * HOUR_MS;
    values.set(hour, (values.get(hour) ?? 0) + share * one.value[i]);
  });
}
const hours = [...of('price.da').keys()];
const price = hours.map((hour) => valueAt('price.da', hour));
const calendar = hours.map((hour) => {
  const day = deliveryDayOf(hour);
  const holiday = isNationalHoliday(day);
  return { day, month: Number(day.slice(5, 7)), weekday: weekdayOf(day), holiday, hour: localHourOf(hour) };
});

test('prices stay within the harmonised limits and negative ones are mild', () => {
  for (const one of series.filter(({ key }) => key.startsWith('price.'))) {
    const limits =
      one.key === 'price.da' ? AUCTION_CALENDAR.da.priceLimits : AUCTION_CALENDAR.ida1.priceLimits;
    assert.ok(one.value.every((value) => value > limits.min && value < limits.max));
    assert.ok(one.value.every((value) => value >= -15));
  }
});

test('the mean price, its spread and its share of hours at or below zero are those of the Spanish market', () => {
  inRange(mean(price), 45, 80);
  inRange(deviation(price), 35, 55);
  inRange(
    share(price, (p) => p <= 0),
    0.03,
    0.18,
  );
  inRange(
    share(price, (p) => p < 0),
    0.01,
    0.14,
  );
  inRange(Math.max(...price), 150, 450);
  const quarters = series.find(({ key, resolution }) => key === 'price.da' && resolution === 'PT15M');
  assert.ok(quarters);
  assert.ok(share([...quarters.value], (p) => p === 0) > 0.01, 'exactly zero');
});

test('the sun hollows out midday, in spring most, and evenings are most expensive', () => {
  const spring = (hour: number): number =>
    mean(pick((at) => at.hour === hour && [3, 4, 5].includes(at.month)));
  const all = (hour: number): number => mean(pick((at) => at.hour === hour));
  assert.ok(spring(15) < 30 && spring(21) > spring(15) + 40);
  assert.ok(all(21) > all(8) && all(8) > all(4) && all(4) > all(14));
  inRange(mean(dailySpreads()), 60, 110);
});

test('weekends and holidays are cheaper than working days, winter nights more expensive than spring nights', () => {
  const workdays = mean(pick((at) => at.weekday < 5 && !at.holiday));
  assert.ok(mean(pick((at) => at.weekday === 6)) < 0.85 * workdays);
  assert.ok(mean(pick((at) => at.holiday)) < 0.9 * workdays);
  const night = (months: number[]): number => mean(pick((at) => at.hour < 6 && months.includes(at.month)));
  assert.ok(night([12, 1, 2]) > night([4, 5, 6]));
});

test('prices persist from hour to hour, day to day and week to week', () => {
  inRange(correlation(price.slice(1), price.slice(0, -1)), 0.9, 0.98);
  inRange(correlation(price.slice(24), price.slice(0, -24)), 0.7, 0.88);
  inRange(correlation(price.slice(168), price.slice(0, -168)), 0.5, 0.8);
});

test('price follows residual load, wind and sun push it down', () => {
  const residual = hours.map(
    (t) => valueAt('load.actual', t) - valueAt('wind.actual', t) - valueAt('solar.actual', t),
  );
  inRange(correlation(price, residual), 0.7, 0.93);
  assert.ok(
    correlation(
      price,
      hours.map((t) => valueAt('wind.actual', t)),
    ) < -0.2,
  );
});

test('load, wind, sun and nuclear power have the size of the peninsula', () => {
  inRange(mean([...of('load.actual').values()]), 25_500, 28_500);
  inRange(mean([...of('wind.actual').values()]), 5_000, 8_500);
  inRange(mean([...of('solar.actual').values()]), 5_000, 7_500);
  inRange(mean([...of('nuclear.actual').values()]), 5_300, 6_700);
  inRange(mean([...of('hydro.actual').values()]), 2_000, 5_000);
  assert.ok([...of('solar.actual')].every(([t, mw]) => localHourOf(t) > 4 || mw === 0));
});

test('the TSO forecasts err without bias, by 1 to 1.6 % for load, 8 to 11 % for wind, 5.5 to 8 % for sun', () => {
  for (const [name, least, most] of [
    ['load', 0.01, 0.016],
    ['wind', 0.08, 0.11],
    ['solar', 0.055, 0.08],
  ] as const) {
    const actual = hours.map((t) => valueAt(`${name}.actual`, t));
    const errors = hours.map((t, i) => actual[i] - valueAt(`${name}.forecast`, t));
    inRange(mean(errors.map(Math.abs)) / mean(actual), least, most);
    assert.ok(Math.abs(mean(errors)) / mean(actual) < 0.02);
    assert.ok(correlation(errors.slice(1), errors.slice(0, -1)) > 0.8);
  }
});

test('quarter hours ramp within the hour: down while the sun rises, up while it sets', () => {
  const quarters = series.find(({ key, resolution }) => key === 'price.da' && resolution === 'PT15M');
  assert.ok(quarters);
  const firstLessLast = (localHour: number): number => {
    const differences: number[] = [];
    for (let i = 0; i < quarters.start.length; i += 4) {
      if (localHourOf(quarters.start[i]) === localHour)
        differences.push(quarters.value[i] - quarters.value[i + 3]);
    }
    return mean(differences);
  };
  assert.ok(firstLessLast(9) > 10);
  assert.ok(firstLessLast(18) < -10);
});

test('each intraday auction differs from the one before by a few EUR/MWh, more with every step from day-ahead', () => {
  const step = (later: string, earlier: string): number[] =>
    [...of(later)].map(([t, value]) => value - valueAt(earlier, t));
  for (const [later, earlier] of [
    ['price.ida1', 'price.da'],
    ['price.ida2', 'price.ida1'],
    ['price.ida3', 'price.ida2'],
  ] as const) {
    inRange(mean(step(later, earlier).map(Math.abs)), 1.8, 5.5);
    assert.ok(Math.abs(mean(step(later, earlier))) < 1.5);
  }
  assert.ok(deviation(step('price.ida2', 'price.da')) > deviation(step('price.ida1', 'price.da')));
  assert.ok([...of('price.ida1')].some(([t, value]) => value < 0 && valueAt('price.da', t) === 0));
});

test('forecast errors seen on the morning of D-1 foretell the first intraday step of D', () => {
  const errors: number[] = [];
  const steps: number[] = [];
  for (const [i, hour] of hours.entries()) {
    if (calendar[i].hour !== 12 || !of('price.ida1').has(hour + 24 * HOUR_MS)) continue;
    const tomorrow = [-3, -1, 1, 3].map((k) => hour + (24 + k) * HOUR_MS);
    errors.push(mean([-4, -3, -2, -1].map((k) => residualError(hour + k * HOUR_MS))));
    steps.push(mean(tomorrow.map((t) => valueAt('price.ida1', t) - valueAt('price.da', t))));
  }
  assert.ok(correlation(errors, steps) > 0.2);
});

function residualError(hour: number): number {
  const error = (name: string): number => valueAt(`${name}.actual`, hour) - valueAt(`${name}.forecast`, hour);
  return error('load') - error('wind') - error('solar');
}

function of(key: string): Map<number, number> {
  const values = hourly.get(key);
  assert.ok(values, key);
  return values;
}

function valueAt(key: string, hour: number): number {
  const value = of(key).get(hour);
  assert.ok(value !== undefined, `${key} at ${new Date(hour).toISOString()}`);
  return value;
}

function pick(keep: (at: (typeof calendar)[number]) => boolean): number[] {
  return price.filter((_, i) => keep(calendar[i]));
}

function dailySpreads(): number[] {
  const days = groupBy(hours.keys(), (i) => calendar[i].day);
  return [...days.values()].map(
    (day) => Math.max(...day.map((i) => price[i])) - Math.min(...day.map((i) => price[i])),
  );
}

function inRange(value: number, least: number, most: number): void {
  assert.ok(value >= least && value <= most, `${value} is not between ${least} and ${most}`);
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((value, i) => (value - meanA) * (b[i] - meanB))) / (deviation(a) * deviation(b));
}

function share(values: readonly number[], holds: (value: number) => boolean): number {
  return values.filter(holds).length / values.length;
}
