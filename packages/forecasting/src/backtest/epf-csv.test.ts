import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseEpfCsv } from './epf-csv.ts';

const HEADER = 'Date,Price,Load forecast';

/** Hours of the clock of one day, as text without the header. */
function hoursOf(
  day: string,
  { hours = allHours(), offset = '' }: { hours?: number[]; offset?: string } = {},
): string[] {
  return hours.map((hour) => `${day} ${String(hour).padStart(2, '0')}:00:00${offset},${hour},${1000 + hour}`);
}

function allHours(): number[] {
  return Array.from({ length: 24 }, (_, hour) => hour);
}

function csvOf(rows: string[]): string {
  return [HEADER, ...rows, ''].join('\n');
}

/** 2025-10-26 in Madrid: 25 hours, 02:00 twice. */
function longDay(): string[] {
  return [
    ...hoursOf('2025-10-26', { hours: [0, 1, 2], offset: '+02:00' }),
    '2025-10-26 02:00:00+01:00,12,1020',
    ...hoursOf('2025-10-26', { hours: allHours().slice(3), offset: '+01:00' }),
  ];
}

/** 2026-03-29 in Madrid: 23 hours, no 02:00. */
function shortDay(): string[] {
  return [
    ...hoursOf('2026-03-29', { hours: [0, 1], offset: '+01:00' }),
    ...hoursOf('2026-03-29', { hours: allHours().slice(3), offset: '+02:00' }),
  ];
}

describe('a file without offsets', () => {
  const text = csvOf([...hoursOf('2026-01-01'), ...hoursOf('2026-01-02')]);

  test('becomes a panel with its columns by name', () => {
    const { panel } = parseEpfCsv(text);
    assert.deepEqual(panel.days, ['2026-01-01', '2026-01-02']);
    assert.equal(panel.slotsPerDay, 24);
    assert.deepEqual([...panel.price], [...allHours(), ...allHours()]);
    assert.deepEqual(
      panel.exogenous.map(({ name, values }) => [name, values[25]]),
      [['Load forecast', 1001]],
    );
  });

  test('has one period for each row, with its time as written', () => {
    const { periods } = parseEpfCsv(text);
    assert.equal(periods.length, 48);
    assert.deepEqual(periods[25], { time: '2026-01-02 01:00:00', row: 1, slot: 1, price: 1 });
  });

  test('may use T, no seconds, quotes, blanks, CRLF, a byte-order mark and a last empty line', () => {
    const rows = hoursOf('2026-01-01').map((row) =>
      row.replace(/^(\S+) (\d\d:\d\d):00,(\d+)/, '"$1T$2" , "$3"'),
    );
    const { panel, periods } = parseEpfCsv(
      `\uFEFF${['"Date","Price, spot",Load', ...rows, '', ''].join('\r\n')}`,
    );
    assert.equal(periods[23].time, '2026-01-01T23:00');
    assert.equal(panel.price[23], 23);
  });

  test('may have no forecasts at all', () => {
    const rows = hoursOf('2026-01-01').map((row) => row.split(',').slice(0, 2).join(','));
    assert.deepEqual(parseEpfCsv(['Date,Price', ...rows].join('\n')).panel.exogenous, []);
  });
});

describe('a file with offsets', () => {
  test('a 25-hour day has 25 periods, and their mean on the grid', () => {
    const { panel, periods } = parseEpfCsv(csvOf(longDay()));
    assert.equal(periods.length, 25);
    assert.deepEqual(
      periods.slice(2, 4).map(({ time, slot, price }) => [time, slot, price]),
      [
        ['2025-10-26 02:00:00+02:00', 2, 2],
        ['2025-10-26 02:00:00+01:00', 2, 12],
      ],
    );
    assert.deepEqual([...panel.price.subarray(0, 5)], [0, 1, 7, 3, 4]);
    assert.equal(panel.exogenous[0].values[2], 1011);
  });

  test('a 23-hour day has 23 periods, and the mean of the neighbours on the grid', () => {
    const { panel, periods } = parseEpfCsv(csvOf(shortDay()));
    assert.equal(periods.length, 23);
    assert.ok(periods.every(({ slot }) => slot !== 2));
    assert.deepEqual([...panel.price.subarray(0, 5)], [0, 1, 2, 3, 4]);
  });

  test('Z, +0200 and -05 are offsets too', () => {
    for (const offset of ['Z', '+0200', '-05', ' +05:30']) {
      const { periods } = parseEpfCsv(csvOf(hoursOf('2026-01-01', { offset })));
      assert.equal(periods[5].time, `2026-01-01 05:00:00${offset}`);
    }
  });
});

