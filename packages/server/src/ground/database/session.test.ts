import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import copyStreams from 'pg-copy-streams';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Relay, startRelay } from '../../../test/relay.ts';
import { openSession } from './session.ts';

const LARGE = "copy (select repeat('x', 1000) from generate_series(1, 300000)) to stdout";

let database: TestDatabase;
let relay: Relay;
let address: string;

before(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  address = url.href;
});
after(async () => {
  await relay.close();
  await database.drop();
});

test('a statement whose connection is lost without a word fails', async () => {
  const session = await openSession(address);
  await session.client.query('begin');
  relay.swallow();
  await assert.rejects(session.client.query('select 1'), /^Error: Connection terminated/);
  await session.close();
});

test('so does a copy in the middle of its rows', async () => {
  const session = await openSession(address);
  const rows: AsyncIterable<Buffer> = session.client.query(copyStreams.to(LARGE));
  const copied = (async () => {
    let bytes = 0;
    for await (const piece of rows) {
      if (bytes === 0) relay.swallow();
      bytes += piece.length;
    }
  })();
  await assert.rejects(copied, /^Error: Connection terminated/);
  await session.close();
});
