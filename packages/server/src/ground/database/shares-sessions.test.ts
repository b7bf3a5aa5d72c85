import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { hasPgbouncer, startPgbouncer } from '../../../test/pgbouncer.ts';
import { prepareDatabase } from './prepare-database.ts';
import { sharesSessions } from './shares-sessions.ts';
import { DEFAULT_TENANT_ROLE } from './tenant-rights.ts';

const { url, drop } = await createTestDatabase();
after(drop);
const withPooler = { skip: !hasPgbouncer() && 'pgbouncer is not here' };

/** What a start on a database warns of. */
async function warningsOf(address: string): Promise<string> {
  let lines = '';
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines += String(chunk);
      done();
    },
  });
  await prepareDatabase(address, { tenantRole: DEFAULT_TENANT_ROLE, logger: pino({ level: 'warn' }, log) });
  return lines;
}

test('the server itself shares no session, and a start on it warns of nothing', async () => {
  assert.equal(await sharesSessions(url), false);
  assert.doesNotMatch(await warningsOf(url), /pooler/);
});

test(
  'a pooler by transaction is found with few or many sessions, and a start behind it says what to do',
  withPooler,
  async () => {
    for (const size of [1, 10]) {
      const pooler = await startPgbouncer(url, { size });
      assert.equal(await sharesSessions(pooler.url), true, `${size} sessions`);
      await pooler.stop();
    }
    const pooler = await startPgbouncer(url);
    assert.match(await warningsOf(pooler.url), /set DATABASE_DIRECT_URL to the server itself/);
    await pooler.stop();
  },
);

test('it is found while others work through it', withPooler, async () => {
  const pooler = await startPgbouncer(url);
  const pool = new pg.Pool({ connectionString: pooler.url, max: 8 });
  const over = new AbortController();
  const work = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) {
      await pool.query('select pg_sleep(0.002)');
      await sleep(1);
    }
  });
  for (let i = 0; i < 5; i++) assert.equal(await sharesSessions(pooler.url), true);
  over.abort();
  await Promise.all(work);
  await pool.end();
  await pooler.stop();
});

test('a pooler by session is none that shares them', withPooler, async () => {
  const pooler = await startPgbouncer(url, { mode: 'session' });
  assert.equal(await sharesSessions(pooler.url), false);
  await pooler.stop();
});
