import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { addDays, dayStart, instantOf } from '@lonja/forecasting/market';
import { hourlyValues } from '@lonja/forecasting/data';
import { createTestDatabase } from '../../../test/database.ts';
import { count, omieText } from '../../../test/omie-text.ts';
import { readSeries } from '../observations/observations.ts';
import { findPublications } from '../publications/publications.ts';
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

test('a folder of old and new files is loaded, what is damaged or not an OMIE file is reported', async () => {
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
  assert.match(text, /files: 1 whole, but without prices: the auction had no result/);
  assert.match(text, /price\.da: 207 days missing between the first and the last: 2025-03-31, /);
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

test('every imported day stands in the ledger as published at its usual instant, those without a result too', async () => {
  const lineOf = async (name: string, day: string) =>
    (await findPublications(db, { source: 'omie', name, from: day, to: day })).get(day);
  const priced = await lineOf('price.da', '2025-10-26');
  const published = instantOf('2025-10-25', '13:00');
  assert.deepEqual(
    [priced?.state, priced?.publishedAt, priced?.nextAttemptAt],
    ['complete', published, undefined],
  );
  const empty = await lineOf('price.ida1', '2025-10-01');
  assert.deepEqual([empty?.state, empty?.publishedAt], ['no_result', instantOf('2025-09-30', '15:30')]);
  assert.equal(await lineOf('price.da', '2025-01-01'), undefined, 'what was refused is not there');
});

test('an imported file without prices says nothing before its auction, and is no result after it', async () => {
  const day = '2026-06-04';
  const one = await mkdtemp(path.join(folder, 'one-'));
  const load = async (time: string) => {
    const report = await importOmieFolder({ db, folder: one, now: instantOf('2026-06-03', time) });
    const lines = await findPublications(db, { source: 'omie', name: 'price.ida1', from: day, to: day });
    return { report, line: lines.get(day) };
  };
  await writeFile(path.join(one, 'marginalpibc_2026060401.1'), 'MARGINALPIBC;\r\n*\r\n');
  const early = await load('15:29');
  assert.deepEqual([early.line, early.report.refused], [undefined, []]);
  const { line } = await load('15:30');
  assert.deepEqual([line?.state, line?.nextAttemptAt], ['no_result', instantOf('2026-06-03', '16:30')]);

  const header = 'MARGINALPIBC;';
  await writeFile(path.join(one, 'marginalpibc_2026060401.2'), omieText(day, count(96), { header }));
  const now = instantOf('2026-06-03', '18:00');
  const mended = await load('18:00');
  assert.deepEqual(
    [mended.line?.state, mended.line?.corrections, mended.line?.correctedAt],
    ['complete', 1, now],
  );
  assert.deepEqual(await pricesOf('price.ida1', day, now - 1), [], 'known from when they came');
  assert.equal((await pricesOf('price.ida1', day, now)).length, 24);

  await writeFile(path.join(one, 'marginalpibc_2026060401.3'), 'MARGINALPIBC;\r\n*\r\n');
  const emptied = await load('19:00');
  assert.deepEqual([emptied.line?.state, emptied.line?.corrections], ['complete', 1]);
  assert.equal((await pricesOf('price.ida1', day)).length, 24);
  assert.deepEqual(
    emptied.report.skipped.map(({ reason, count }) => [reason.slice(0, 34), count]),
    [
      ['superseded by a higher revision of', 1],
      ['without prices, though a lower rev', 1],
    ],
  );
  await rm(one, { recursive: true });
});

test('revisions of two digits count by their number', async () => {
  const day = '2024-05-07';
  const one = await mkdtemp(path.join(folder, 'one-'));
  const raised = (by: number) => count(24).map((price) => price + by);
  for (const revision of [4, 9, 10]) {
    await writeFile(path.join(one, `marginalpdbc_20240507.${revision}`), omieText(day, raised(revision)));
  }
  await importOmieFolder({ db, folder: one });
  await rm(one, { recursive: true });
  assert.deepEqual(await pricesOf('price.da', day), raised(10));
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
  await assert.rejects(
    importOmieFolder({ db, folder: empty }),
    /holds no OMIE file: none is named like marginalpdbc/,
  );
});
