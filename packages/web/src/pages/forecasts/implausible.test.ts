import assert from 'node:assert/strict';
import { test } from 'node:test';
import { implausibleOf } from './implausible.ts';

const extremes = {
  since: '2019-01-01T00:00:00Z',
  lowest: { time: '2024-04-01T12:00:00Z', value: -15 },
  highest: { time: '2022-03-08T18:00:00Z', value: 700 },
};

test('what is below or above anything that ever cleared is marked, the extremes themselves are not', () => {
  assert.deepEqual(implausibleOf({ extremes }, [-15.01, -15, 0, null, 700, 700.01]), [
    -15.01,
    null,
    null,
    null,
    null,
    700.01,
  ]);
});

test('nothing is marked where too little is known', () => {
  for (const unknown of [{}, { extremes: null }]) {
    assert.deepEqual(implausibleOf(unknown, [-400, 3000]), [null, null]);
  }
});
