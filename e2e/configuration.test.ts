import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from './running-service.ts';

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
