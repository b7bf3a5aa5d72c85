import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../server/test/database.ts';
import { marketCsv } from './market-csv.ts';
import { runAsOperator } from './run-in-process.ts';

const { url, drop } = await createTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-from-store-'));
const file = path.join(folder, 'market.csv');
const INSTALLATION = { DATABASE_URL: url, DATA_DIR: folder };
const quick = ['--model', 'naive', '--calibration-days', '14'];
const SPAN = ['--from', '2026-03-20', '--to', '2026-03-31'];
after(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const MAPPING = {
  time: { column: 'time', zone: 'offset' },
  resolution: 'PT1H',
  series: [
    { column: 'price', key: 'price.da', unit: 'EUR/MWh', availability: { rule: 'auction', product: 'da' } },
    {
      column: 'load forecast',
      key: 'load.forecast',
      unit: 'MW',
      availability: { rule: 'local-time', dayOffset: -1, time: '10:00' },
    },
  ],
};

before(async () => {
  await writeFile(file, marketCsv('2025-08-01', '2026-03-31'));
  const mapping = path.join(folder, 'mapping.json');
  await writeFile(mapping, JSON.stringify(MAPPING));
  const imported = await runAsOperator(INSTALLATION, ['import', 'csv', file, '--mapping', mapping]);
  assert.equal(imported.code, 0, imported.stderr);
});

test('imported prices are back-tested from the store as they are from the file', async () => {
  const figures = async (data: string[]) => {
    const args = ['backtest', ...data, ...SPAN, '--model', 'lear', '--windows', '56', '--json'];
    const { code, stdout, stderr } = await runAsOperator(INSTALLATION, [...args, '--calibration-days', '7']);
    assert.equal(code, 0, stderr);
    const { seconds: _seconds, notes, ...rest } = JSON.parse(stdout);
    return { rest, notes };
  };
  const [stored, read] = [await figures(['--from-store', 'es-da']), await figures(['--data', file])];
  assert.ok(stored.rest.mae > 0 && Math.abs(stored.rest.mae / read.rest.mae - 1) < 0.1);
  assert.equal(stored.rest.days, read.rest.days);
  assert.match(stored.notes[0], /^price\.da of the store, 2025-08-01 to 2026-03-31; .*: load\.forecast\.$/);
});

test('the day after the last stored prices is forecast, with notes beside CSV', async () => {
  const args = ['predict', '--from-store', 'price.da', ...quick, '--csv'];
  const { code, stdout, stderr } = await runAsOperator(INSTALLATION, args);
  assert.equal(code, 0, stderr);
  const [, first, ...rows] = stdout.trimEnd().split('\n');
  assert.match(first, /^2026-03-31T22:00:00Z,2026-04-01 00:00:00\+02:00,/);
  assert.equal(rows.length, 23);
  assert.match(stderr, /^lonja: price\.da of the store, /m);
});

test('data are named once, and a series that is not stored is exit code 2', async () => {
  for (const [args, message] of [
    [[], /by one of --data FILE and --from-store SERIES/],
    [['--data', file, '--from-store', 'es-da'], /by one of --data FILE and --from-store SERIES/],
    [['--from-store', 'es-ida1'], /no prices of "es-ida1"\. It has price\.da\./],
  ] as const) {
    const { code, stderr } = await runAsOperator(INSTALLATION, ['predict', ...args, ...quick]);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});
