import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayInput, instantArgument, instantInput } from './time-inputs.ts';

const day = dayInput('a day');
const instant = instantInput('an instant');

/** Half past midnight in Madrid, on the 23-hour day: the last hour of the day before in UTC. */
const clock = async () => Date.parse('2026-03-28T23:30:00Z');

test('relative days are those of Madrid at the time of the clock', async () => {
  const words = ['yesterday', 'today', 'tomorrow'];
  assert.deepEqual(
    words.map((word) => day.parse(word)),
    words,
    'kept as they are until there is a clock',
  );
  const days = await Promise.all(words.map(async (word) => day.resolve?.(word, clock)));
  assert.deepEqual(days, ['2026-03-28', '2026-03-29', '2026-03-30']);
});

test('now is the time of the clock', async () => {
  for (const input of [instant, instantArgument('start', 'an instant')]) {
    assert.equal(input.parse('now'), 'now');
    assert.equal(await input.resolve?.('now', clock), '2026-03-28T23:30:00.000Z');
  }
});

test('dates and instants are taken as they are, and no time is requested', async () => {
  const noClock = async () => assert.fail('The clock was asked.');
  assert.equal(await day.resolve?.('2026-03-30', noClock), '2026-03-30');
  const text = '2026-03-30T12:00+02:00';
  assert.equal(await instant.resolve?.(text, noClock), text);
});

test('what is neither is refused with what is right', () => {
  assert.throws(() => day.parse('now'), /YYYY-MM-DD, yesterday, today or tomorrow/);
  for (const text of ['today', '2026-03-30', '2026-03-30T12:00', '2026-13-30T12:00Z'])
    assert.throws(() => instant.parse(text), /It is not an instant such as/);
});
