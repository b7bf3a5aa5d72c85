import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { addDays, dayRange } from '@lonja/forecasting/market';
import { publishTestRun, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { configFolder, runHere } from './run-in-process.ts';

const DAY = '2026-03-31';
const api = await createTestApi('2026-03-30T09:30:00Z');
const config = await configFolder();
const variables: Record<string, string> = {};
before(async () => {
  variables.LONJA_SERVER = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await api.createSession({ role: 'manager' });
  variables.LONJA_API_KEY = token;
  for (const [i, day] of dayRange(addDays(DAY, -30), addDays(DAY, -1)).entries()) {
    const known = { day, availableAt: `${addDays(day, -1)}T14:00:00Z` };
    await storeTestPrices(api.db, { ...known, level: 40 });
    await storeTestPrices(api.db, { ...known, level: 30 + i, product: 'ida1' });
  }
  await publishTestRun(api.db, {
    issuedAt: '2026-03-30T09:00:00Z',
    firstDay: DAY,
    days: 1,
    withDistributions: true,
  });
  const load = { name: 'Getafe', kind: 'load', capacity_mw: 1 };
  assert.equal((await api.send('POST', '/portfolio/sites', token, load)).status, 201);
});
after(async () => {
  await api.close();
  await rm(config, { recursive: true });
});

const run = (...args: string[]) => runHere(args, { variables });

test('waiting of a site: what each auction is worth, and the size for a loss', async () => {
  const { code, stdout, stderr } = await run(
    'sites',
    'waiting',
    'Getafe',
    '--date',
    DAY,
    '--max-loss',
    '38.4',
  );
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.split('\n');
  assert.match(lines[0] ?? '', /^Getafe, 2026-03-31: as known until 2026-03-30 11:30 CEST, forecast issued/);
  // 24 MWh, spreads from -10 to 19 EUR/MWh: a buyer loses.
  assert.match(
    lines[1] ?? '',
    /^ida1, 29 days: -\d+\.\d\d EUR expected .*; 90 %: no loss above 3\d\d\.\d\d EUR$/,
  );
  assert.match(
    lines[2] ?? '',
    /^ {2}may wait: 10 %, up to 0\.10 MW, 2\.\d MWh; 90 %: no loss above 38\.40 EUR$/,
  );
  assert.equal(lines[3], 'ida2: 0 past days of both auctions, fewer than the 28 that it takes');
  assert.equal(lines.filter((line) => /^ida1 +2026-03-31 /.test(line)).length, 24);
  const wrong = await run('sites', 'waiting', 'Getafe', '--date', DAY, '--confidence', '0.99');
  assert.deepEqual([wrong.code, /--confidence/.test(wrong.stderr)], [2, true], wrong.stderr);
});

test('all auctions before the gate', async () => {
  const { code, stdout } = await run('outlook', 'auctions', '--date', DAY);
  assert.equal(code, 0);
  assert.match(stdout, /^es, 2026-03-31: as known until 2026-03-30 11:30 CEST/);
  assert.match(stdout, /\nida1: spreads of 29 days\nida2: 0 past days/);
});
