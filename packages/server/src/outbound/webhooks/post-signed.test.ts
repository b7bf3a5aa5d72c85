import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { Agent } from 'undici';
import { sentenceOrNull } from '../../ground/reasons/reasons.ts';
import { postSigned } from './post-signed.ts';

/** Answers with the status that the path names. */
const receiver = createServer((request, response) => {
  const status = Number(request.url?.slice(1));
  request.resume().on('end', () => response.writeHead(status, { location: '/204' }).end());
});
const agent = new Agent();
let origin: string;

before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  assert.ok(typeof address === 'object' && address !== null);
  origin = `http://127.0.0.1:${address.port}`;
});
after(async () => {
  await agent.close();
  receiver.close();
});

const ANSWERS: [status: number, error: string | null][] = [
  [200, null],
  [204, null],
  [299, null],
  [300, 'The endpoint answered 300 Multiple Choices; only 2xx is a success.'],
  [301, 'The endpoint redirects (301); redirects are not followed.'],
  [302, 'The endpoint redirects (302); redirects are not followed.'],
  [303, 'The endpoint redirects (303); redirects are not followed.'],
  [304, 'The endpoint answered 304 Not Modified; only 2xx is a success.'],
  [305, 'The endpoint answered 305 Use Proxy; only 2xx is a success.'],
  [306, 'The endpoint answered 306; only 2xx is a success.'],
  [307, 'The endpoint redirects (307); redirects are not followed.'],
  [308, 'The endpoint redirects (308); redirects are not followed.'],
  [399, 'The endpoint answered 399; only 2xx is a success.'],
  [404, 'The endpoint answered 404.'],
  [410, 'The endpoint answered 410.'],
  [500, 'The endpoint answered 500.'],
];

test('every answer is named as what it is, and only 3xx that lead elsewhere as redirects', async () => {
  for (const [status, error] of ANSWERS) {
    const outcome = await postSigned(agent, {
      origin,
      path: `/${status}`,
      body: Buffer.from('{}'),
      headers: { 'content-type': 'application/json' },
      timeoutMs: 60_000,
      onSlow: () => {},
    });
    assert.deepEqual([outcome.status, sentenceOrNull(outcome.error)], [status, error]);
  }
});
