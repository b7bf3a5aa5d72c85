import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const PAGE = new URL('../docs/recipes/excel.md', import.meta.url);
const QUARTERS = Array.from({ length: 96 }, (_, quarter) => quarter);
/** Days since 1899-12-30, as spreadsheets count them: both changes of the clock, the first and the last day of a century of prices. */
const DAYS = [35_796, 45_956, 46_110, 73_050];

const mod = (x: number) => x - Math.floor(x);
const recommended = (time: number) => Math.floor(Math.round(mod(time) * 1440) / 15);
const naive = (time: number) => Math.floor(mod(time) * 96);

/** Times of a day as spreadsheets hold them: read from text, or each a quarter of an hour after the one before. */
function timesOf(day: number): [quarter: number, time: number][] {
  let sum = day;
  return QUARTERS.flatMap((quarter): [number, number][] => {
    const read: [number, number] = [quarter, day + (quarter * 900) / 86_400];
    const added: [number, number] = [quarter, sum];
    sum += 1 / 96;
    return [read, added];
  });
}

test('the formula for the quarter of a day that the page recommends is right for every quarter', async () => {
  const page = await readFile(PAGE, 'utf8');
  assert.match(page, /`=INT\(ROUND\(MOD\(A1,1\)\*1440,0\)\/15\)`/);
  for (const day of DAYS) {
    for (const [quarter, time] of timesOf(day))
      assert.equal(recommended(time), quarter, `${day}, quarter ${quarter}`);
  }
});

test('the formula that the page warns of is wrong for as many quarters as it says', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [, said] =
    /`INT\(MOD\(A1,1\)\*96\)` puts (\d+) of 96 quarters/.exec(page.replaceAll('\n', ' ')) ?? [];
  for (const day of DAYS) {
    const wrong = QUARTERS.filter((quarter) => naive(day + (quarter * 900) / 86_400) !== quarter);
    assert.equal(wrong.length, Number(said), String(day));
  }
});
