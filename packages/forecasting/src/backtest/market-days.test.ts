import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange, deliveryPeriods } from '../market/delivery-day.ts';
import { formatMadrid } from '../market/madrid-time.ts';
import { createModel } from '../models/recipe.ts';
import { backtest } from './backtest.ts';
import { parseEpfCsv } from './epf-csv.ts';
import { createMarketDays } from './market-days.ts';

const FIRST = '2026-02-25';
const [SHORT, LAST] = ['2026-03-29', '2026-03-30'];

/** Quarter hours of Madrid whose prices climb and fall; those of the hours that begin with one of `gaps` are not known. */
function fileOf(gaps: readonly string[]): string {
  const rows = dayRange(FIRST, LAST).flatMap((day) =>
    deliveryPeriods(day, 'PT15M').map(({ start, index }) => {
      const time = formatMadrid(start);
      const price = gaps.some((gap) => time.startsWith(gap))
        ? ''
        : 40 + 30 * Math.sin(index / 9) + (start % 7);
      return `${time},${price}`;
    }),
  );
  return ['time,price', ...rows, ''].join('\n');
}

const read = (gaps: readonly string[]) => parseEpfCsv(fileOf(gaps), { longestGapHours: 2 });

test('an hour whose price is not known is an hour all the same, and the one that the clock leaves out is none', () => {
  const data = read([`${LAST}T12`, `${SHORT}T05`, '2026-03-10T23']);
  assert.equal(data.gaps.length, 3 * 4);
  const market = createMarketDays(data);
  const slotsOf = (day: string) => market.slotsOf(data.panel.days.indexOf(day));
  const all = Array.from({ length: 24 }, (_, hour) => hour);
  assert.deepEqual(slotsOf(LAST), all);
  assert.deepEqual(slotsOf('2026-03-10'), all);
  assert.deepEqual(
    slotsOf(SHORT),
    all.filter((hour) => hour !== 2),
  );
});

test('a panel alone has all of its slots, whether their prices are known or not', () => {
  const { panel } = read([]);
  const price = panel.price.with(12, Number.NaN);
  assert.equal(createMarketDays({ panel: { ...panel, price } }).slotsOf(0).length, 24);
});

test('the forecast of a day is the same whether one of its prices is known afterwards or not', () => {
  const issuedOf = (gaps: readonly string[]) =>
    backtest({ ...read(gaps), model: createModel({ kind: 'weekly-naive' }), from: LAST, to: LAST }).periods;
  const whole = issuedOf([]);
  const lacking = issuedOf([`${LAST}T12`]);
  assert.deepEqual(
    lacking.map(({ time, distribution }) => ({ time, distribution })),
    whole
      .filter(({ time }) => !time.startsWith(`${LAST}T12`))
      .map(({ time, distribution }) => ({ time, distribution })),
  );
});
