import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { createFirstAccounts } from '../../src/operate/setup/first-run.ts';
import { createTestDatabase } from '../database.ts';
import { createTestClock } from '../test-clock.ts';

const context = { clock: createTestClock('2026-03-30T10:05:00Z'), logger: pino({ level: 'silent' }) };
const [used, empty] = [await createTestDatabase(), await createTestDatabase()];
const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-first-run-'));
const file = path.join(dataDir, 'first-run.json');
const options = { dataDir, baseUrl: 'http://127.0.0.1:8000' };
after(async () => {
  await used.drop();
  await empty.drop();
  await rm(dataDir, { recursive: true });
});

test('two first starts at once make one set of accounts, which the file holds', async () => {
  const made = await Promise.all([1, 2].map(() => createFirstAccounts({ ...context, db: used.db }, options)));
  const [firstRun, ...others] = made.filter((one) => one !== undefined);
  assert.deepEqual(others, []);
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), firstRun);
  assert.deepEqual(await readdir(dataDir), ['first-run.json']);
});

test('accounts of another database are never replaced', async () => {
  const kept = await readFile(file, 'utf8');
  await assert.rejects(
    createFirstAccounts({ ...context, db: empty.db }, options),
    /first-run\.json holds the first accounts of another database/,
  );
  assert.equal(await readFile(file, 'utf8'), kept);
  assert.deepEqual(await empty.db.selectFrom('tenant').select('id').execute(), []);
});

test('a start that crashed beside its commit leaves the accounts to the next one', async () => {
  const kept = await readFile(file, 'utf8');
  await rename(file, `${file}.new`);
  assert.equal(await createFirstAccounts({ ...context, db: used.db }, options), undefined);
  assert.equal(await readFile(file, 'utf8'), kept);
  await rm(file);
  await writeFile(`${file}.new`, 'of accounts that were rolled back');
  const firstRun = await createFirstAccounts({ ...context, db: empty.db }, options);
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), firstRun);
});

test('where the file cannot be written there are no accounts whose secrets are lost', async () => {
  const other = await createTestDatabase();
  const nowhere = { ...options, dataDir: path.join(file, 'below-a-file') };
  assert.equal(await createFirstAccounts({ ...context, db: other.db }, nowhere), undefined);
  assert.deepEqual(await other.db.selectFrom('tenant').select('id').execute(), []);
  await other.drop();
});
