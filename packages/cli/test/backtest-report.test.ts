import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { marketCsv } from './market-csv.ts';
import { type Outcome, runLonja } from './run-lonja.ts';

const SPAN = ['--from', '2026-02-25', '--to', '2026-03-31'];

let folder = '';
const file = (name: string) => path.join(folder, name);

function backtest(...more: string[]): Promise<Outcome> {
  return runLonja(['backtest', '--data', file('spring.csv'), ...SPAN, '--model', 'naive', ...more]);
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lonja-report-'));
  await writeFile(file('spring.csv'), marketCsv('2026-01-20', '2026-04-02'));
});
after(() => rm(folder, { recursive: true }));

describe('lonja backtest --report', { concurrency: 2 }, () => {
  test('writes a report whose pictures are there and whose MAE is that of the figures', async () => {
    const { code, stdout, stderr } = await backtest('--report', file('new/report'), '--json');
    assert.deepEqual([code, stderr], [0, '']);
    const names = await readdir(file('new/report'));
    assert.deepEqual(
      names.filter((name) => !/^[a-z-]+\.(md|csv|svg)$/.test(name)),
      ['recipe.json'],
    );
    const markdown = await readFile(file('new/report/report.md'), 'utf8');
    assert.match(markdown, /^# Back-test of naive$/m);
    for (const [, picture] of markdown.matchAll(/\]\(([^)]+)\)/g))
      assert.ok(names.includes(picture), picture);
    const figures = JSON.parse(stdout);
    assert.match(markdown, /^# Back-test of naive\n\nnaive errs by \d+\.\d\d on average, as much as /m);
    assert.ok(markdown.includes(`| recipe | ${figures.recipe} |`), markdown.slice(-3000));
    assert.ok(markdown.includes(`| library version | ${figures.library} |`));
    const recipe = await readFile(file('new/report/recipe.json'), 'utf8');
    assert.deepEqual(JSON.parse(recipe).point, { kind: 'weekly-naive' });
    const overall = await readFile(file('new/report/overall.csv'), 'utf8');
    assert.ok(overall.includes(`,${JSON.parse(stdout).mae},`));
  });

  test('replaces an earlier report and leaves the files beside it', async () => {
    const target = file('again');
    await backtest('--report', target);
    await writeFile(path.join(target, 'notes.txt'), 'mine');
    await writeFile(path.join(target, 'by-hour.csv'), 'old');
    const { code, stderr } = await backtest('--report', target);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(await readFile(path.join(target, 'notes.txt'), 'utf8'), 'mine');
    assert.match(await readFile(path.join(target, 'by-hour.csv'), 'utf8'), /^group,/);
  });

  test('a name that ends in .html makes one page with every picture and table in it', async () => {
    const { code, stderr } = await backtest('--report', file('report.html'));
    assert.deepEqual([code, stderr], [0, '']);
    const page = await readFile(file('report.html'), 'utf8');
    assert.equal(page.match(/<svg /g)?.length, 6);
    assert.match(page, /<h2>Accuracy<\/h2>\n<table>/);
    assert.match(page, /Judged by 35 days, .* verdict: /);
    assert.doesNotMatch(page, /!\[|\| ---|src=/);
    const links = [...page.matchAll(/<a download="([^"]+)" href="data:text\/csv;charset=utf-8,([^"]+)">/g)];
    assert.equal(links.length, page.match(/href=/g)?.length);
    const tables = new Map(links.map(([, name, text]) => [name, decodeURIComponent(text)]));
    assert.equal(tables.size, 15);
    assert.match(tables.get('by-hour.csv') ?? '', /^group,(.*\n){25}$/);
  });

  test('an empty folder is fine, and nothing is left half-written', async () => {
    await mkdir(file('empty'));
    assert.equal((await backtest('--report', file('empty'))).code, 0);
    assert.ok((await readdir(file('empty'))).every((name) => !name.startsWith('.')));
  });

  test('compares with the forecasts of another model, first of all rivals', async () => {
    const other = ['--model', 'lear', '--windows', '28', '--out', file('lear 28.csv')];
    await runLonja(['backtest', '--data', file('spring.csv'), ...SPAN, ...other]);
    const { code, stderr } = await backtest('--report', file('compared'), '--compare', file('lear 28.csv'));
    assert.deepEqual([code, stderr], [0, '']);
    const [header] = (await readFile(file('compared/by-hour.csv'), 'utf8')).split('\n');
    assert.match(header, /,mae lear 28,mae weekly naive,mae standard naive$/);
    const markdown = await readFile(file('compared/report.md'), 'utf8');
    assert.match(markdown, /^\| lear 28 \| L1 \|/m);
  });

  const refusals: [name: string, prepare: () => Promise<string[]>, message: RegExp][] = [
    [
      'a folder with files of others',
      async () => {
        await mkdir(file('foreign'));
        await writeFile(file('foreign/report.md'), '# Holidays\n');
        return ['--report', file('foreign')];
      },
      /foreign: it holds files that are not a report; name a new or an empty folder\.$/,
    ],
    ['a file for a folder', async () => ['--report', file('spring.csv')], /spring\.csv: it is a file\.$/],
    ['a folder without a name', async () => ['--report', ''], /has no name\.$/],
    [
      'a folder below a file',
      async () => ['--report', file('spring.csv/report')],
      /cannot be written to .*: part of its path is not a folder\.$/,
    ],
    [
      'to compare without a report',
      async () => ['--compare', file('spring.csv')],
      /name a folder with --report\.$/,
    ],
    [
      'to compare with a file that is not one of forecasts',
      async () => ['--report', file('r1'), '--compare', file('spring.csv')],
      /no columns time and value/,
    ],
    [
      'to compare with a file that lacks an hour',
      async () => {
        await writeFile(file('short.csv'), 'time,value\n2026-02-25 00:00:00+01:00,1\n');
        return ['--report', file('r2'), '--compare', file('short.csv')];
      },
      /has no forecast for 2026-02-25 01:00:00\+01:00\.$/,
    ],
  ];
  for (const [name, prepare, message] of refusals) {
    test(`refuses ${name} in one line with exit code 2, before it forecasts`, async () => {
      const { code, stdout, stderr } = await backtest(...(await prepare()));
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr.trimEnd(), message);
      assert.match(stderr, /^lonja: [^\n]+\n$/);
    });
  }

  test('refuses a folder that it may not write to', { skip: process.getuid?.() === 0 }, async () => {
    await mkdir(file('locked'));
    await chmod(file('locked'), 0o500);
    const { code, stderr } = await backtest('--report', file('locked'));
    assert.equal(code, 2);
    assert.match(stderr, /permission is denied/);
  });
});
