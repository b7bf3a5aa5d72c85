import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deliveryPeriods } from '../market/delivery-day.ts';
import { formatMadrid } from '../market/madrid-time.ts';
import { backtest } from './backtest.ts';
import { parseEpfCsv } from './epf-csv.ts';
import { createModel } from '../models/recipe.ts';
import { dayRange } from '../market/delivery-day.ts';

type Resolution = 'PT1H' | 'PT15M';

/** Rows `time,price,load` of a day in Madrid; the price of a quarter hour is that of its hour and its place in it. */
function rowsOf(day: string, resolution: Resolution): string[] {
  return deliveryPeriods(day, resolution).map(({ start, hour, index }) => {
    const quarter = resolution === 'PT1H' ? 1.5 : index % 4;
    return `${formatMadrid(start)},${hour + quarter},${1000 + index}`;
  });
}

function csvOf(rows: string[]): string {
  return ['time,price,load', ...rows, ''].join('\n');
}

describe('quarter hours', () => {
  test('days of 92, 96 and 100 are read as they are, and the panel has the means of their hours', () => {
    for (const [day, count] of [
      ['2026-03-29', 92],
      ['2026-03-30', 96],
      ['2025-10-26', 100],
    ] as const) {
      const { panel, periods } = parseEpfCsv(csvOf(rowsOf(day, 'PT15M')));
      assert.equal(periods.length, count, day);
      assert.deepEqual(
        [...panel.price],
        Array.from({ length: 24 }, (_, hour) => hour + 1.5),
        day,
      );
      assert.deepEqual(
        periods.slice(4, 8).map(({ slot, quarter, price }) => [slot, quarter, price]),
        [
          [1, 0, 1],
          [1, 1, 2],
          [1, 2, 3],
          [1, 3, 4],
        ],
      );
    }
  });

  test('a file may go from hours to quarter hours with a day', () => {
    const { periods, panel } = parseEpfCsv(
      csvOf([...rowsOf('2025-09-30', 'PT1H'), ...rowsOf('2025-10-01', 'PT15M')]),
    );
    assert.deepEqual([periods.length, panel.days.length, periods[23].quarter], [24 + 96, 2, undefined]);
  });

  test('a quarter hour that is missing is a gap', () => {
    assert.throws(() => parseEpfCsv(csvOf(rowsOf('2026-03-30', 'PT15M').toSpliced(10, 1))), {
      message:
        'Line 12: there is a gap between 2026-03-30T02:15:00+01:00 and 2026-03-30T02:45:00+01:00.'.replaceAll(
          '+01',
          '+02',
        ),
    });
  });

  test('a back-test learns how they lie around their hour, and its naive copies quarter hours', () => {
    const rows = dayRange('2026-01-01', '2026-02-20').flatMap((day) => rowsOf(day, 'PT15M'));
    const { panel, periods } = parseEpfCsv(csvOf(rows));
    const model = createModel({ kind: 'weekly-naive' });
    const result = backtest({ panel, periods, model, from: '2026-02-18', to: '2026-02-20' });
    assert.equal(result.periods.length, 3 * 96);
    // A level is believed the more, the more days have shown it.
    const meanOfHour = (at: number) =>
      result.periods.slice(at - (at % 4), at - (at % 4) + 4).reduce((sum, { actual }) => sum + actual / 4, 0);
    const deviations = result.periods.map(({ actual }, at) => Math.abs(actual - meanOfHour(at)));
    const flat = deviations.reduce((sum, each) => sum + each / deviations.length, 0);
    assert.ok(result.scores.mae < flat / 2, `${result.scores.mae} of ${flat}`);
    assert.ok(result.periods.every(({ actual, weeklyNaive }) => actual === weeklyNaive));
  });
});

