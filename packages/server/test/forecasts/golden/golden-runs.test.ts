import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeGoldenRuns, readGoldenRuns } from './golden-runs.ts';

test('published runs are the same to the last bit: points, distributions, explanations and what is learnt from them', async () => {
  assert.deepEqual(
    await makeGoldenRuns(),
    readGoldenRuns(),
    'What is issued has changed. If that is meant, raise the version of the library where its numbers changed and run ' +
      '"node packages/server/tools/write-golden-runs.ts".',
  );
});
