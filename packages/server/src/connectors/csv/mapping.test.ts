import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN_MAPPINGS } from './built-in-mappings.ts';
import { parseMapping } from './mapping.ts';

test('built-in mappings are valid documents', () => {
  for (const mapping of BUILT_IN_MAPPINGS.values()) assert.deepEqual(parseMapping(mapping), mapping);
});

test('every fault of a document is told with its place', () => {
  const result = parseMapping({
    source: 'omie',
    resolution: 'PT30M',
    time: { column: 'time', zone: 'utc' },
    series: [{ column: 'x', key: 'load', unit: 'MW', availability: { rule: 'soon' } }],
    colour: 'red',
  });
  assert.ok('faults' in result);
  const places = result.faults.map((fault) => fault.split(':')[0]);
  assert.deepEqual(places.sort(), [
    'document',
    'resolution',
    'series.0.availability.rule',
    'series.0.key',
    'source',
  ]);
});
