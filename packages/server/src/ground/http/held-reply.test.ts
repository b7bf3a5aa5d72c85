import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressOnce, holdReply } from './held-reply.ts';

test('the compressed bytes are made once and hold the same text', async () => {
  const reply = holdReply('text', {});
  assert.equal(brotliDecompressSync(await compressOnce(reply, 'br')).toString(), 'text');
  assert.equal(gunzipSync(await compressOnce(reply, 'gzip')).toString(), 'text');
  assert.equal(await compressOnce(reply, 'br'), await compressOnce(reply, 'br'));
});
