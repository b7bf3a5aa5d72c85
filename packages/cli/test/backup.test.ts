import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../server/test/database.ts';
import { runAsOperator } from './run-in-process.ts';

const { url, drop } = await createTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-cli-backup-'));
after(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const INSTALLATION = { DATABASE_URL: url, DATA_DIR: folder };
const file = path.join(folder, 'lonja.tar');

test('lonja backup prints a line of what it wrote; what cannot be done is exit code 2 and one sentence', async () => {
  const made = await runAsOperator(INSTALLATION, ['backup', file]);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.match(
    made.stdout,
    /lonja\.tar: \d+ rows of \d+ tables, \d+\.\d MiB, in .* s\.\nIt is without secrets: /,
  );
  assert.ok((await stat(file)).size > 0);
  for (const [args, reason] of [
    [
      ['backup', file],
      /^lonja: .*lonja\.tar is there already; name another file, or replace it with --force\.\n$/,
    ],
    [
      ['backup', `${file}2`, '--with-secrets'],
      /^lonja: --with-secrets needs a passphrase; set LONJA_BACKUP_PASSPHRASE/,
    ],
    [['restore', file], /^lonja: The database holds data of Lonja already; restore into a new one: /],
    [['restore', path.join(folder, 'none')], /^lonja: Cannot read .*none: ENOENT/],
  ] as const) {
    const { code, stdout, stderr } = await runAsOperator(INSTALLATION, [...args]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, reason);
  }
  assert.equal((await runAsOperator(INSTALLATION, ['backup', file, '--force'])).code, 0);
});

test('lonja upgrade --check prints its checks like the doctor, and nothing is upgraded without --check', async () => {
  const { code, stdout } = await runAsOperator(INSTALLATION, ['upgrade', '--check'], { columns: 200 });
  assert.equal(code, 0);
  assert.match(stdout, /^ok +schema +\d+ migrations done, the last \d{4}-[a-z-]+; none would run$/m);
  assert.match(stdout, /^ok +backup +the last one was made at .*Z, 0 h ago, /m);
  const { verdict, checks } = JSON.parse(
    (await runAsOperator(INSTALLATION, ['upgrade', '--check', '--json'])).stdout,
  );
  assert.deepEqual([verdict, checks.length], ['ok', 6]);
  const without = await runAsOperator(INSTALLATION, ['upgrade']);
  assert.deepEqual([without.code, without.stdout], [2, '']);
});
