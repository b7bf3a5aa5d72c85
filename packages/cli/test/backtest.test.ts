import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { marketCsv } from './market-csv.ts';
import { runLonja } from './run-lonja.ts';

const SPAN = ['--from', '2026-03-28', '--to', '2026-03-30'];
const FIGURES = [
  'verdict',
  'model',
  'recipe',
  'library',
  'unit',
  'days',
  'mae',
  'rmae_weekly',
  'rmae_standard',
  'rmse',
  'smape',
  'bias',
  'pinball_10',
  'pinball_50',
  'pinball_90',
  'coverage_80',
  'coverage_80_standard_error',
  'coverage_80_low',
  'coverage_80_high',
  'coverage_80_verdict',
  'mean_width',
  'winkler_80',
  'crps',
  'energy_score',
  'energy_score_independent',
  'zero_or_less_skill',
  'decile_coverage',
  'battery_captured',
  'battery_gap',
  'battery_gap_low',
  'battery_gap_high',
  'filled_values',
  'notes',
  'warnings',
  'fixed_offset',
  'seconds',
];

let folder = '';
const file = (name: string) => path.join(folder, name);

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lonja-backtest-'));
  const spring = marketCsv('2026-02-01', '2026-04-02');
  await writeFile(file('spring.csv'), spring);
  await writeFile(file('autumn.csv'), marketCsv('2025-09-20', '2025-10-27'));
  await writeFile(file('gap.csv'), spring.split('\n').toSpliced(100, 3).join('\n'));
  await writeFile(
    file('twice.csv'),
    spring.split('\n').toSpliced(100, 0, spring.split('\n')[100]).join('\n'),
  );
  await writeFile(file('no-price.csv'), spring.replaceAll(/,.*/g, ''));
  await writeFile(file('month.json'), JSON.stringify({ kind: 'lear', windows: [28] }));
  await writeFile(file('week.json'), JSON.stringify({ kind: 'lear', windows: [7] }));
  await writeFile(file('word.csv'), spring.replace(/\n([^,]+),[^,]+,/, '\n$1,high,'));
});
after(() => rm(folder, { recursive: true }));

