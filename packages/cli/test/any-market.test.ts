import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { holidayCalendar } from '../src/market-file/holiday-calendar.ts';
import { readMarketFile } from '../src/market-file/read-market-file.ts';
import { runHere } from './run-in-process.ts';

const cases = fileURLToPath(new URL('../../../../shared/cases/', import.meta.url));
const skip = existsSync(cases) ? false : 'needs the files in ../shared/cases';

let folder = '';
const file = (name: string) => path.join(folder, name);
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lonja-any-market-'));
  await writeFile(file('wide.csv'), wideCsv());
});
after(() => rm(folder, { recursive: true }));

/** Two zones and a load, in hours; the price of the first meets a cap of 75 often. */
function wideCsv(): string {
  const rows = Array.from({ length: 45 * 24 }, (_, i) => {
    const time = new Date(Date.UTC(2026, 0, 1, i)).toISOString().slice(0, 16);
    const load = 20_000 + 4000 * Math.sin(i / 4) + 900 * Math.sin(i / 31);
    const price = load / 400 + 8 * Math.sin(i * i);
    return `${time},${Math.min(75, 1.6 * price - 20).toFixed(2)},${price.toFixed(2)},${load.toFixed(0)}`;
  });
  return ['time,SE3,SE4,load', ...rows, ''].join('\n');
}

const NAIVE = ['--model', 'naive', '--calibration-days', '7'];

describe('files of half hours', { skip }, () => {
  const span = ['--from', '2025-12-01', '--to', '2025-12-08', ...NAIVE];
  const of = (name: string) => path.join(cases, 'backtest-half-hours', name);

  test('are forecast as they are, and a note says what else can be done', async () => {
    const { code, stdout } = await runHere(['backtest', '--data', of('half-hours.csv'), ...span, '--json']);
    const { days, rmae_weekly: relative, notes, filled_values: filled } = JSON.parse(stdout);
    assert.deepEqual([code, days, relative, filled], [0, 8, 1, 0]);
    assert.match(
      notes[0],
      /in half hours, which are forecast as they are; --resolution PT1H takes the means/,
    );
    const means = await runHere([
      'backtest',
      '--data',
      of('half-hours.csv'),
      ...span,
      '--resolution',
      'PT1H',
    ]);
    assert.match(
      means.stdout,
      /^naive errs by 4\.79 on average.*\nnaive: 8 days, 2025-12-01 to 2025-12-08, 192 periods/,
    );
  });

  test('with a row between them are refused in one sentence that says both', async () => {
    const { code, stderr } = await runHere(['backtest', '--data', of('one-quarter-added.csv'), ...span]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^lonja: Line 1922: .* is in half hours; take the row out .*PT1H, which takes the means of hours\.\n$/,
    );
  });
});

test('the naive of quarter hours is the same quarter hour a week before', { skip }, async () => {
  const data = path.join(cases, 'backtest-quarter-naive', 'quarters.csv');
  const span = ['--from', '2025-12-01', '--to', '2025-12-08', ...NAIVE];
  const { stdout } = await runHere(['backtest', '--data', data, ...span, '--json']);
  assert.equal(JSON.parse(stdout).rmae_weekly, 1);
});

test('a file of UTC is told first of all, and its zone takes the leak out', { skip }, async () => {
  const of = (name: string) => ['--data', path.join(cases, 'backtest-utc-days-leak', name)];
  const span = ['--from', '2025-06-01', '--to', '2025-06-10', '--model', 'lear', '--windows', '28,56'];
  const run = async (...args: string[]) =>
    (await runHere(['backtest', ...args, ...span, '--calibration-days', '7'])).stdout;
  assert.match(
    await run(...of('utc.csv')),
    /^Days are those of UTC: up to 2 hours of each auction are known/,
  );
  const [local, moved] = [
    JSON.parse(await run(...of('local.csv'), '--json')),
    JSON.parse(await run(...of('utc.csv'), '--zone', 'Europe/Madrid', '--json')),
  ];
  assert.ok(local.mae > 10, String(local.mae));
  assert.deepEqual([moved.mae, moved.warnings], [local.mae, []]);
});

test('bounds are of the order of what a file of mostly equal prices holds', { skip }, async () => {
  const data = path.join(cases, 'predict-mostly-equal-prices', 'mostly-zero.csv');
  for (const model of [['lear', '--windows', '28'], ['naive']]) {
    const { stdout } = await runHere(['predict', '--data', data, '--model', ...model, '--json']);
    const { points } = JSON.parse(stdout);
    for (const { p10, p90, time_local: time } of points) {
      assert.ok(p10 >= -40 && p90 <= 80, `${time}: ${p10} .. ${p90}`);
      if (!time.endsWith('18:00:00')) assert.deepEqual([p10, p90], [0, 0], time);
    }
  }
});

