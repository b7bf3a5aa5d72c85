import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { adviseOperator } from './operator-advice.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-advice-'));
after(() => rm(dataDir, { recursive: true }));

async function advice(installation: Partial<Parameters<typeof adviseOperator>[1]>): Promise<string[]> {
  const messages: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void messages.push(JSON.parse(line).msg) });
  const laptop = { dataDir, host: '127.0.0.1', superadminSecondFactor: undefined, madeAccounts: false };
  await adviseOperator(logger, { ...laptop, ...installation });
  return messages;
}

test('beyond loopback a second factor of superadmins is recommended until that is decided', async () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.0.0.2'])
    assert.deepEqual(await advice({ host }), []);
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'lonja.example.com']) {
    assert.match((await advice({ host }))[0], /SUPERADMIN_SECOND_FACTOR=true/, host);
    assert.deepEqual(await advice({ host, superadminSecondFactor: false }), []);
  }
});

test('each start but the first reminds of the file with the secrets, until it is gone', async () => {
  await writeFile(path.join(dataDir, 'first-run.json'), '{}');
  assert.match((await advice({}))[0], /still lie on this machine/);
  assert.deepEqual(await advice({ madeAccounts: true }), []);
  await rm(path.join(dataDir, 'first-run.json'));
  assert.deepEqual(await advice({}), []);
});