describe('lonja backtest', { concurrency: 3 }, () => {
  test('prints one JSON object with exactly the promised figures', async () => {
    const { code, stdout, stderr } = await runLonja([
      'backtest',
      '--data',
      file('spring.csv'),
      ...SPAN,
      '--model',
      'lear',
      '--windows',
      '28,42',
      '--json',
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    const figures: Record<string, unknown> = JSON.parse(stdout);
    assert.deepEqual(Object.keys(figures), FIGURES);
    assert.deepEqual([figures.model, figures.days], ['lear', 3]);
    const others: Record<string, string> = {
      coverage_80_verdict: 'string',
      recipe: 'string',
      library: 'string',
      model: 'string',
      // Of weeks, and these are three days.
      battery_gap_low: 'object',
      battery_gap_high: 'object',
      // No mapping says it.
      unit: 'object',
      notes: 'object',
      warnings: 'object',
      fixed_offset: 'object',
      decile_coverage: 'object',
      // No price of zero or less was to be expected.
      zero_or_less_skill: 'object',
    };
    for (const name of FIGURES.slice(1)) assert.equal(typeof figures[name], others[name] ?? 'number', name);
    assert.ok(Array.isArray(figures.decile_coverage) && figures.decile_coverage.length === 9);
    assert.ok(Number(figures.crps) > 0 && Number(figures.crps) < Number(figures.mae));
    assert.equal(figures.coverage_80_verdict, 'too few days to tell');
    assert.ok(Number(figures.rmae_weekly) < 1);
  });

  test('prints a table by default, of the champion', async () => {
    const { code, stdout, stderr } = await runLonja(['backtest', '--data', file('spring.csv'), ...SPAN]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^champion errs by \d+\.\d\d on average, \d+ % less than the price of the week before, on fewer than 30 days,/,
    );
    assert.match(stdout, /\nchampion: 3 days, 2026-03-28 to 2026-03-30, 71 periods\n/);
    assert.match(stdout, /\nMAE +\d+\.\d{3} /);
    assert.match(stdout, /\ncoverage +\d+\.\d\d % /);
  });

  test('a file in UTC says first of all what is known of each auction, and with its zone it is the local file', async () => {
    const local = await readFile(file('spring.csv'), 'utf8');
    const utc = local.replaceAll(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?[+-]\d\d:\d\d/gm, (time) =>
      new Date(time.replace(' ', 'T')).toISOString().slice(0, 16).concat('Z'),
    );
    // The days at the ends are not whole in UTC.
    const rows = utc.trimEnd().split('\n');
    const whole = rows.slice(1).findIndex((row) => row.slice(11, 16) === '00:00') + 1;
    const end = rows.findLastIndex((row) => row.slice(11, 16) === '23:00') + 1;
    await writeFile(file('utc.csv'), [rows[0], ...rows.slice(whole, end)].join('\n'));
    const span = ['--from', '2026-03-28', '--to', '2026-03-29', '--model', 'naive'];
    const plain = await runLonja(['backtest', '--data', file('utc.csv'), ...span]);
    assert.match(
      plain.stdout,
      /^Days are those of UTC: up to 2 hours of each auction are known .*--zone Europe\/Madrid/,
    );
    const zone = ['--zone', 'Europe/Madrid', '--json'];
    const [moved, given] = await Promise.all([
      runLonja(['backtest', '--data', file('utc.csv'), ...span, ...zone]),
      runLonja(['backtest', '--data', file('spring.csv'), ...span, '--json']),
    ]);
    const [movedFigures, givenFigures] = [moved, given].map(({ stdout }): Record<string, unknown> =>
      JSON.parse(stdout),
    );
    assert.deepEqual([movedFigures.warnings, movedFigures.fixed_offset], [[], null]);
    assert.deepEqual([movedFigures.mae, movedFigures.days], [givenFigures.mae, givenFigures.days]);
  });

  test('the naive model is the weekly naive: its rMAE is 1', async () => {
    const { stdout } = await runLonja([
      'backtest',
      '--data',
      file('spring.csv'),
      ...SPAN,
      '--model',
      'naive',
      '--json',
    ]);
    assert.equal(JSON.parse(stdout).rmae_weekly, 1);
  });

  test('runs the recipe of a file as the model of the same settings', async () => {
    const span = ['--data', file('spring.csv'), '--from', '2026-03-30', '--to', '2026-03-30', '--json'];
    const outcomes = await Promise.all(
      [[file('month.json')], ['lear', '--windows', '28']].map((model) =>
        runLonja(['backtest', ...span, '--model', ...model]),
      ),
    );
    const [ofFile, named] = outcomes.map(({ stdout }): Record<string, unknown> => JSON.parse(stdout));
    assert.equal(ofFile.model, 'month');
    const unnamed = { model: '', verdict: '', seconds: 0 };
    assert.deepEqual({ ...ofFile, ...unnamed }, { ...named, ...unnamed });
  });

  test('writes one row for each real hour of a 23-hour day, and the figures follow from the rows', async () => {
    const args = ['--model', 'naive', '--out', file('out.csv'), '--json'];
    const { stdout } = await runLonja(['backtest', '--data', file('spring.csv'), ...SPAN, ...args]);
    const [header, ...rows] = (await readFile(file('out.csv'), 'utf8')).trimEnd().split('\n');
    assert.equal(header, 'time,actual,value,p10,p90');
    assert.equal(rows.length, 24 + 23 + 24);
    assert.equal(rows.filter((row) => row.startsWith('2026-03-29')).length, 23);
    assert.ok(rows.some((row) => row.startsWith('2026-03-29 03:00:00+02:00,')));
    const numbers = rows.map((row) => row.split(',').slice(1).map(Number));
    assert.ok(numbers.every(([, value, p10, p90]) => p10 <= value && value <= p90));
    const errors = numbers.map(([actual, value]) => Math.abs(actual - value));
    assert.ok(Math.abs(JSON.parse(stdout).mae - errors.reduce((a, b) => a + b) / errors.length) < 1e-9);
  });

  test('writes both hours of a 25-hour day that the clock calls 02:00', async () => {
    const span = ['--from', '2025-10-26', '--to', '2025-10-26'];
    await runLonja([
      'backtest',
      '--data',
      file('autumn.csv'),
      ...span,
      '--model',
      'naive',
      '--out',
      file('autumn-out.csv'),
    ]);
    const rows = (await readFile(file('autumn-out.csv'), 'utf8')).trimEnd().split('\n').slice(1);
    assert.equal(rows.length, 25);
    assert.ok(rows[2].startsWith('2025-10-26 02:00:00+02:00,'));
    assert.ok(rows[3].startsWith('2025-10-26 02:00:00+01:00,'));
  });

  const refusals: [name: string, args: () => string[], message: RegExp][] = [
    [
      'a file that does not exist',
      () => ['--data', file('none.csv'), ...SPAN],
      /none\.csv cannot be read: it does not exist\.$/,
    ],
    ['a folder for a file', () => ['--data', folder, ...SPAN], /cannot be read: it is a folder\.$/],
    ['a missing column', () => ['--data', file('no-price.csv'), ...SPAN], /has 1 column; the file needs/],
    ['a gap', () => ['--data', file('gap.csv'), ...SPAN], /Line 101: there is a gap between/],
    ['a duplicate hour', () => ['--data', file('twice.csv'), ...SPAN], /Line 102 repeats the hour/],
    [
      'a word for a number',
      () => ['--data', file('word.csv'), ...SPAN],
      /Line 2: "high" in column "price" is not a number\.$/,
    ],
    [
      'too little history for the windows',
      () => ['--data', file('spring.csv'), ...SPAN, '--model', 'lear', '--windows', '28,364'],
      /364 days are needed/,
    ],
    [
      'too little history for the model',
      () => ['--data', file('spring.csv'), '--from', '2026-02-20', '--to', '2026-02-20'],
      /too little history/,
    ],
    [
      'days outside the file',
      () => ['--data', file('spring.csv'), '--from', '2026-03-28', '--to', '2026-04-03'],
      /2026-04-03 is not in the data/,
    ],
    [
      'an end before the start',
      () => ['--data', file('spring.csv'), '--from', '2026-03-30', '--to', '2026-03-28'],
      /2026-03-30 is after/,
    ],
    [
      'a day that does not exist',
      () => ['--data', file('spring.csv'), '--from', '2026-02-30', '--to', '2026-03-30'],
      /"2026-02-30" is not a day/,
    ],
    [
      'an unknown model',
      () => ['--data', file('spring.csv'), ...SPAN, '--model', 'oracle'],
      /'oracle' is invalid.* naive, lear, champion/,
    ],
    [
      'a recipe with a fault',
      () => ['--data', file('spring.csv'), ...SPAN, '--model', file('week.json')],
      /week\.json is no recipe: windows\[0\] must be a whole number of at least 28; got 7\./,
    ],
    [
      'windows that are no numbers',
      () => ['--data', file('spring.csv'), ...SPAN, '--windows', '28,x'],
      /'28,x' is invalid/,
    ],
    [
      'a window of a week',
      () => ['--data', file('spring.csv'), ...SPAN, '--windows', '7'],
      /at least 28 days/,
    ],
    [
      'an unknown option',
      () => ['--data', file('spring.csv'), ...SPAN, '--speed', '9'],
      /unknown option '--speed'/,
    ],
    [
      'an option with a slip, and suggests the right one',
      () => ['--data', file('spring.csv'), ...SPAN, '--window', '56'],
      /--windows\?\)$/,
    ],
    [
      'to write over the data',
      () => ['--data', file('spring.csv'), ...SPAN, '--out', path.join(folder, '.', 'spring.csv')],
      /cannot be written: it is the data file\.$/,
    ],
    [
      'an output file without a name',
      () => ['--data', file('spring.csv'), ...SPAN, '--out', ''],
      /no name\.$/,
    ],
    ['no data', () => SPAN, /Name the data by one of --data FILE and --from-store SERIES/],
    [
      'an output folder that does not exist',
      () => ['--data', file('spring.csv'), ...SPAN, '--out', file('no/out.csv')],
      /cannot be written to/,
    ],
  ];
  for (const [name, args, message] of refusals) {
    test(`refuses ${name} in one line with exit code 2`, async () => {
      const { code, stdout, stderr } = await runLonja(['backtest', ...args()]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr.trimEnd(), message);
      assert.match(stderr, /^lonja: [^\n]+\n$/);
    });
  }
});

test('help is no error', async () => {
  const { code, stdout } = await runLonja(['backtest', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /--calibration-days <days>/);
});
