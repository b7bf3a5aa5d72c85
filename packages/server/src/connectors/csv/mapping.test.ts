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

test('a key given twice, a scale of 0 and a unit that forecasts do not read are faults', () => {
  const series = { column: 'x', unit: 'MW', availability: { rule: 'after-end', minutes: 60 } };
  const result = parseMapping({
    resolution: 'PT1H',
    time: { column: 'time', zone: 'utc' },
    series: [
      { ...series, key: 'load.actual', unit: 'GW' },
      { ...series, key: 'load.actual', column: 'y' },
      { ...series, key: 'price.da' },
      { ...series, key: 'load.forecast', unit: 'GW' },
      { ...series, key: 'wind.forecast', scale: 0 },
    ],
  });
  assert.ok('faults' in result);
  assert.deepEqual(
    result.faults.filter((fault) => !fault.includes('scale')),
    [
      'series.1.key: is given to two columns',
      'series.2.unit: must be EUR/MWh for price.da',
      'series.3.unit: must be MW for load.forecast',
    ],
  );
  assert.ok(result.faults.includes('series.4.scale: must not be 0'));
});
