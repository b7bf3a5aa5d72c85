import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { ask, askSecret } from '../src/session/prompt.ts';

/** A terminal at which `typed` is typed. */
function terminal(typed: string) {
  const stdin: PassThrough & { isTTY?: boolean } = new PassThrough();
  stdin.isTTY = true;
  stdin.write(typed);
  const stderr = new PassThrough();
  return { stdin, stderr, shown: () => String(stderr.read() ?? '') };
}

test('what is asked for is shown as it is typed', async () => {
  const { shown, ...streams } = terminal('ana@example.com\n');
  assert.equal(await ask(streams, 'E-mail: ', 'hint'), 'ana@example.com');
  assert.match(shown(), /E-mail: .*ana@example\.com/s);
});

test('a password is not', async () => {
  const { shown, ...streams } = terminal('correct horse\n');
  assert.equal(await askSecret(streams, 'Password: ', 'hint'), 'correct horse');
  assert.equal(shown(), 'Password: \n');
});

test('without a terminal the message says how to give the answer', async () => {
  const streams = { stdin: new PassThrough(), stderr: new PassThrough() };
  await assert.rejects(askSecret(streams, 'Password: ', 'Use --password-stdin.'), /Use --password-stdin/);
});
