import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createModel } from '../models/recipe.ts';
import { backtest } from './backtest.ts';
import { type EpfOptions, parseEpfCsv } from './epf-csv.ts';
import { parseFileMapping } from './file-mapping.ts';
import { LEAR } from '../pipelines/members.ts';

const HOUR_MS = 3_600_000;

/** Instants of `count` steps from `from` on. */
function instants(from: string, count: number, stepMs = HOUR_MS): Date[] {
  return Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * stepMs));
}

/** To make a format costs more than to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function localText(instant: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(instant);
}

const csvOf = (header: string, rows: string[]) => [header, ...rows, ''].join('\n');

describe('times', () => {
  const hours = instants('2026-05-01T00:00Z', 48);
  const starting = csvOf(
    'time,price',
    hours.map((one, i) => `${one.toISOString().slice(0, 16)},${i}`),
  );

  test('may be those at which periods end, 24:00 among them', () => {
    const ending = (midnight: string) =>
      hours.map((one, i) => {
        const end = new Date(one.getTime() + HOUR_MS).toISOString();
        const isMidnight = end.slice(11, 16) === '00:00';
        const text =
          isMidnight && midnight === '24:00' ? `${one.toISOString().slice(0, 10)}T24:00` : end.slice(0, 16);
        return `${text},${i}`;
      });
    for (const midnight of ['00:00', '24:00']) {
      const read = parseEpfCsv(csvOf('time,price', ending(midnight)), { stamp: 'end' });
      assert.deepEqual(read.panel, parseEpfCsv(starting).panel);
      assert.equal(read.periods[47].slot, 23);
    }
    assert.throws(() => parseEpfCsv(csvOf('time,price', ending('24:00'))), /24:00" is not a local time/);
  });

  test('of ends with offsets are whole on both days of a clock change', () => {
    for (const [day, count] of [
      ['2026-03-28T23:00Z', 23],
      ['2025-10-25T22:00Z', 25],
    ] as const) {
      const rows = instants(day, count).map(
        (one, i) => `${new Date(one.getTime() + HOUR_MS).toISOString()},${i}`,
      );
      const { periods } = parseEpfCsv(csvOf('time,price', rows), { stamp: 'end', zone: 'Europe/Berlin' });
      assert.equal(periods.length, count);
    }
  });

  test('of ends without offsets name the hour before them, or are what the clock shows; both are read', () => {
    const zone = 'America/Chicago';
    for (const [from, count, marks] of [
      ['2026-03-08T06:00Z', 23, ['02:00', '04:00', '03:00']],
      ['2025-11-02T05:00Z', 25, ['02:00', '02:00', '01:00']],
    ] as const) {
      const starts = instants(from, count);
      const names = starts.map((one, i) => {
        const [day, clock] = localText(one, zone).split(' ');
        return `${day} ${String(Number(clock.slice(0, 2)) + 1).padStart(2, '0')}:00,${i}`;
      });
      const shown = starts.map((one, i) => `${localText(new Date(one.getTime() + HOUR_MS), zone)},${i}`);
      assert.deepEqual([names[1].slice(11, 16), names[2].slice(11, 16), shown[1].slice(11, 16)], marks);
      const expected = starts.map((_, i) => i);
      for (const rows of [names, shown]) {
        const { periods } = parseEpfCsv(csvOf('time,price', rows), { stamp: 'end', zone });
        assert.deepEqual(
          periods.map(({ price }) => price),
          expected,
          rows.join(' '),
        );
        assert.equal(periods.filter(({ slot }) => slot === 1).length, count === 25 ? 2 : 1);
        assert.equal(periods.filter(({ slot }) => slot === 2).length, count === 23 ? 0 : 1);
      }
    }
  });

  test('have markers of the clock where it shows them twice, and none elsewhere', () => {
    const rows = instants('2025-10-25T22:00Z', 25).map((one, i) => {
      const text = localText(one, 'Europe/Madrid');
      const marker = text.endsWith('02:00') ? (i === 2 ? ' (CEST)' : ' (CET)') : '';
      return `${text}${marker} - x,${i}`;
    });
    const { periods } = parseEpfCsv(csvOf('time,price', rows), { zone: 'Europe/Madrid' });
    assert.deepEqual(
      periods.slice(1, 5).map(({ slot, price }) => [slot, price]),
      [
        [1, 1],
        [2, 2],
        [2, 3],
        [3, 4],
      ],
    );
  });

  test('are read with dots and slashes, and what may be either order is refused until it is said', () => {
    const of = (write: (day: string, clock: string) => string, options: EpfOptions = {}) =>
      parseEpfCsv(
        csvOf(
          'time,price',
          hours.map(
            (one, i) => `${write(one.toISOString().slice(0, 10), one.toISOString().slice(11, 16))},${i}`,
          ),
        ),
        options,
      ).panel.days;
    const parts = (day: string) => day.split('-');
    const dayFirst = (sign: string) => (day: string, clock: string) =>
      `${parts(day).toReversed().join(sign)} ${clock}`;
    const monthFirst = (day: string, clock: string) =>
      `${parts(day)[1]}/${parts(day)[2]}/${parts(day)[0]} ${clock}`;
    const expected = ['2026-05-01', '2026-05-02'];
    assert.deepEqual(of(dayFirst('.')), expected);
    assert.deepEqual(
      of((day, clock) => `${day.replaceAll('-', '/')} ${clock}`),
      expected,
    );
    assert.throws(
      () => of(dayFirst('/')),
      /Line 2: "01\/05\/2026 00:00" is not clear: the day or the month may stand first/,
    );
    assert.deepEqual(of(dayFirst('/'), { dates: 'dd/mm/yyyy' }), expected);
    assert.deepEqual(of(monthFirst, { dates: 'mm/dd/yyyy' }), expected);
    assert.throws(() => of(monthFirst, { dates: 'q' }), /"q" is no way to write dates/);
  });

  test('tell the order of day and month by a day above 12', () => {
    const rows = instants('2026-05-12T00:00Z', 48).map((one, i) => {
      const [year, month, day] = one.toISOString().slice(0, 10).split('-');
      return `${month}/${day}/${year} ${one.toISOString().slice(11, 16)},${i}`;
    });
    assert.deepEqual(parseEpfCsv(csvOf('time,price', rows)).panel.days, ['2026-05-12', '2026-05-13']);
  });

  test('may have the newest first, and stand as intervals', () => {
    const rows = hours.map((one, i) => {
      const text = (instant: Date) => instant.toISOString().slice(0, 16).replace('T', ' ');
      return `${text(one)} - ${text(new Date(one.getTime() + HOUR_MS))},${i}`;
    });
    const expected = parseEpfCsv(starting).panel;
    assert.deepEqual(parseEpfCsv(csvOf('time,price', rows)).panel, expected);
    assert.deepEqual(parseEpfCsv(csvOf('time,price', rows.toReversed())).panel, expected);
    assert.deepEqual(parseEpfCsv(csvOf('time,price', rows), { stamp: 'end' }).panel, expected);
  });
});

describe('numbers of periods', () => {
  test('are half hours of the zone that is named, 46 to 50 of them', () => {
    const rows = (day: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${day},${i + 1},${i}`);
    for (const [day, count, zone] of [
      ['2026/03/29', 46, 'Europe/London'],
      ['2025/10/26', 50, 'Europe/London'],
      ['2026/03/29', 48, 'Asia/Tokyo'],
    ] as const) {
      const csv = csvOf('受渡日,時刻コード,東京', rows(day, count));
      const { periods, panel } = parseEpfCsv(csv, { zone });
      assert.deepEqual([periods.length, panel.slotsPerDay], [count, 48]);
      assert.throws(() => parseEpfCsv(csv), /half hours by their numbers; name the zone of their clock/);
    }
    assert.throws(
      () => parseEpfCsv(csvOf('date,period,price', rows('2026-03-29', 48)), { zone: 'Europe/London' }),
      /2026-03-29 has the periods 1 to 46, and not 47/,
    );
  });
});

describe('a column of the times of issue', () => {
  const MODEL = createModel({ ...LEAR, windows: [28] });
  const FROM = '2025-02-10';
  const days = 45;
  /** Load of an hour: what is said two days before, in the morning before the gate, and after it. */
  const loads = (i: number) => [20_000 + 3000 * Math.sin(i / 3), 20_500 + 3100 * Math.sin(i / 3), 99_999 - i];

  function vintagesCsv(late: (i: number) => number | undefined, zone = 'Europe/Madrid'): string {
    const rows = instants('2024-12-31T23:00Z', days * 24).flatMap((start, i) => {
      const time = `${localText(start, zone)}+01:00`;
      const day = Date.parse(`${localText(start, zone).slice(0, 10)}T00:00:00+01:00`);
      const issued = (hours: number) => `${localText(new Date(day + hours * HOUR_MS), zone)}+01:00`;
      const [early, morning] = loads(i);
      const price = 30 + morning / 1000 + 5 * Math.sin(i / 7);
      const lateLoad = late(i);
      return [
        `${time},,${early},${issued(-40)}`,
        `${time},${price},${morning},${issued(-13)}`,
        ...(lateLoad === undefined
          ? []
          : [`${time},,${lateLoad},${issued(-12)}`, `${time},,${lateLoad + 7},${issued(5)}`]),
      ];
    });
    return csvOf('time,price,load,issued', rows);
  }

  test('gives of each input the last value from before the gate, and of the price what there is', () => {
    const { panel, periods } = parseEpfCsv(vintagesCsv((i) => loads(i)[2]));
    assert.equal(periods.length, days * 24);
    assert.deepEqual(
      panel.exogenous.map(({ name, values }) => [name, values[30]]),
      [['load', loads(30)[1]]],
    );
    const earlier = parseEpfCsv(
      vintagesCsv((i) => loads(i)[2]),
      { gateHours: 14 },
    );
    assert.equal(earlier.panel.exogenous[0].values[30], loads(30)[0]);
    const later = parseEpfCsv(
      vintagesCsv((i) => loads(i)[2]),
      { gateHours: 11 },
    );
    assert.equal(later.panel.exogenous[0].values[30], loads(30)[2]);
  });

  test('is honest: whatever was issued at the gate or after it changes no forecast', () => {
    const run = (csv: string) => {
      const { panel, periods } = parseEpfCsv(csv);
      return backtest({ panel, periods, model: MODEL, from: FROM, to: '2025-02-14', calibrationDays: 8 })
        .periods;
    };
    const without = run(vintagesCsv(() => undefined));
    assert.deepEqual(run(vintagesCsv((i) => loads(i)[2])), without);
    assert.deepEqual(run(vintagesCsv((i) => -1e6 * Math.sin(i))), without);
  });

  test('of nothing before the gate leaves the input unknown, and none at all is refused', () => {
    const csv = vintagesCsv((i) => loads(i)[2]);
    const { unknown } = parseEpfCsv(csv, { gateHours: 100 });
    assert.deepEqual(unknown, [{ column: 'load', periods: days * 24 }]);
    assert.throws(
      () => parseEpfCsv(csv.replace(/(load,issued\n[^,]+,,[^,]+),[^\n]+/, '$1,')),
      /Line 2: "load" has a value, and nothing says when it was issued/,
    );
  });

  test('is on the clock of the market whatever its own is written in', () => {
    const utc = vintagesCsv((i) => loads(i)[2]).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d\+01:00/g, (text) =>
      new Date(text.replace(' ', 'T')).toISOString(),
    );
    const { panel } = parseEpfCsv(utc, { zone: 'Europe/Madrid' });
    assert.deepEqual(panel, parseEpfCsv(vintagesCsv((i) => loads(i)[2])).panel);
  });
});

