import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { instantOfStart } from '../src/predict/period-instant.ts';
import { marketCsv } from './market-csv.ts';
import { runHere } from './run-in-process.ts';

let folder = '';
const file = (name: string) => path.join(folder, name);
const quick = ['--model', 'naive', '--calibration-days', '14'];

/** A market whose days from `day` on have no prices. */
function openFrom(csv: string, day: string): string {
  return csv.replaceAll(/^(\d{4}-\d{2}-\d{2})([^,]*),[^,]*,/gm, (row, date: string, rest: string) =>
    date >= day ? `${date}${rest},,` : row,
  );
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lonja-predict-'));
  const spring = marketCsv('2026-02-20', '2026-03-29');
  await writeFile(file('two-days.csv.gz'), gzipSync(openFrom(spring, '2026-03-28')));
  await writeFile(file('known.csv'), spring);
  await writeFile(file('short.csv'), openFrom(marketCsv('2026-03-25', '2026-03-29'), '2026-03-29'));
  await writeFile(file('gap.csv'), openFrom(spring, '2026-03-29').split('\n').toSpliced(100, 1).join('\n'));
  await writeFile(file('cut.csv.gz'), gzipSync(spring).subarray(0, 500));
});
after(() => rm(folder, { recursive: true }));

describe('lonja predict', () => {
  test('gives every real period of the days without prices, with UTC and local time, as CSV', async () => {
    const { code, stdout, stderr } = await runHere([
      'predict',
      '--data',
      file('two-days.csv.gz'),
      ...quick,
      '--csv',
    ]);
    assert.equal(code, 0, stderr);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    assert.equal(header, 'time (UTC),time (local),p10,value,p90');
    assert.equal(rows.length, 24 + 23);
    assert.ok(rows[26].startsWith('2026-03-29T01:00:00Z,2026-03-29 03:00:00+02:00,'), rows[26]);
    for (const row of rows) {
      const [, , p10, value, p90] = row.split(',').map(Number);
      assert.ok(p10 <= value && value <= p90);
    }
  });

  test('quantiles lie between the bounds in order, and the deciles are the bounds themselves', async () => {
    const args = ['predict', '--data', file('two-days.csv.gz'), ...quick, '--quantiles', '90,10,25,50'];
    const { code, stdout, stderr } = await runHere([...args, '--csv']);
    assert.equal(code, 0, stderr);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    assert.equal(header, 'time (UTC),time (local),p10,value,p90,p25,p50');
    for (const row of rows) {
      const [p10, value, p90, quarter, half] = row.split(',').slice(2).map(Number);
      assert.equal(half, value);
      assert.ok(p10 <= quarter && quarter <= value && value <= p90, row);
    }
    const { points } = JSON.parse((await runHere([...args, '--json'])).stdout);
    for (const { p10, value, p90, quantiles } of points) {
      assert.deepEqual([quantiles['10'], quantiles['50'], quantiles['90']], [p10, value, p90]);
    }
  });

  test('paths have one price for each period, and of each period the quantiles of its distribution', async () => {
    const args = ['predict', '--data', file('two-days.csv.gz'), ...quick, '--paths', '10'];
    const { code, stdout, stderr } = await runHere([...args, '--quantiles', '5,95', '--json']);
    assert.equal(code, 0, stderr);
    const { points, paths, notes } = JSON.parse(stdout);
    assert.equal(paths.length, 10);
    assert.ok(
      notes.some((note: string) => note.includes('is assumed')),
      'two weeks are too few to learn from',
    );
    points.forEach(({ quantiles }: { quantiles: Record<string, number> }, i: number) => {
      const prices = paths.map((path: number[]) => path[i]).sort((a: number, b: number) => a - b);
      assert.deepEqual([prices[0], prices[9]], [quantiles['5'], quantiles['95']]);
    });
    const csv = await runHere([...args, '--csv']);
    assert.ok(csv.stdout.startsWith('time (UTC),time (local),path_1,path_2,'));
    assert.equal(csv.stdout.trimEnd().split('\n').length, 1 + points.length);
  });

  test('quantiles and paths that cannot be are refused', async () => {
    for (const [option, value, words] of [
      ['--quantiles', '0,50', 'from 1 to 99'],
      ['--quantiles', '5.5', 'whole number'],
      ['--quantiles', Array.from({ length: 22 }, (_, i) => i + 1).join(','), 'At most 21'],
      ['--paths', '501', '1 to 500'],
      ['--paths', '20', 'add --csv or --json'],
    ]) {
      const { code, stderr } = await runHere(['predict', '--data', file('two-days.csv.gz'), option, value]);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(words), stderr);
    }
  });

  test('says in JSON and table what was filled', async () => {
    const args = ['predict', '--data', file('gap.csv'), ...quick];
    const { stdout } = await runHere([...args, '--json']);
    const { points, days, filled } = JSON.parse(stdout);
    assert.deepEqual([points.length, days[0].day, days[0].calibrated_on_days], [23, '2026-03-29', 14]);
    assert.deepEqual(
      filled.map(({ column, values }: { column: string; values: number }) => [column, values]),
      [
        ['price', 1],
        ['load forecast', 1],
      ],
    );
    assert.match((await runHere(args)).stdout, /\nFilled 1 missing value of "price" along the line/);
  });

  const refusals: [name: string, args: () => string[], message: RegExp][] = [
    [
      'a file without a day to forecast',
      () => ['--data', file('known.csv')],
      /Add the rows of the day to forecast, with its inputs and empty prices/,
    ],
    ['too short a past', () => ['--data', file('short.csv')], /14 days are needed.*Give earlier days/],
    [
      'a gzip file cut short',
      () => ['--data', file('cut.csv.gz')],
      /cannot be unpacked: it is damaged or cut short/,
    ],
    ['no time zone', () => ['--data', file('known.csv'), '--zone', 'Mars'], /"Mars" is no time zone/],
  ];
  for (const [name, args, message] of refusals) {
    test(`refuses ${name} with exit code 2`, async () => {
      const { code, stderr } = await runHere(['predict', ...args(), ...quick]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }
});

test('instants of local times: by their offset, else by the zone; a skipped hour has none', () => {
  const at = (time: string) => instantOfStart(time, 'Europe/Madrid');
  assert.equal(at('2026-03-29 03:00:00+0200'), '2026-03-29T01:00:00Z');
  assert.equal(at('2026-03-29T00:15Z'), '2026-03-29T00:15:00Z');
  assert.equal(at('2026-01-31 23:00'), '2026-01-31T22:00:00Z');
  assert.equal(at('31/07/2026 9:00'), '2026-07-31T07:00:00Z');
  assert.equal(at('2026-03-29 02:00'), undefined);
  assert.equal(at('2025-10-26 02:00'), '2025-10-26T00:00:00Z');
});