describe('days at the end without prices', () => {
  const known = hoursOf('2026-01-01');
  const open = (day: string) => hoursOf(day).map((line) => line.replace(/,\d+,/, ',,'));

  test('are days to forecast: rows of the panel with inputs, and no periods', () => {
    const { panel, periods } = parseEpfCsv(csvOf([...known, ...open('2026-01-02'), ...open('2026-01-03')]));
    assert.deepEqual(panel.days, ['2026-01-01', '2026-01-02', '2026-01-03']);
    assert.deepEqual([...panel.price.subarray(0, 24)], allHours());
    assert.ok(panel.price.subarray(24).every(Number.isNaN));
    assert.equal(panel.exogenous[0].values[71], 1023);
    assert.equal(periods.length, 24);
  });

  const cases: [name: string, rows: string[], message: RegExp][] = [
    [
      'a day of which some prices are known',
      [...known.slice(0, 12), ...open('2026-01-01').slice(12)],
      /^Line 14:/,
    ],
    [
      'a day before others',
      [...known, ...open('2026-01-02'), ...hoursOf('2026-01-03')],
      /^Line 26: column "Price" is empty/,
    ],
    ['all days', open('2026-01-01'), /^Line 2: column "Price" is empty/],
  ];
  for (const [name, rows, message] of cases) {
    test(`but not ${name}`, () => {
      assert.throws(() => parseEpfCsv(csvOf(rows)), { message });
    });
  }
});

describe('what a file is refused for', () => {
  const day = hoursOf('2026-01-01');
  const cases: [name: string, text: string, message: RegExp][] = [
    ['nothing in it', '', /^The file is empty\.$/],
    ['a header alone', HEADER, /header but no rows/],
    ['no price column', 'Date\n2026-01-01 00:00:00', /has 1 column; the file needs/],
    ['no header', day.join('\n'), /must name the columns/],
    ['a column without a name', ['Date,Price,', ...day].join('\n'), /Column 3 has no name/],
    ['two columns of one name', ['Date,Price,Price', ...day].join('\n'), /Two columns are named "Price"/],
    ['a row with a missing column', csvOf(day.with(4, '2026-01-01 04:00:00,4')), /^Line 6 has 2 columns/],
    [
      'a word for a number',
      csvOf(day.with(4, '2026-01-01 04:00:00,n/a,3')),
      /^Line 6: "n\/a" in column "Price"/,
    ],
    ['a number beyond all size', csvOf(day.with(4, '2026-01-01 04:00:00,1e999,3')), /^Line 6: "1e999"/],
    ['a number beyond use', csvOf(day.with(4, '2026-01-01 04:00:00,4,-2e12')), /is beyond 1000000000000\.$/],
    [
      'semicolons in the first line alone',
      ['Date;Price', ...day].join('\n'),
      /^Line 2 has 1 column but the first line names 2\.$/,
    ],
    ['a quotation mark left open', csvOf(day.with(4, '2026-01-01 04:00:00,"4,3')), /^Line 6: .* not closed/],
    ['text of two bytes a letter', csvOf(day).replaceAll('0', '0\0'), /not text in UTF-8/],
    [
      'part of a second',
      csvOf(day.with(4, '2026-01-01 04:00:00.500,4,4')),
      /^Line 6: .* is not the start of an hour/,
    ],
    [
      'a day that does not exist',
      csvOf(day.with(4, '2026-02-30 04:00:00,4,4')),
      /^Line 6: "2026-02-30 04:00:00" is not/,
    ],
    [
      'another way to write time',
      csvOf(day.with(4, '01/01/2026 04:00,4,4')),
      /^Line 6: "01\/01\/2026 04:00" is not/,
    ],
    [
      'five minutes',
      csvOf(['2026-01-01 00:00:00,1,1', '2026-01-01 00:05:00,1,1', '2026-01-01 00:10:00,1,1']),
      /^Line 2: 2026-01-01 is in steps of 5 minutes; name the resolution PT15M or PT30M or PT1H, whose means/,
    ],
    [
      'a gap',
      csvOf(day.toSpliced(4, 2)),
      /^Line 6: there is a gap between 2026-01-01 03:00:00 and 2026-01-01 06:00:00\.$/,
    ],
    [
      'a missing hour',
      csvOf(day.toSpliced(2, 1)),
      /gap between .* where clocks change, .* needs UTC offsets/,
    ],
    ['a duplicate hour', csvOf(day.toSpliced(4, 0, day[4])), /^Line 7 repeats the hour 2026-01-01 04:00:00/],
    ['rows out of order', csvOf([...day.slice(0, 5), day[2]]), /^Line 7: 2026-01-01 02:00:00 comes after/],
    ['a first day cut short', csvOf(day.slice(1)), /must start at 00:00/],
    ['a last day cut short', csvOf(day.slice(0, 23)), /must end at 23:00/],
    [
      'days of another clock than that of their offset',
      csvOf(day.slice(1).map((row) => row.replace(/(?<=:00),/, 'Z,'))),
      /^The first time is 2026-01-01 01:00:00Z; the file must start at 00:00 .*; name the zone of the market's days/,
    ],
    [
      'offsets in some rows',
      csvOf(day.with(4, '2026-01-01 04:00:00Z,4,4')),
      /both have a UTC offset or both have none/,
    ],
    ['a missing hour with offsets', csvOf(shortDay().toSpliced(8, 1)), /there is a gap between/],
    ['a duplicate with offsets', csvOf(longDay().with(3, longDay()[2])), /^Line 5 repeats the hour/],
  ];
  for (const [name, text, message] of cases) {
    test(name, () => assert.throws(() => parseEpfCsv(text), { name: 'BacktestInputError', message }));
  }

  test('offsets that leave a day of 20 hours', () => {
    const rows = [
      ...hoursOf('2026-01-01', { hours: [0, 1, 2], offset: 'Z' }),
      ...hoursOf('2026-01-01', { hours: allHours().slice(7), offset: '+04:00' }),
    ];
    assert.throws(() => parseEpfCsv(csvOf(rows)), { message: /2026-01-01 has 20 hours/ });
  });
});