describe('a floor and a cap', () => {
  const args = () => [
    '--data',
    file('wide.csv'),
    '--price',
    'SE3',
    '--inputs',
    'load',
    '--model',
    'lear',
    '--windows',
    '28',
  ];
  const backtest = (...more: string[]) =>
    runHere([
      'backtest',
      ...args(),
      '--from',
      '2026-02-10',
      '--to',
      '2026-02-14',
      '--calibration-days',
      '8',
      ...more,
    ]);

  test('hold every number of --out, and without them a note names them', async () => {
    const out = file('capped.csv');
    const { code, stderr } = await backtest(
      '--cap',
      '75',
      '--floor',
      '-500',
      '--out',
      out,
      '--quantiles',
      '1,50,99',
    );
    assert.equal(code, 0, stderr);
    const [header, ...rows] = (await readFile(out, 'utf8')).trimEnd().split('\n');
    assert.equal(header, 'time,actual,value,p10,p90,p1,p50,p99');
    for (const row of rows) {
      const [, value, p10, p90, p1, p50, p99] = row.split(',').slice(1).map(Number);
      assert.ok(p1 <= p10 && p10 <= value && value <= p90 && p90 <= p99 && p99 <= 75, row);
      assert.equal(p50, value);
    }
    const { notes } = JSON.parse((await backtest('--json')).stdout);
    assert.ok(
      notes.some((note: string) => note.includes('The highest price, 75, came often')),
      notes,
    );
  });

  test('hold paths and quantiles of lonja predict', async () => {
    const open = (await readFile(file('wide.csv'), 'utf8')).replaceAll(/^(2026-02-14[^,]*),[^,]*,/gm, '$1,,');
    await writeFile(file('open.csv'), open);
    const predict = [
      'predict',
      ...args().with(1, file('open.csv')),
      '--calibration-days',
      '8',
      '--cap',
      '75',
      '--json',
    ];
    const { paths } = JSON.parse((await runHere([...predict, '--paths', '400'])).stdout);
    assert.ok(paths.flat().every((price: number) => price <= 75));
    const { points } = JSON.parse((await runHere([...predict, '--quantiles', '1,99'])).stdout);
    assert.ok(points.every(({ quantiles }: { quantiles: Record<string, number> }) => quantiles['99'] <= 75));
  });

  const refusals: [name: string, more: string[], message: RegExp][] = [
    ['a floor above the cap', ['--floor', '80', '--cap', '75'], /The floor 80 is not below the cap 75/],
    ['a word', ['--cap', 'high'], /It is not a number/],
    ['a gate that is none', ['--gate', '25:00'], /It is not a local time HH:MM/],
    ['dates of no format', ['--dates', 'q'], /"q" is no way to write dates/],
    ['a mapping that is not there', ['--mapping', 'none.json'], /none\.json cannot be read/],
  ];
  for (const [name, more, message] of refusals) {
    test(`is refused with ${name}`, async () => {
      const { code, stderr } = await backtest(...more);
      assert.deepEqual([code, message.test(stderr)], [2, true], stderr);
    });
  }

  test('what says how a file is read is refused with the store', async () => {
    const { code, stderr } = await runHere(['predict', '--from-store', 'es-da', '--time', 'ending']);
    assert.deepEqual(
      [code, stderr],
      [2, 'lonja: --time says how a file is read; with --from-store there is none.\n'],
    );
  });
});

describe('several zones of a file', () => {
  test('are back-tested in one run, each with files of its own', async () => {
    const args = ['backtest', '--data', file('wide.csv'), '--price', 'SE3,SE4', '--inputs', 'load', ...NAIVE];
    const span = ['--from', '2026-02-10', '--to', '2026-02-14'];
    const { code, stdout, stderr } = await runHere([...args, ...span, '--out', file('out.csv'), '--json']);
    assert.equal(code, 0, stderr);
    const { markets } = JSON.parse(stdout);
    assert.deepEqual(Object.keys(markets), ['SE3', 'SE4']);
    assert.notEqual(markets.SE3.mae, markets.SE4.mae);
    const alone = await runHere([...args.with(4, 'SE4'), ...span, '--json']);
    assert.equal(JSON.parse(alone.stdout).mae, markets.SE4.mae);
    assert.match(
      await readFile(file('out-SE4.csv'), 'utf8'),
      /^time,actual,value,p10,p90\n2026-02-10T00:00,/,
    );
    assert.match(
      (await runHere([...args, ...span])).stdout,
      /^SE3\nnaive errs by .*\nnaive: 5 days[^]*\n\nSE4\nnaive errs by .*\nnaive: 5 days/,
    );
  });

  test('are forecast in one run', async () => {
    const open = (await readFile(file('wide.csv'), 'utf8')).replaceAll(
      /^(2026-02-14[^,]*),[^,]*,[^,]*,/gm,
      '$1,,,',
    );
    await writeFile(file('both-open.csv'), open);
    const args = ['predict', '--data', file('both-open.csv'), '--price', 'SE3,SE4', ...NAIVE];
    const { markets } = JSON.parse((await runHere([...args, '--json'])).stdout);
    assert.deepEqual([markets.SE3.points.length, markets.SE4.points.length], [24, 24]);
    const csv = (await runHere([...args, '--csv'])).stdout.trimEnd().split('\n');
    assert.deepEqual([csv.length, csv[0].split(',')[0], csv[25].split(',')[0]], [49, 'market', 'SE4']);
  });
});

