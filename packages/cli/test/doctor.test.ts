import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../server/test/database.ts';
import { checkLines } from '../src/doctor/check-lines.ts';
import { runAsOperator } from './run-in-process.ts';

const { url, drop } = await createTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-doctor-'));
after(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

/** A service without one that runs, on a database without data. */
const INSTALLATION = { DATABASE_URL: url, DATA_DIR: folder, SOURCES: 'simulator', PORT: '1' };

test('lonja doctor prints a line for each check, and its exit code shows warnings', async () => {
  const { code, stdout, stderr } = await runAsOperator(INSTALLATION, ['doctor'], { columns: 200 });
  assert.deepEqual([code, stderr], [7, '']);
  const lines = stdout.trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^ok +version +Lonja \d/);
  assert.ok(lines.some((line) => /^warning +service +none runs: .*; start it with "npm start"$/.test(line)));
  assert.match(lines.at(-1) ?? '', /^\d+ checks: \d+ warnings\.$/);
});

test('what does not work is exit code 8, in JSON too, and a folder that is not there stays so', async () => {
  const missing = path.join(folder, 'missing');
  const { code, stdout } = await runAsOperator({ SOURCES: 'simulator', DATA_DIR: missing, PORT: '1' }, [
    'doctor',
    '--json',
  ]);
  const { verdict, checks } = JSON.parse(stdout);
  assert.deepEqual([code, verdict], [8, 'fault']);
  assert.deepEqual(
    checks.find(({ name }: { name: string }) => name === 'database'),
    {
      name: 'database',
      code: 'database_missing',
      verdict: 'fault',
      text: `there is none in the data folder ${missing}`,
      remedy: 'set DATA_DIR to that of the service, or make one with "npm start" or "lonja import"',
    },
  );
  await assert.rejects(stat(missing), { code: 'ENOENT' });
});

test('a configuration that cannot be read is a fault like others', async () => {
  const { code, stdout } = await runAsOperator({ ...INSTALLATION, PORT: '99999' }, ['doctor']);
  assert.equal(code, 8);
  assert.match(
    stdout,
    /^fault +configuration +The configuration has a fault: PORT="99999" must be .*; see docs/,
  );
});

test('a line that is wider than the terminal goes on below its text', () => {
  const check = {
    name: 'clock',
    verdict: 'fault',
    text: 'word '.repeat(20).trim(),
    remedy: 'mend it',
  } as const;
  const lines = checkLines([check], 60);
  assert.equal(lines[0]?.startsWith('fault    clock  word word'), true);
  assert.equal(lines[1]?.startsWith('                word'), true);
  assert.ok(lines.every((line) => line.length <= 60));
});
