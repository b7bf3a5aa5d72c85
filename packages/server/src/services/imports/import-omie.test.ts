import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { addDays, dayStart, hourlyValues, instantOf } from '@lonja/forecasting';
import { createTestDatabase } from '../../../test/database.ts';
import { count, omieText } from '../../../test/omie-text.ts';
import { readSeries } from '../../store/observations.ts';
import { importOmieFolder } from './import-omie.ts';
import { formatImportReport } from './import-report.ts';

const { db, drop } = await createTestDatabase();
after(drop);

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-omie-'));
after(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
}

async function pricesOf(key: string, day: string, asOf = Infinity): Promise<number[]> {
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf };
  const series = await readSeries(db, { keys: [key], dataOrigin: 'market', ...window });
  return [...hourlyValues(series.get(key) ?? [], window).values()];
}

test('a folder of old and new files is loaded, what is damaged or none of ours is told', async () => {
  await write('marginalpdbc_20250330.1', omieText('2025-03-30', count(23)));
  await write('marginalpdbc_20250930.1', omieText('2025-09-30', count(24)));
  await write('2025/marginalpdbc_20251001.1', omieText('2025-10-01', count(96)));
  await write('2025/marginalpdbc_20251026.1', omieText('2025-10-26', count(100)));
  await write('marginalpdbc_20250101.1', omieText('2025-01-01', count(24)).replace(';1003;3;', ';1003;'));
  await write(
    'marginalpibc_2025100103.1',
    omieText('2025-10-01', count(48), { header: 'MARGINALPIBC;', firstPeriod: 49 }),
  );
  await write('marginalpibc_2025100101.1', 'MARGINALPIBC;\r\n*\r\n');
  await write('marginalpibc_2023100101.1', 'MARGINALPIBC;\r\n*\r\n');
  await write('notes.txt', 'hello');
  const report = await importOmieFolder({ db, folder });

  const rows = Object.fromEntries(
    report.series.map((series) => [`${series.series} ${series.resolution}`, series.inserted]),
  );
  assert.deepEqual(rows, {
    'price.da PT1H': 47,
    'price.da.pt PT1H': 47,
    'price.da PT15M': 196,
    'price.da.pt PT15M': 196,
    'price.ida3 PT15M': 48,
    'price.ida3.pt PT15M': 48,
  });
  assert.equal(report.files, 5);
  assert.deepEqual(
    report.skipped.map(({ count }) => count),
    [1, 1, 1],
  );
  assert.deepEqual(
    report.refused.map(({ file, line }) => [file, line]),
    [['marginalpdbc_20250101.1', 5]],
  );
  const text = formatImportReport(report);
  assert.match(text, /price\.da +PT1H +2025-03-30 +2025-09-30 +47 +47 +0 +0 +0/);
  assert.match(text, /files: 1 whole, but without prices/);
  assert.match(text, /Refused whole \(1\):\n  marginalpdbc_20250101\.1, line 5: expected "year/);

  assert.deepEqual(await pricesOf('price.da', '2025-03-30'), count(23));
  assert.deepEqual(
    await pricesOf('price.da', '2025-10-26'),
    count(25).map((hour) => 4 * hour + 1.5),
  );
  assert.deepEqual(
    await pricesOf('price.da.pt', '2025-09-30'),
    count(24).map((hour) => 1000 + hour),
  );
});

test('loading the folder again changes nothing', async () => {
  const before = await db
    .selectFrom('observation')
    .selectAll()
    .orderBy('feed_id')
    .orderBy('start_at')
    .execute();
  const report = await importOmieFolder({ db, folder });
  assert.deepEqual(
    report.series.map(({ rows, unchanged }) => rows - unchanged),
    [0, 0, 0, 0, 0, 0],
  );
  const stored = await db
    .selectFrom('observation')
    .selectAll()
    .orderBy('feed_id')
    .orderBy('start_at')
    .execute();
  assert.deepEqual(stored, before);
});

test('prices are known from the publication of the results, not before', async () => {
  const published = instantOf('2025-09-29', '13:00');
  assert.deepEqual(await pricesOf('price.da', '2025-09-30', published - 1), []);
  assert.equal((await pricesOf('price.da', '2025-09-30', published)).length, 24);
});

test('the highest revision counts, and one that comes later corrects', async () => {
  const day = '2024-05-01';
  const raised = (by: number) => count(24).map((price) => price + (price === 7 ? by : 0));
  await write('marginalpdbc_20240501.1', omieText(day, raised(1)));
  await write('marginalpdbc_20240501.2', omieText(day, raised(2)));
  const first = await importOmieFolder({ db, folder });
  assert.deepEqual(await pricesOf('price.da', day), raised(2));
  assert.equal(first.skipped.find(({ reason }) => reason.startsWith('superseded'))?.count, 1);

  await write('marginalpdbc_20240501.3', omieText(day, raised(3)));
  const second = await importOmieFolder({ db, folder });
  assert.equal(second.series[0].corrected, 1);
  assert.deepEqual(await pricesOf('price.da', day), raised(3));
});

test('where the highest revision is damaged, the one before it counts', async () => {
  const day = '2024-05-02';
  await write('marginalpdbc_20240502.1', omieText(day, count(24)));
  await write('marginalpdbc_20240502.2', omieText(day, count(22)));
  const report = await importOmieFolder({ db, folder });
  assert.deepEqual(await pricesOf('price.da', day), count(24));
  assert.ok(report.refused.some(({ file }) => file === 'marginalpdbc_20240502.2'));
});

test('of revisions that are imported one by one the highest counts, whichever comes first', async () => {
  const day = '2024-05-03';
  const raised = (by: number) => count(24).map((price) => price + by);
  const text = (by: number) => omieText(day, raised(by));
  for (const revision of [2, 1, 2]) {
    const one = await mkdtemp(path.join(folder, 'one-'));
    await writeFile(path.join(one, `marginalpdbc_20240503.${revision}`), text(revision));
    await importOmieFolder({ db, folder: one });
    await rm(one, { recursive: true });
    assert.deepEqual(await pricesOf('price.da', day), raised(2));
  }
  const published = instantOf('2024-05-02', '13:00');
  assert.deepEqual(await pricesOf('price.da', day, published), raised(1));
});

test('a file that cannot be read is refused with the reason, and the rest goes on', async () => {
  const one = await mkdtemp(path.join(folder, 'one-'));
  await symlink('nowhere', path.join(one, 'marginalpdbc_20240504.1'));
  await symlink(folder, path.join(one, 'marginalpdbc_20240505.1'));
  await writeFile(path.join(one, 'marginalpdbc_20240506.1'), omieText('2024-05-06', count(24)));
  const { files, refused } = await importOmieFolder({ db, folder: one });
  await rm(one, { recursive: true });
  assert.equal(files, 1);
  assert.deepEqual(
    refused.map(({ message }) => message.replace(/^.*, but /, '')),
    ['it does not exist', 'it is a folder'],
  );
});

test('a folder that does not exist or holds no price file is an error with its name', async () => {
  await assert.rejects(
    importOmieFolder({ db, folder: '/nowhere' }),
    /The folder \/nowhere cannot be read: it does not exist\.$/,
  );
  const empty = await mkdtemp(path.join(folder, 'empty-'));
  await assert.rejects(importOmieFolder({ db, folder: empty }), /holds no OMIE price file/);
});
