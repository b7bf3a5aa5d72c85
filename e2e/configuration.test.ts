import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { removeData, startService } from './running-service.ts';

test('a wrong configuration stops the start with one message that lists every fault', async () => {
  const start = startService({
    PORT: '99999',
    SOURCES: 'omie,tarot',
    CLOCK_START: 'tomorrow',
    DATABASE_URL: 'mysql://localhost/x',
  });
  await assert.rejects(start, (error: Error) => {
    assert.match(error.message, /code 1/);
    assert.match(error.message, /4 faults/);
    for (const name of ['PORT', 'SOURCES', 'CLOCK_START', 'DATABASE_URL'])
      assert.match(error.message, new RegExp(name));
    assert.doesNotMatch(error.message, /\bat \S+ \(/, 'no stack trace');
    return true;
  });
});

test('a port that is in use stops the start with one message that says what to do', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  t.after(() => holder.close());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-taken-port-'));
  t.after(() => removeData(dataDir));
  const { port } = holder.address() as AddressInfo;
  const start = startService({ PORT: String(port), DATA_DIR: dataDir, SOURCES: 'simulator' });
  await assert.rejects(start, (error: Error) => {
    assert.match(error.message, /code 1/);
    assert.match(error.message, new RegExp(`Port ${port} of 127.0.0.1 is in use; set PORT`));
    assert.doesNotMatch(error.message, /\bat \S+ \(/, 'no stack trace');
    return true;
  });
});