describe('a mapping', () => {
  const mapping = parseFileMapping({
    delimiter: ';',
    decimal: ',',
    empty: ['-', 'n/e'],
    time: { column: 'Beginn', format: 'dd.mm.yyyy', zone: 'Europe/Berlin' },
    series: [
      {
        column: 'Last',
        key: 'load.forecast',
        unit: 'MW',
        scale: 1000,
        availability: { rule: 'local-time', dayOffset: -1, time: '10:00' },
      },
      { column: 'DE', key: 'price.de', unit: 'EUR/MWh', where: { column: 'Art', equals: ['Spot'] } },
      { column: 'AT', key: 'price.at', where: { column: 'Art', equals: ['Spot'] } },
    ],
  });
  /** Two days around the change to winter time, whose hour 2 stands twice. */
  const rows = instants('2025-10-24T22:00Z', 49).flatMap((start, i) => {
    const [day, clock] = localText(start, 'Europe/Berlin').split(' ');
    const time = `${day.split('-').toReversed().join('.')} ${clock}`;
    return [`${time};Spot;${i},5;${i + 100};${i === 3 ? '-' : '41,25'}`, `x;Summe;9;9;9`].slice(
      0,
      i % 2 === 0 ? 2 : 1,
    );
  });
  const csv = [
    'Marktdaten',
    '',
    'Beginn;Art;DE;AT;Last',
    ...rows.filter((row) => !row.startsWith('x')),
    '',
  ].join('\n');

  test('names price, inputs, conditions, units and the clock; lines above the table are left out', () => {
    const { panel, periods, unknown } = parseEpfCsv(csv, { mapping, price: 'price.de' });
    assert.deepEqual(panel.days, ['2025-10-25', '2025-10-26']);
    assert.equal(periods.length, 49);
    assert.deepEqual(
      [periods[26].price, periods[27].price, periods[27].time],
      [26.5, 27.5, '2025-10-26 02:00+01:00'],
    );
    assert.deepEqual(
      panel.exogenous.map(({ name, values }) => [name, values[0], values[3]]),
      [['load.forecast', 41_250, Number.NaN]],
    );
    assert.deepEqual(unknown, [{ column: 'load.forecast', periods: 1 }]);
  });

  test('has a market for each price, and asks which', () => {
    assert.equal(parseEpfCsv(csv, { mapping, price: 'price.at' }).panel.price[0], 100);
    assert.throws(() => parseEpfCsv(csv, { mapping }), /has the prices price\.de, price\.at; name the one/);
    assert.throws(() => parseEpfCsv(csv, { mapping, price: 'price.fr' }), /has no price "price\.fr"/);
    assert.throws(() => parseEpfCsv('a;b\n1;2', { mapping }), /it lacks "Beginn", "DE"|it lacks "Beginn"/);
  });

  test('is moved to another zone of the market than that of its times', () => {
    const { panel, periods } = parseEpfCsv(csv, { mapping, price: 'price.de', zone: 'Europe/Lisbon' });
    assert.deepEqual([panel.days, periods.length, periods[0].price], [['2025-10-25'], 24, 1.5]);
    assert.equal(periods[0].time.slice(0, 16), '2025-10-25 00:00');
  });

  const faults: [name: string, change: object, message: RegExp][] = [
    ['an unknown field', { colour: 'red' }, /cannot be used: colour is not known here/],
    ['no time', { time: undefined }, /cannot be used: time is missing/],
    [
      'a date format that is none',
      { time: { column: 'a', format: 'yy' } },
      /time\.format must be one such as/,
    ],
    ['rows of days', { time: { column: 'a', rows: 'days' } }, /read by lonja import csv alone/],
    ['no price', { series: [{ column: 'a', key: 'load' }] }, /no key begins with "price\."/],
    [
      'a key twice',
      {
        series: [
          { column: 'a', key: 'price.a' },
          { column: 'b', key: 'price.a' },
        ],
      },
      /"price\.a" is given to two/,
    ],
  ];
  for (const [name, change, message] of faults)
    test(`is refused with ${name}`, () =>
      assert.throws(() => parseFileMapping({ ...mapping, ...change }), {
        name: 'BacktestInputError',
        message,
      }));

  test('of numbers in the other notation is refused with the line', () => {
    assert.throws(
      () => parseEpfCsv(csv.replace('41,25', '41.25'), { mapping, price: 'price.de' }),
      /Line 4: "41\.25" in column "Last" has a "\." where the mapping has ","/,
    );
  });
});

describe('columns that are named', () => {
  const rows = instants('2026-05-01T00:00Z', 48).map(
    (one, i) => `${one.toISOString().slice(0, 16)},${i},${-i},${2 * i}`,
  );
  const csv = csvOf('time,SE3,SE4,load', rows);

  test('are the price and the inputs, and prices of other zones are none', () => {
    const { panel } = parseEpfCsv(csv, { price: 'SE4', inputs: ['load'] });
    assert.deepEqual([panel.price[5], panel.exogenous.map(({ name }) => name)], [-5, ['load']]);
    assert.deepEqual(parseEpfCsv(csv, { price: 'SE3' }).panel.exogenous, []);
    assert.throws(() => parseEpfCsv(csv, { price: 'NO1' }), /no column "NO1"; it has "SE3", "SE4", "load"/);
  });

  test('a calendar gives the holidays', () => {
    const { panel } = parseEpfCsv(csv, { isHoliday: (day) => day === '2026-05-01' });
    assert.deepEqual([...(panel.holidays ?? [])], ['2026-05-01']);
  });
});
