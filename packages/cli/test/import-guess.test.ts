import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { listBuiltInMappings } from '@lonja/server/operations';
import { runHere } from './run-in-process.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-import-guess-'));
after(() => rm(folder, { recursive: true }));

const file = path.join(folder, 'precios.csv');
const hours = Array.from({ length: 24 }, (_, hour) => `05/11/2025;${hour + 1};${40 + hour},5`);
await writeFile(file, ['Fecha;Hora;Precio', ...hours, ''].join('\n'));

test('--guess prints a mapping that can be saved, shows how it reads the file, and stores nothing', async () => {
  const data = path.join(folder, 'data');
  const guess = ['import', 'csv', file, '--guess'];
  const { code, stdout, stderr } = await runHere(guess, { variables: { DATA_DIR: data } });
  assert.equal(code, 0, stderr);
  const mapping: { time: unknown; series: { key: string }[] } = JSON.parse(stdout);
  assert.deepEqual(
    mapping.series.map(({ key }) => key),
    ['price.da'],
  );
  assert.match(stderr, /The first 10 of 24 values as they are read; nothing has been stored/);
  assert.match(
    stderr,
    /2025-11-04T23:00Z {2}2025-11-05T00:00:00\+01:00 +40\.5 {2}price\.da {2}EUR\/MWh {2}PT1H/,
  );
  assert.match(stderr, /- Whether "Fecha" has the day or the month first/);
  assert.match(stderr, /- Which price "Precio" is/);
  assert.equal(existsSync(data), false);
  const json = await runHere([...guess, '--json']);
  const whole: { mapping: unknown; rows: unknown[]; count: number; undecided: string[] } = JSON.parse(
    json.stdout,
  );
  assert.deepEqual([whole.mapping, whole.rows.length, whole.count, json.stderr], [mapping, 10, 24, '']);
});

test('--guess beside --mapping, and a file that is none, are refused', async () => {
  const both = await runHere(['import', 'csv', file, '--guess', '--mapping', 'mibgas']);
  assert.match(both.stderr, /Choose one of --mapping and --guess/);
  const none = await runHere(['import', 'csv', path.join(folder, 'none.csv'), '--guess']);
  assert.notEqual(none.code, 0);
  assert.match(none.stderr, /none\.csv cannot be read: it does not exist/);
});

test('the help of the command has every ready mapping', async () => {
  const { stdout } = await runHere(['import', 'csv', '--help']);
  for (const { name } of listBuiltInMappings())
    assert.ok(stdout.replaceAll(/\s+/g, ' ').includes(name), name);
});
