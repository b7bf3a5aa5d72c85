import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { ErrorBody } from '../../src/ground/http/error.ts';
import { createTestApi } from './test-api.ts';

const logged: string[] = [];
const logger = pino({ level: 'error' }, { write: (line) => logged.push(line) });
const api = await createTestApi('2026-03-30T10:05:00Z', { logger });
after(() => api.close());
const address = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));

test('what is not HTTP, or has too many headers, is answered with the usual body and hung up on', async () => {
  const cases: [string, number][] = [
    ['GARBAGE\r\n\r\n', 400],
    [`GET /api/v1/health HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ];
  for (const [request, status] of cases) {
    const socket = connect(Number(address.port), address.hostname);
    socket.write(request);
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    const { error, ...rest } = ErrorBody.parse(JSON.parse(body));
    assert.deepEqual([error, rest.status], ['invalid_request', status]);
  }
});

test('a caller that hangs up in the middle of its body is no failure of the service', async () => {
  const socket = connect(Number(address.port), address.hostname);
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 50';
  socket.write(`POST /api/v1/auth/token HTTP/1.1\r\nHost: a\r\n${form}\r\n\r\nusername=a`);
  await sleep(50);
  socket.destroy();
  await sleep(50);
  assert.deepEqual(logged, []);
});
