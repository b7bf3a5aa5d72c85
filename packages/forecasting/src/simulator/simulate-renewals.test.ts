import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart } from '../market/delivery-day.ts';
import { INTRADAY_AUCTIONS, INTRADAY_RENEWALS, instantFor } from '../market/products.ts';
import { type Series, valuesAsOf } from '../data/series.ts';
import { simulateMarket } from './simulate-market.ts';
import { simulateRenewals } from './simulate-renewals.ts';

const SPAN = { seed: 7, from: '2025-11-01', to: '2026-04-15' };
const renewals = simulateRenewals(SPAN);
const { series: market } = simulateMarket(SPAN);
const everything = { from: dayStart(SPAN.from), to: dayStart(addDays(SPAN.to, 1)), asOf: Infinity };

function find(key: string): Series {
  const found = [...market, ...renewals].find((series) => series.key === key);
  assert.ok(found, key);
  return found;
}

/** Mean absolute distance of the hours of a forecast from what was measured. */
function errorOf(forecast: ReadonlyMap<number, number>, quantity: string): number {
  const measured = valuesAsOf(find(`${quantity}.actual`), everything);
  const errors = [...forecast].map(([start, mw]) => Math.abs(mw - (measured.get(start) ?? Number.NaN)));
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

test('each renewal comes ahead of its auction, covers the day and is nearer to what is measured', () => {
  for (const quantity of ['load', 'wind', 'solar']) {
    const { start, value, availableAt } = find(`${quantity}.forecast.intraday`);
    const errors = INTRADAY_AUCTIONS.map((product, place) => {
      const revision = new Map<number, number>();
      for (let i = place; i < start.length; i += INTRADAY_AUCTIONS.length) revision.set(start[i], value[i]);
      for (const day of ['2025-11-01', '2026-03-28', '2026-03-29', '2026-03-30']) {
        const rows = [...start.keys()].filter(
          (i) => start[i] >= dayStart(day) && start[i] < dayStart(addDays(day, 1)),
        );
        assert.equal(rows.length, INTRADAY_AUCTIONS.length * (day === '2026-03-29' ? 23 : 24));
        assert.equal(availableAt[rows[place]], instantFor(day, INTRADAY_RENEWALS[product]));
      }
      return errorOf(revision, quantity);
    });
    const dayAhead = errorOf(valuesAsOf(find(`${quantity}.forecast`), everything), quantity);
    const falling = [dayAhead, ...errors];
    assert.ok(
      falling.every((error, i) => i === 0 || error < falling[i - 1]),
      `${quantity}: ${falling.map((error) => error.toFixed(0)).join()}`,
    );
  }
});

test('overlapping spans agree, over days of 23 hours too', () => {
  const part = simulateRenewals({ ...SPAN, from: '2026-03-28', to: '2026-03-30' });
  part.forEach(({ key, start, value, availableAt }, i) => {
    const first = renewals[i].start.indexOf(start[0]);
    assert.equal(key, renewals[i].key);
    assert.deepEqual(value, renewals[i].value.slice(first, first + value.length));
    assert.deepEqual(availableAt, renewals[i].availableAt.slice(first, first + value.length));
  });
});

test('nothing is renewed before there were three intraday auctions', () => {
  assert.deepEqual(simulateRenewals({ seed: 7, from: '2024-06-01', to: '2024-06-13' }), []);
  const [load] = simulateRenewals({ seed: 7, from: '2024-06-13', to: '2024-06-14' });
  assert.equal(load.start[0], dayStart('2024-06-14'));
});