describe('holidays of a country', () => {
  const cases: [place: string, day: string, isHoliday: boolean][] = [
    ['ES', '2026-10-12', true],
    ['ES', '2026-10-13', false],
    ['AU-VIC', '2026-03-09', true],
    ['AU-NSW', '2026-03-09', false],
    ['GB-ENG', '2026-12-28', true],
    ['jp', '2026-09-22', true],
    ['US', '2026-11-26', true],
    ['FI', '2026-06-20', true],
    ['DE-BY', '2026-01-06', true],
    ['DE', '2026-01-06', false],
  ];
  for (const [place, day, isHoliday] of cases) {
    test(`${day} ${isHoliday ? 'is' : 'is not'} one in ${place}`, async () => {
      assert.equal((await holidayCalendar(place))(day), isHoliday);
    });
  }

  test('are those of the panel, and a place that is not known is told with those that are', async () => {
    const [market] = await readMarketFile(file('wide.csv'), { price: ['SE4'], holidays: 'SE' });
    assert.deepEqual(
      [...(market.panel.holidays ?? [])].filter((day) => new Date(day).getUTCDay() > 0),
      ['2026-01-01', '2026-01-06'],
    );
    const args = ['predict', '--data', file('wide.csv'), ...NAIVE];
    for (const [place, message] of [
      ['XX', /"XX" is no country whose holidays are known/],
      ['AU-XX', /those of AU are ACT, NSW, /],
    ] as const) {
      const { code, stderr } = await runHere([...args, '--holidays', place]);
      assert.deepEqual([code, message.test(stderr)], [2, true], stderr);
    }
  });
});

describe('a file of dates with dots in the zone of its mapping', () => {
  const mapping = {
    decimal: ',',
    time: { column: 'Zeit', format: 'dd.mm.yyyy', zone: 'Asia/Tokyo' },
    series: [{ column: 'Preis', key: 'price.jp', unit: 'JPY/kWh' }],
  };
  before(async () => {
    const rows = Array.from({ length: 45 * 24 }, (_, i) => {
      const [date, clock] = new Date(Date.UTC(2026, 0, 1, i)).toISOString().slice(0, 16).split('T');
      const price =
        i < 44 * 24 ? (10 + 3 * Math.sin(i / 4) + Math.sin(i * i)).toFixed(2).replace('.', ',') : '';
      return `${date.split('-').toReversed().join('.')} ${clock};${price}`;
    });
    await writeFile(file('dots.csv'), ['Zeit;Preis', ...rows].join('\n'));
    await writeFile(file('dots.json'), JSON.stringify(mapping));
  });
  const args = () => ['--data', file('dots.csv'), '--mapping', file('dots.json'), ...NAIVE];

  test('is forecast at the instants of that zone', async () => {
    const { points } = JSON.parse((await runHere(['predict', ...args(), '--json'])).stdout);
    assert.deepEqual(
      [points[0].time_utc, points[0].time_local, points.length],
      ['2026-02-13T15:00:00Z', '2026-02-14 00:00', 24],
    );
  });

  test('is reported on by its days, in the unit of the mapping', async () => {
    const span = ['--from', '2026-02-08', '--to', '2026-02-12', '--report', file('dots'), '--json'];
    const { code, stdout, stderr } = await runHere(['backtest', ...args(), ...span]);
    assert.equal(code, 0, stderr);
    assert.deepEqual([JSON.parse(stdout).unit, JSON.parse(stdout).days], ['JPY/kWh', 5]);
    const report = await readFile(file('dots/report.md'), 'utf8');
    assert.match(
      report,
      /^2026-02-08 to 2026-02-12: 5 days, 120 periods\. Errors, widths and scores are in JPY\/kWh\./m,
    );
    assert.match(report, /\| zone of days \| Asia\/Tokyo \|/);
  });
});
