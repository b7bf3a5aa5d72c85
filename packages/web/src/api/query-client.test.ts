import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LonjaError } from '@lonja/client';
import { QueryObserver } from '@tanstack/react-query';
import { askAgainAfter, createQueryClient } from './query-client.ts';

test('a first answer from before a change is not taken for the one after it', async (t) => {
  const queryClient = createQueryClient();
  let keys = 'none';
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const read = async () => {
    const answer = keys;
    await gates.shift()?.promise;
    return answer;
  };
  const [first, second] = gates;
  const observer = new QueryObserver(queryClient, { queryKey: ['keys', 1], queryFn: read });
  const end = observer.subscribe(() => undefined);
  t.after(() => {
    end();
    // Whoever leaves starts the time that answers are kept.
    queryClient.clear();
  });
  keys = 'one';
  const renewed = queryClient.invalidateQueries({ queryKey: ['keys'] });
  first.resolve();
  second.resolve();
  await renewed;
  assert.equal(observer.getCurrentResult().data, 'one');
});

test('what may pass is asked again after ten seconds or as long as the service says, a refusal never', () => {
  const failed = (status: number, retryAfterMs: number | null = null) =>
    askAgainAfter(new LonjaError({ status, error: 'x', detail: 'x', request_id: '', retryAfterMs }));
  assert.deepEqual([failed(0), failed(503), failed(500)], [10_000, 10_000, 10_000]);
  assert.deepEqual([failed(429, 42_000), failed(503, 1000)], [42_000, 10_000]);
  assert.deepEqual([failed(401), failed(403), failed(404), failed(422)], [false, false, false, false]);
  assert.deepEqual([askAgainAfter(null), askAgainAfter(new TypeError('x'))], [false, false]);
});
