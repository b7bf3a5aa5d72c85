import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, dayRange, deliveryPeriods, instantOf } from '@lonja/forecasting/market';
import { createTestDatabase } from '../../../test/database.ts';
import { appendObservations } from '../../market/observations/observations.ts';
import { readStoreMarket } from './read-store-market.ts';

const { db, drop } = await createTestDatabase();
after(drop);

const [FIRST, LAST] = ['2025-06-01', '2026-03-30'];
const clock = { now: () => instantOf('2026-03-31', '09:00') };

/** Hours of a series by day, each known at a time of the day before; `valueOf` may know none. */
async function store(
  series: string,
  {
    from = FIRST,
    to = LAST,
    knownAt = '10:00',
    valueOf,
    resolution = 'PT1H',
  }: {
    from?: string;
    to?: string;
    knownAt?: string;
    valueOf: (day: string, hour: number, start: number) => number | undefined;
    resolution?: 'PT1H' | 'PT15M';
  },
): Promise<void> {
  const rows = dayRange(from, to).flatMap((day) =>
    deliveryPeriods(day, resolution).flatMap(({ start, hour }) => {
      const value = valueOf(day, hour, start);
      return value === undefined ? [] : [{ start, value, availableAt: instantOf(addDays(day, -1), knownAt) }];
    }),
  );
  const unit = series.startsWith('price.') ? 'EUR/MWh' : 'MW';
  await appendObservations(
    db,
    { series, source: 'csv', resolution, unit },
    {
      start: Float64Array.from(rows, ({ start }) => start),
      value: Float64Array.from(rows, ({ value }) => value),
      availableAt: Float64Array.from(rows, ({ availableAt }) => availableAt),
    },
  );
}

const read = (series: string, from?: string) => readStoreMarket({ db, clock }, { series, from });

test('a store without the series says which prices it has', async () => {
  await assert.rejects(read('es-da'), /no prices of "es-da"\. It has none: import some first/);
  await store('price.da', {
    knownAt: '13:00',
    valueOf: (day, hour) => (day === '2026-02-10' ? undefined : hour),
  });
  await assert.rejects(read('price.da.pt'), /no prices of "price\.da\.pt"\. It has price\.da\./);
});

test('inputs are those that were known at the gate, and a later revision shows nothing', async () => {
  await store('load.forecast', { to: '2026-03-31', valueOf: (_day, hour) => 20_000 + hour });
  await store('load.forecast', { from: LAST, knownAt: '12:30', valueOf: () => 30_000 });
  // The first day alone is known in time.
  await store('wind.forecast', { to: FIRST, valueOf: () => 5000 });
  await store('wind.forecast', { from: addDays(FIRST, 1), knownAt: '13:00', valueOf: () => 5000 });
  await store('solar.forecast', { from: '2026-02-01', valueOf: () => 100 });
  const { panel, open, notes } = await read('es-da');
  assert.deepEqual(
    panel.exogenous.map(({ name, values }) => [name, values.at(-1), values.at(-25)]),
    [['load.forecast', 20_023, 20_023]],
  );
  assert.deepEqual([panel.days.at(0), panel.days.at(-1)], [FIRST, '2026-03-31']);
  assert.deepEqual([open.length, open[0].time], [24, '2026-03-31 00:00:00+02:00']);
  assert.ok(Number.isNaN(panel.price.at(-1)));
  assert.match(notes.join('\n'), /wind\.forecast is left out: 100 % of its hours were not known at the gate/);
  assert.match(notes.join('\n'), /solar\.forecast is left out: 8\d % of its hours/);
});

test('a missing day is filled from the week before, named, and not scored', async () => {
  const { panel, periods, gaps, filled, notes } = await read('es-da', '2026-03-01');
  const row = panel.days.indexOf('2026-02-10');
  assert.deepEqual([...panel.price.subarray(row * 24, row * 24 + 3)], [0, 1, 2]);
  assert.ok(!periods.some((period) => period.row === row));
  assert.deepEqual(
    gaps.map((gap) => [gap.row, gap.slot]),
    Array.from({ length: 24 }, (_, slot) => [row, slot]),
  );
  assert.deepEqual(
    filled.map(({ column, times }) => [column, times.length, times[0]]),
    [['price.da', 24, '2026-02-10 00:00']],
  );
  assert.ok(notes.includes('Filled 24 missing hours of price.da with the same hour of a week before.'));
  const dayOf = (day: string) => periods.filter(({ row: of }) => panel.days[of] === day).length;
  assert.deepEqual([dayOf('2025-10-26'), dayOf('2026-03-29')], [25, 23]);
});

test('an intraday auction has the prices of the auctions before it as an input, in quarter hours', async () => {
  await store('price.ida1', {
    from: '2025-08-01',
    knownAt: '15:30',
    resolution: 'PT15M',
    valueOf: (_day, hour, start) => hour + ((start / 900_000) % 4),
  });
  const { panel, periods } = await read('es-ida1');
  assert.deepEqual(
    panel.exogenous.map(({ name }) => name),
    // Wind is known at 13:00, an hour after the gate of the day-ahead auction and before that of this one.
    ['load.forecast', 'wind.forecast', 'price.da'],
  );
  assert.equal(panel.days[0], '2025-08-01');
  assert.deepEqual(
    periods.slice(4, 8).map(({ slot, quarter, price }) => [slot, quarter, price]),
    [0, 1, 2, 3].map((quarter) => [1, quarter, 1 + quarter]),
  );
  assert.equal(panel.price[1], 2.5);
  const ofDayAhead = await read('es-da');
  assert.deepEqual(
    ofDayAhead.panel.signals?.map(({ name }) => name),
    ['price.ida1'],
  );
});

test('prices of half days and a store that lacks too many are refused', async () => {
  await store('price.ida3', { knownAt: '10:30', valueOf: (_day, hour) => (hour < 12 ? undefined : hour) });
  await assert.rejects(read('es-ida3'), /half days only/);
  await store('price.ida2', {
    knownAt: '22:30',
    valueOf: (day, hour) => (/[57]$/.test(day) ? undefined : hour),
  });
  await assert.rejects(
    read('es-ida2'),
    /Too few prices of "es-ida2" are stored up to 2026-03-30: .* 2\d % are missing/,
  );
});
