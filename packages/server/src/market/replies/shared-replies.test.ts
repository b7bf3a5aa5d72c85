import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdReply } from '../../ground/http/held-reply.ts';
import { createSharedReplies, type SharedReply } from './shared-replies.ts';

function replyOf(text: string, rest: Partial<SharedReply> = {}): SharedReply {
  return {
    ...holdReply(text, {}),
    product: undefined,
    epoch: '1',
    until: Infinity,
    ...rest,
  };
}

test('a reply is found as long as its epoch and its time last', () => {
  const replies = createSharedReplies(1000);
  const reply = replyOf('a', { until: 10 });
  replies.keep('/a', reply);
  assert.equal(replies.find('/a', '1', 9), reply);
  assert.equal(replies.find('/b', '1', 9), undefined);
  assert.equal(replies.find('/a', '1', 10), undefined);
  replies.keep('/a', reply);
  assert.equal(replies.find('/a', '2', 9), undefined);
  assert.equal(replies.find('/a', '1', 9), undefined, 'what is out of date is dropped');
});

test('the least recently used replies make room, and a reply that is too large is not kept', () => {
  const replies = createSharedReplies(80);
  for (let i = 0; i < 8; i++) replies.keep(`/${i}`, replyOf('x'.repeat(10)));
  assert.ok(replies.find('/0', '1', 0));
  replies.keep('/8', replyOf('x'.repeat(10)));
  assert.ok(replies.find('/0', '1', 0));
  assert.equal(replies.find('/1', '1', 0), undefined);
  replies.keep('/large', replyOf('x'.repeat(11)));
  assert.equal(replies.find('/large', '1', 0), undefined);
  replies.keep('/8', replyOf('y'.repeat(10)));
  assert.ok(replies.find('/2', '1', 0), 'the same key again takes no further room');
});
