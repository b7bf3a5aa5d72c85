import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzFields, fuzzService } from './fuzz-service.ts';

test('random requests to every documented operation get documented answers', async () => {
  const { requests, statuses, operations } = await fuzzService({ requests: 680, seed: 20_260_330 });
  assert.ok(requests >= 500 && operations >= 20);
  assert.ok((statuses.get(200) ?? 0) > 40, `too few are answered: ${JSON.stringify([...statuses])}`);
  assert.ok((statuses.get(422) ?? 0) > 20);
});

test('an odd value in any field of any operation is no server error, and refusals have the form of errors', async () => {
  const { requests, fields, statuses } = await fuzzFields({ seed: 20_260_330, valuesOfField: 1 });
  assert.ok(fields > 400 && requests === fields, `${requests} requests to ${fields} fields`);
  assert.ok((statuses.get(422) ?? 0) > 100, JSON.stringify([...statuses]));
});
