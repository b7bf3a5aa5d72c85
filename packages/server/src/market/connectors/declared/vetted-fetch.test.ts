import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { Agent } from 'undici';
import { portOf } from '../../../../test/sources/replay-server.ts';
import { createVettedAgent } from '../../../outbound/webhooks/vetted-agent.ts';
import { SourceUnavailable } from '../transport/reply.ts';
import { createVettedFetch } from './vetted-fetch.ts';

const server = createServer((request, response) => {
  reached.push(request.url ?? '');
  const [, to] = /^\/to\/(.*)$/.exec(request.url ?? '') ?? [];
  if (to !== undefined) response.writeHead(302, { location: decodeURIComponent(to) });
  response.end('hello');
});
const reached: string[] = [];
let local = '';
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  local = `http://127.0.0.1:${portOf(server.address())}`;
});
after(() => new Promise((resolve) => server.close(resolve)));

/** The vetted agent, but for one host of the public internet, which this test's server stands for. */
function behindPublicHost() {
  const plain = new Agent();
  const vetted = createVettedAgent({
    resolve: async () => [{ address: '10.1.2.3', family: 4 }],
    allowPrivate: false,
    connectTimeoutMs: 2000,
  });
  return plain.compose(
    () => (options, handler) =>
      options.origin === 'https://public.example' || String(options.origin) === 'http://public.example'
        ? plain.dispatch({ ...options, origin: local }, handler)
        : vetted.dispatch(options, handler),
  );
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof SourceUnavailable && error.refused && /check its url in SOURCES_FILE/.test(error.message)
  );
}

test('an address of a private network is refused, unless the declaration allows it', async () => {
  await assert.rejects(createVettedFetch('declared.x', false)(local), isRefused);
  const answer = await createVettedFetch('declared.x', true)(`${local}/here`);
  assert.deepEqual([answer.status, await answer.text()], [200, 'hello']);
});

test('a redirect is followed, but not into a private network, by address or by name, and not to plain HTTP', async () => {
  const vetted = createVettedFetch('declared.x', false, behindPublicHost());
  const ask = (to: string) => vetted(`https://public.example/to/${encodeURIComponent(to)}`);
  assert.equal((await ask('https://public.example/there')).status, 200);
  for (const target of [
    `${local}/secret`,
    'https://169.254.169.254/meta',
    'https://inside.example/',
    'https://[::1]/',
  ]) {
    await assert.rejects(ask(target), isRefused, target);
  }
  await assert.rejects(ask('http://public.example/plain'), isRefused);
  assert.ok(!reached.includes('/secret'));
});

test('a redirect that is not to be followed is the answer', async () => {
  const vetted = createVettedFetch('declared.x', false, behindPublicHost());
  const answer = await vetted('https://public.example/to/x', {
    redirect: 'manual',
    headers: { 'x-key': 'k' },
  });
  assert.equal(answer.status, 302);
});