describe('gaps', () => {
  const day = rowsOf('2026-03-30', 'PT1H');
  const fill = { longestGapHours: 2 };

  test('of single values are filled on the line between their neighbours, and such prices are not scored', () => {
    const rows = day.with(4, day[4].replace(',5.5,', ',,')).toSpliced(10, 2);
    const { panel, periods, filled } = parseEpfCsv(csvOf(rows), fill);
    assert.equal(panel.price[4], 5.5);
    assert.deepEqual([...panel.exogenous[0].values.subarray(9, 13)], [1009, 1010, 1011, 1012]);
    assert.equal(periods.length, 21);
    assert.deepEqual(filled, [
      {
        column: 'price',
        times: ['2026-03-30T04:00:00+02:00', '2026-03-30T10:00+02:00', '2026-03-30T11:00+02:00'],
      },
      { column: 'load', times: ['2026-03-30T10:00+02:00', '2026-03-30T11:00+02:00'] },
    ]);
  });

  test('at the end of a day take the last value, for the next day is not known then', () => {
    const rows = [...day.with(23, day[23].replace(/,[^,]+,/, ',,')), ...rowsOf('2026-03-31', 'PT1H')];
    assert.equal(parseEpfCsv(csvOf(rows), fill).panel.price[23], 23.5);
  });

  test('of more than the limit are refused, with what to do', () => {
    assert.throws(() => parseEpfCsv(csvOf(day.toSpliced(4, 3)), fill), {
      message: /^Line 6: there is a gap .*; gaps of up to 2 hours are filled, longer ones are not\.$/,
    });
    const empty = day.map((row, i) => (i > 3 && i < 7 ? row.replace(/,[^,]+,/, ',,') : row));
    assert.throws(() => parseEpfCsv(csvOf(empty), fill), {
      message:
        /^Line 6: column "price" lacks 3 values in a row from .*04:00.* on; .*of a day that is still to be forecast no price is given\.$/,
    });
  });

  test('of inputs are unknown beyond the limit, and the file is read', () => {
    const next = rowsOf('2026-03-31', 'PT1H').map((row) => row.replace(/[^,]+$/, ''));
    const some = day.map((row, i) => (i > 3 && i < 7 ? row.replace(/[^,]+$/, '') : row));
    const { panel, unknown, periods, filled } = parseEpfCsv(csvOf([...some, ...next]), fill);
    assert.deepEqual([unknown, filled], [[{ column: 'load', periods: 27 }], []]);
    assert.equal(periods.length, 48);
    const [{ values }] = panel.exogenous;
    assert.deepEqual([values[3], values[4], values[6], values[7]], [1003, Number.NaN, Number.NaN, 1007]);
  });

  test('a day to forecast may lack an input whole, and is among the open periods', () => {
    const open = rowsOf('2026-03-31', 'PT1H').map((row) => row.replace(/,.*/, ',,'));
    const { panel, periods, open: toForecast } = parseEpfCsv(csvOf([...day, ...open]));
    assert.ok(panel.exogenous[0].values.subarray(24).every(Number.isNaN));
    assert.deepEqual([periods.length, toForecast.length], [24, 24]);
    assert.deepEqual(toForecast[5], { time: '2026-03-31T05:00:00+02:00', row: 1, slot: 5 });
  });
});

describe('files of Spanish spreadsheets', () => {
  test('semicolons, decimal commas and the day first', () => {
    const rows = Array.from({ length: 24 }, (_, hour) => `31/03/2026 ${hour}:00;${hour},25;1000`);
    const { panel } = parseEpfCsv(`\uFEFFFecha y hora;Precio;Demanda\r\n${rows.join('\r\n')}\r\n`);
    assert.deepEqual(
      [panel.days[0], panel.price[7], panel.exogenous[0].values[7]],
      ['2026-03-31', 7.25, 1000],
    );
  });

  test('date and number of the period, on a day of 25 hours and one of 92 quarter hours', () => {
    const rows = (date: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${date};${i + 1};${i},5`);
    const long = parseEpfCsv(['Fecha;Hora;Precio', ...rows('26/10/2025', 25)].join('\n'));
    assert.equal(long.periods[3].time, '2025-10-26 02:00:00+01:00');
    assert.equal(long.panel.price[2], 3);
    const short = parseEpfCsv(['Fecha;Periodo;Precio', ...rows('29/03/2026', 92)].join('\n'));
    assert.equal(short.periods[8].time, '2026-03-29 03:00:00+02:00');
    assert.throws(() => parseEpfCsv(['Fecha;Hora;Precio', ...rows('29/03/2026', 24)].join('\n')), {
      message: 'Line 25: 2026-03-29 has the periods 1 to 23, and not 24.',
    });
  });

  test('what can be read in two ways is refused', () => {
    const file = (price: string) =>
      ['hora;precio;x', ...Array.from({ length: 24 }, (_, h) => `2026-03-31 ${h}:00;${price};1`)].join('\n');
    assert.throws(() => parseEpfCsv(file('1.234')), /"1\.234" may be a thousand or a decimal fraction/);
    assert.throws(() => parseEpfCsv(file('1.234,5')), /has a point where the file has decimal commas/);
    assert.equal(parseEpfCsv(file('1.25')).panel.price[0], 1.25);
  });
});
