import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  readFirstRun,
  removeData,
  runLonja,
  type RunningService,
  startService,
  startSmallService,
} from './running-service.ts';

const DATA = fileURLToPath(new URL('../../shared/data', import.meta.url));
/** What is older no model of these runs reads. */
const SINCE = '2023';
const options = { skip: existsSync(DATA) ? false : 'needs the market data beside the project' };

let dataDir = '';
let service: RunningService | undefined;

before(async () => {
  if (options.skip !== false) return;
  dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-real-market-'));
  const panel = await runLonja(['import', 'csv', await recentPanel()], { DATA_DIR: dataDir });
  assert.equal(panel.code, 0, panel.stderr);
  const { folder, files } = await recentFiles();
  const omie = await runLonja(['import', 'omie', folder], { DATA_DIR: dataDir });
  assert.equal(omie.code, 0, omie.stderr);
  assert.match(omie.stdout, new RegExp(`${files} files read`));
});

/** The hourly panel from `SINCE` on. */
async function recentPanel(): Promise<string> {
  const packed = await readFile(`${DATA}/spain/panel_hourly_2015_2026Q1.csv.gz`);
  const [header, ...lines] = gunzipSync(packed).toString('utf8').split('\n');
  const file = path.join(dataDir, 'panel.csv');
  await writeFile(file, [header, ...lines.filter((line) => line >= SINCE)].join('\n') + '\n');
  return file;
}

/** A folder of OMIE's day-ahead files from `SINCE` on, and how many they are. */
async function recentFiles(): Promise<{ folder: string; files: number }> {
  const folder = path.join(dataDir, 'omie');
  await mkdir(folder);
  const names = (await readdir(`${DATA}/omie/raw`)).filter((name) => name >= `marginalpdbc_${SINCE}`);
  await Promise.all(names.map((name) => symlink(`${DATA}/omie/raw/${name}`, path.join(folder, name))));
  return { folder, files: names.length };
}

after(async () => {
  await service?.stop('SIGTERM');
  if (dataDir !== '') await removeData(dataDir);
});

/** Starts the service at an instant, in the place of the one before, and gives a way to read its JSON replies. */
async function startAt(clockStart: string, start = startService) {
  await service?.stop('SIGTERM');
  service = await start({ DATA_DIR: dataDir, CLOCK_START: clockStart });
  const { api_key: key } = await readFirstRun(dataDir);
  const running = service;
  return async (route: string) => JSON.parse(await (await running.get(route, key)).text());
}

test('at 12:05 in Madrid on imported data, the forecast of tomorrow is issued at once', options, async () => {
  const get = await startAt('2026-03-30T10:05:00Z');
  const latest = await get('/forecasts/latest?market_id=es&product=da');
  assert.equal(latest.simulated, false);
  assert.deepEqual(latest.degraded, [
    // The panel has its prices to the end of 2025.
    'price.ida1 of 2026-03-30 is not available yet',
    'the bounds rest on forecasts of the last 21 days; 182 are wanted',
  ]);
  assert.equal(latest.points[0].time, '2026-03-30T22:00:00Z');
  assert.ok(
    latest.issued_at >= '2026-03-30T10:05:00' && latest.issued_at < '2026-03-30T10:08:00',
    latest.issued_at,
  );
  const dayAhead = await get('/forecasts/day-ahead?date=2026-03-31');
  assert.deepEqual(
    dayAhead.forecasts.map(({ hour }: { hour: number }) => hour),
    Array.from({ length: 24 }, (_, hour) => hour),
  );
});

test('the prices of tomorrow are served once the clock has passed their publication', options, async () => {
  const get = await startAt('2026-03-30T10:59:15Z', startSmallService);
  const total = async () => (await get('/market/prices?date_from=2026-03-31&date_to=2026-03-31')).total;
  const instantOfService = async () =>
    Date.parse((await get('/forecasts/latest?market_id=es&product=da')).issued_at);
  assert.ok((await instantOfService()) < Date.parse('2026-03-30T11:00:00Z'));
  const seen = new Set<number>([await total()]);
  for (let i = 0; i < 90 && !seen.has(24); i++) {
    await sleep(1000);
    seen.add(await total());
  }
  assert.deepEqual([...seen], [0, 24]);
});

test('the days of both clock changes have 23 and 25 prices, as published', options, async () => {
  const { api_key: key } = await readFirstRun(dataDir);
  const hoursOf = async (day: string) => {
    const reply = await service?.get(`/market/prices?date_from=${day}&date_to=${day}`, key);
    const page = JSON.parse((await reply?.text()) ?? '');
    return page.items.map(({ hour, price }: { hour: number; price: number }) => [hour, price]);
  };
  const spring = await hoursOf('2025-03-30');
  assert.equal(spring.length, 23);
  assert.deepEqual(spring.slice(0, 3), [
    [0, 3.6],
    [1, 3.2],
    [3, 0.65],
  ]);
  const autumn = await hoursOf('2025-10-26');
  assert.deepEqual(
    autumn.slice(1, 4).map(([hour]: [number, number]) => hour),
    [1, 2, 2],
  );
  assert.equal(autumn.length, 25);
  assert.equal((await hoursOf('2026-03-29')).length, 23);
});
