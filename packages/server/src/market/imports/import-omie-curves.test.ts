import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { addDays, dayStart, instantOf, MINUTE_MS } from '@lonja/forecasting/market';
import { createTestDatabase } from '../../../test/database.ts';
import { type CurveStep, omieCurveText } from '../../../test/omie-curve-text.ts';
import { count, omieText } from '../../../test/omie-text.ts';
import { readSeries } from '../observations/observations.ts';
import { importOmieFolder } from './import-omie.ts';

const { db, drop } = await createTestDatabase();
after(drop);
const folder = await mkdtemp(path.join(tmpdir(), 'omie-curves-'));
after(() => rm(folder, { recursive: true }));

const DAY = '2026-02-03';
const steps = (sun: number): CurveStep[] => [
  ['V', 4000 + sun, -500, 'O'],
  ['V', 1000 + sun, -500, 'C'],
  ...count(12).map((k): CurveStep => ['V', 1000, 10 * k, 'O']),
  ['V', 4000, 30, 'C'],
  ['C', 9000, 4000, 'O'],
  ['C', 9000, 4000, 'C'],
];
const textOf = (day: string, sun: number, issued: string) =>
  omieCurveText(day, (period) => steps(sun * period), { issued });
const write = (name: string, text: string) => writeFile(path.join(folder, name), text, 'latin1');

async function valuesOf(key: string, asOf = Infinity): Promise<number[]> {
  const window = { from: dayStart(DAY), to: dayStart(addDays(DAY, 1)), asOf };
  const [series] = (await readSeries(db, { keys: [key], dataOrigin: 'market', ...window })).get(key) ?? [];
  return [...(series?.value ?? [])];
}

test('files of curves are loaded beside those of prices, known from their issue on; a damaged one is named', async () => {
  await write('marginalpdbc_20260203.1', omieText(DAY, count(96)));
  await write('curva_pbc_20260203.1', textOf(DAY, 0, '04/02/2026 - 09:15'));
  await write('curva_pbc_20260329.1', textOf('2026-03-29', 0, '30/03/2026 - 09:15'));
  await write('curva_pbc_20260330.1', textOf('2026-03-30', 0, '31/03/2026 - 09:15').slice(0, 3000));
  const report = await importOmieFolder({ db, folder });
  const rows = Object.fromEntries(report.series.map(({ series, inserted }) => [series, inserted]));
  assert.deepEqual(rows, {
    'price.da': 96,
    'price.da.pt': 96,
    'curve.cleared': 188,
    'curve.less2000': 188,
    'curve.less1000': 188,
    'curve.less500': 188,
    'curve.more500': 188,
    'curve.more1000': 188,
    'curve.more2000': 188,
  });
  assert.equal(report.files, 3);
  assert.deepEqual(
    report.refused.map(({ file }) => file),
    ['curva_pbc_20260330.1'],
  );
  const issued = instantOf('2026-02-04', '09:15');
  assert.deepEqual(await valuesOf('curve.cleared', issued - 1), []);
  assert.deepEqual(new Set(await valuesOf('curve.cleared', issued)), new Set([5000]));
});

test('the same files again change nothing, and a later revision corrects from its issue on', async () => {
  const again = await importOmieFolder({ db, folder });
  assert.deepEqual(
    again.series.map(({ rows, unchanged }) => rows - unchanged),
    again.series.map(() => 0),
  );
  const before = await valuesOf('curve.cleared');
  await write('curva_pbc_20260203.2', textOf(DAY, 2, '05/02/2026 - 10:00'));
  const report = await importOmieFolder({ db, folder });
  assert.equal(report.skipped.find(({ reason }) => reason.startsWith('superseded'))?.count, 1);
  const revised = instantOf('2026-02-05', '10:00');
  assert.deepEqual(await valuesOf('curve.cleared', revised - MINUTE_MS), before);
  assert.equal((await valuesOf('curve.cleared', revised)).at(-1), 5190);
});

test('a folder of curves alone is loaded too', async () => {
  const alone = await mkdtemp(path.join(tmpdir(), 'omie-curves-'));
  try {
    const day = '2025-10-26';
    await writeFile(path.join(alone, 'curva_pbc_20251026.1'), textOf(day, 1, '27/10/2025 - 09:15'));
    const { series } = await importOmieFolder({ db, folder: alone });
    assert.equal(series.find(({ series: key }) => key === 'curve.more1000')?.inserted, 100);
  } finally {
    await rm(alone, { recursive: true });
  }
});
