import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Panel } from '../data/panel.ts';
import { createLear } from './lear.ts';
import { LEAR } from '../pipelines/members.ts';

const DATA = new URL('../../../../../shared/data/epf/', import.meta.url);
const MARKET = new URL('NP.csv', DATA);
const PUBLISHED = new URL('published/Forecasts_NP_DNN_LEAR_ensembles.csv.gz', DATA);
const SKIP =
  existsSync(MARKET) && existsSync(PUBLISHED) ? false : 'the benchmark data are not beside the project';
const SLOTS = 24;

test('the long-window member reproduces the published Nord Pool forecasts', { skip: SKIP }, () => {
  const panel = readMarket();
  const published = readPublished('LEAR 1092');
  const model = createLear({ ...LEAR, windows: [1092] });
  for (const day of ['2016-12-28', '2018-02-13']) {
    const target = panel.days.indexOf(day);
    const forecast = model.fit(panel, target).predict(panel, target).combined;
    const differences = forecast.map((value, hour) =>
      Math.abs(value - (published.get(day)?.[hour] ?? Number.NaN)),
    );
    assert.ok(Math.max(...differences) < 0.2, `${day}: ${[...differences].join(' ')}`);
  }
});

function readMarket(): Panel {
  const [header, ...rows] = readFileSync(MARKET, 'utf8').trim().split('\n');
  const cells = rows.map((row) => row.split(','));
  const column = (index: number) => Float64Array.from(cells, (row) => Number(row[index]));
  return {
    days: cells.filter((_, i) => i % SLOTS === 0).map(([time]) => time.slice(0, 10)),
    slotsPerDay: SLOTS,
    price: column(1),
    exogenous: header
      .split(',')
      .slice(2)
      .map((name, i) => ({ name, values: column(2 + i) })),
  };
}

/** One column of the published forecasts, by day. */
function readPublished(member: string): Map<string, number[]> {
  const [header, ...rows] = gunzipSync(readFileSync(PUBLISHED)).toString().trim().split('\n');
  const index = header.split(',').indexOf(member);
  const byDay = new Map<string, number[]>();
  for (const row of rows) {
    const cells = row.split(',');
    const day = cells[0].slice(0, 10);
    byDay.set(day, [...(byDay.get(day) ?? []), Number(cells[index])]);
  }
  return byDay;
}
