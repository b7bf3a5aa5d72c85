import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDatabaseTimeout, isDatabaseUnreachable, isReadOnlyFault } from './database-fault.ts';

function fault(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

test('connections that fail, break or are turned away are the passing kind, also as a cause', () => {
  for (const error of [
    fault('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    fault('terminating connection due to administrator command', '57P01'),
    fault('the database system is starting up', '57P03'),
    fault('sorry, too many clients already', '53300'),
    fault('connection failure', '08006'),
    fault('Connection terminated unexpectedly'),
    fault('timeout exceeded when trying to connect'),
    new Error('query failed', { cause: fault('read ECONNRESET', 'ECONNRESET') }),
  ]) {
    assert.equal(isDatabaseUnreachable(error), true, error.message);
  }
});

test('what PostgreSQL gave up for others may be tried again', () => {
  for (const code of ['55P03', '57014', '40P01', '40001']) {
    assert.equal(
      isDatabaseTimeout(new Error('query failed', { cause: fault('given up', code) })),
      true,
      code,
    );
  }
  assert.equal(isDatabaseTimeout(fault('duplicate key value violates unique constraint', '23505')), false);
});

test('queries at fault and other errors are not', () => {
  for (const error of [
    fault('syntax error at or near "selct"', '42601'),
    fault('invalid byte sequence for encoding "UTF8": 0x00', '22021'),
    fault('duplicate key value violates unique constraint', '23505'),
    new TypeError('x is not a function'),
    'ECONNREFUSED',
    undefined,
  ]) {
    assert.equal(isDatabaseUnreachable(error), false, String(error));
  }
});

test('a standby refuses to write, and to read tables that it does not have', () => {
  const ofStandby = Object.assign(
    fault('cannot access temporary or unlogged relations during recovery', '0A000'),
    {
      routine: 'get_relation_info',
    },
  );
  assert.equal(isReadOnlyFault(fault('cannot execute INSERT in a read-only transaction', '25006')), true);
  assert.equal(isReadOnlyFault(new Error('query failed', { cause: ofStandby })), true);
  assert.equal(isReadOnlyFault(fault('cached plan must not change result type', '0A000')), false);
});
