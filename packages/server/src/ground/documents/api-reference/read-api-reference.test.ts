import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDocuments } from '../documents.ts';
import { readReferenceParts, renderReference } from './read-api-reference.ts';
import { REFERENCE_WORDS } from './reference-words.ts';

test('an operation of which no example is recorded yet is described without one, beside all the others', async () => {
  const folder = findDocuments();
  assert.ok(folder !== undefined);
  const { document, examples } = await readReferenceParts(folder);
  const { getSite: recorded, ...others } = examples;
  const english = { words: REFERENCE_WORDS.en, translate: (text: string) => text };
  const whole = [...renderReference({ document, examples }, english).topics.values()].join('\n');
  const lacking = [...renderReference({ document, examples: others }, english).topics.values()].join('\n');
  const heading = '## GET /portfolio/sites/{id}\n';
  const call = `"$LONJA_URL/api/v1${recorded.path}"`;
  assert.deepEqual([whole.includes(heading), lacking.includes(heading)], [true, true]);
  const callsIn = (text: string) => text.split(call).length - 1;
  assert.equal(callsIn(lacking), callsIn(whole) - 1);
});