describe('columns of what is said after the prices', () => {
  const rows = [...hoursOf('2026-01-01'), ...hoursOf('2026-01-02'), ...hoursOf('2026-01-03')];
  const csv = (cells: (row: number) => string) =>
    [`${HEADER},later:ida1,cost:gas`, ...rows.map((row, i) => `${row},${cells(i)}`), ''].join('\n');

  test('become signals: a later auction of the day after, a cost of the day itself', () => {
    const gas = [40, 50, 45];
    const later = (row: number) => (row === 25 ? '' : String((row % 24) + 3));
    const { panel } = parseEpfCsv(csv((row) => `${later(row)},${gas[Math.floor(row / 24)]}`));
    assert.deepEqual(
      panel.exogenous.map(({ name }) => name),
      ['Load forecast'],
    );
    const [ida1, cost] = panel.signals ?? [];
    assert.deepEqual([ida1.name, cost.name], ['later:ida1', 'cost:gas']);
    // Hours 0 to 2 of each day: the price of hour h is h, and the later one of the second day's hour 1 is not known.
    assert.deepEqual(
      [0, 24, 48].map((from) => [...ida1.values.subarray(from, from + 3)]),
      [
        [0, 0, 0],
        [3, 3, 3],
        [3, 0, 3],
      ],
    );
    assert.deepEqual(
      [0, 24, 48].map((from) => Number(cost.values[from + 2].toFixed(9))),
      [0, 0.5, -0.2],
    );
  });

  test('without them there are none, and a day has one cost', () => {
    assert.equal(parseEpfCsv(csvOf(rows)).panel.signals, undefined);
    assert.throws(() => parseEpfCsv(csv(() => '3,')), /column "cost:gas" is empty/);
    assert.throws(
      () => parseEpfCsv(csv((row) => `3,${row === 30 ? 41 : 40}`)),
      /"cost:gas".*2026-01-02; a day has one\./,
    );
  });
});

describe('a column of holidays', () => {
  const rows = [...hoursOf('2026-01-01'), ...hoursOf('2026-01-02'), ...hoursOf('2026-01-03')];
  const csv = (flag: (row: number) => string) =>
    [`${HEADER},holiday`, ...rows.map((row, i) => `${row},${flag(i)}`), ''].join('\n');

  test('gives the holidays of the panel, and is no input', () => {
    const { panel } = parseEpfCsv(csv((row) => (row >= 24 && row < 48 ? '1' : '0')));
    assert.deepEqual([...(panel.holidays ?? [])], ['2026-01-02']);
    assert.deepEqual(panel.exogenous, parseEpfCsv(csvOf(rows)).panel.exogenous);
  });

  test('without it there are none; half a holiday is refused', () => {
    assert.equal(parseEpfCsv(csvOf(rows)).panel.holidays, undefined);
    assert.throws(
      () => parseEpfCsv(csv((row) => (row === 30 ? '1' : '0'))),
      /"holiday".*2026-01-02; a day has one\./,
    );
    assert.throws(
      () => parseEpfCsv(csv(() => '2')),
      /"holiday" is 2 on 2026-01-01; 1 is a holiday and 0 is none/,
    );
  });
});
