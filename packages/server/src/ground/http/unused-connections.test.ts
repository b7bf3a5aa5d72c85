import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { unusedConnectionsPlugin } from './unused-connections.ts';

test('a connection that was never used does not hold up the close', async () => {
  const app = fastify();
  await app.register(unusedConnectionsPlugin);
  app.get('/', async () => 'here');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const unused = connect(Number(new URL(address).port), '127.0.0.1');
  const closed = once(unused, 'close');
  await once(unused, 'connect');
  // Once this is answered the server has taken the first connection too.
  assert.equal(await (await fetch(address)).text(), 'here');
  await app.close();
  await closed;
});
