import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from './nearest-name.ts';

const KNOWN = ['market', 'date_from', 'date_to', 'page', 'page_size', 'to'];

test('a name is taken for a known one that is at most two edits away or begins like it', () => {
  const cases: [string, string][] = [
    ['date_form', 'date_from'],
    ['Page-Size', 'page_size'],
    ['pages', 'page'],
    ['dateto', 'date_to'],
    ['market_name', 'market'],
    ['date', 'date_to'],
    ['tp', 'to'],
  ];
  for (const [name, nearest] of cases) assert.equal(nearestName(name, KNOWN), nearest, name);
});

test('a name that is like none has no nearest one', () => {
  for (const name of ['model', 'x', 'xy', 'zone', 'x'.repeat(10_000), '']) {
    assert.equal(nearestName(name, KNOWN), undefined, name.slice(0, 20));
  }
  assert.equal(nearestName('anything', []), undefined);
});
