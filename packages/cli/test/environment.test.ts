import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../server/test/database.ts';
import { databaseUrl } from '../../server/test/test-cluster.ts';
import { openDatabase } from '../../server/src/ground/database/database.ts';
import { runAsOperator } from './run-in-process.ts';
import { runLonja } from './run-lonja.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-environment-'));
after(() => rm(folder, { recursive: true }));
const file = path.join(folder, 'taken');
await writeFile(file, '');

const faults: [name: string, environment: Record<string, string>, message: RegExp][] = [
  [
    'a database that does not answer',
    { DATA_DIR: folder, DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/lonja' },
    /cannot be reached .*ECONNREFUSED.*; check DATABASE_URL\.$/,
  ],
  [
    'a data folder that is a file',
    { DATA_DIR: file },
    /taken cannot be used: it is a file; check DATA_DIR\.$/,
  ],
];
for (const [name, environment, message] of faults) {
  test(`${name} is one sentence without a secret, and exit code 2`, async () => {
    const { code, stdout, stderr } = await runLonja(['import', 'omie', folder], environment);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr.trimEnd(), message);
    assert.match(stderr, /^lonja: [^\n]+\n$/);
    assert.doesNotMatch(stderr, /secret/);
  });
}

const WITHOUT_DATABASE: string[][] = [
  ['sources'],
  ['model', 'list'],
  ['forecast', 'issue', '--product', 'da'],
  ['superadmin', 'ana@example.com'],
  ['replay', '--from', '2026-03-01', '--to', '2026-03-02'],
];

for (const args of WITHOUT_DATABASE) {
  test(`"lonja ${args.join(' ')}" in a folder without a database says where it looked and makes none`, async () => {
    const empty = await mkdtemp(path.join(folder, 'empty-'));
    const missing = path.join(folder, 'missing', args[0] ?? '');
    for (const dataDir of [empty, missing]) {
      const { code, stdout, stderr } = await runAsOperator({ DATA_DIR: dataDir }, args);
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.equal(
        stderr,
        `lonja: There is no database in the data folder ${dataDir}; set DATA_DIR to that of the service, or make a database with "npm start" or "lonja import".\n`,
      );
    }
    assert.deepEqual(await readdir(empty), []);
    await assert.rejects(stat(missing), { code: 'ENOENT' });
  });
}

test('a database of DATABASE_URL that holds nothing of Lonja is left as it is, and its password is not printed', async () => {
  const { db, url, drop } = await createTestDatabase();
  const name = `empty_${process.pid}`;
  await sql.raw(`create database ${name}`).execute(db);
  try {
    const dataDir = path.join(folder, 'none');
    const outcome = await runAsOperator({ DATABASE_URL: databaseUrl(url, name), DATA_DIR: dataDir }, [
      'sources',
    ]);
    assert.deepEqual([outcome.code, outcome.stdout], [2, '']);
    assert.match(
      outcome.stderr,
      /^lonja: The database that DATABASE_URL names holds nothing of Lonja; [^\n]+\n$/,
    );
    assert.ok(!outcome.stderr.includes(new URL(url).password));
    await assert.rejects(stat(dataDir), { code: 'ENOENT' });
    const left = openDatabase(databaseUrl(url, name), { maxConnections: 1 });
    const { rows } = await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(
      left,
    );
    await left.destroy();
    assert.equal(rows.length, 0);
  } finally {
    await sql.raw(`drop database ${name} with (force)`).execute(db);
    await drop();
  }
});
