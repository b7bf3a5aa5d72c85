import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN_MAPPINGS } from './built-in-mappings.ts';
import { parseMapping } from './mapping.ts';

test('built-in mappings are valid documents', () => {
  for (const { layouts } of BUILT_IN_MAPPINGS.values()) {
    for (const mapping of layouts) assert.deepEqual(parseMapping(mapping), mapping);
  }
});

test('every fault of a document is reported with its place', () => {
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

test('combinations of time fields that say nothing, or two things, are faults', () => {
  const series = [
    { column: 'x', key: 'load.actual', unit: 'MW', availability: { rule: 'after-end', minutes: 60 } },
  ];
  const faultsOf = (time: Record<string, unknown>, resolution = 'PT1H') => {
    const result = parseMapping({ resolution, time: { column: 'date', zone: 'madrid', ...time }, series });
    return 'faults' in result ? result.faults : [];
  };
  assert.deepEqual(faultsOf({ clock: 'a', period: 'b' }), ['time.period: cannot be given beside "clock"']);
  assert.deepEqual(faultsOf({ period: 'a', zone: 'utc' }), [
    'time.zone: must be madrid where periods are counted',
  ]);
  assert.deepEqual(faultsOf({ period: 'a', stamp: 'end' }), [
    'time.stamp: is for times; a period has its number',
  ]);
  assert.deepEqual(faultsOf({ counts: 'clock' }), [
    'time.counts: is for a "period" column or "rows": "days"',
  ]);
  assert.deepEqual(faultsOf({ period: 'a' }, 'P1D'), ['time.column: alone has the date of P1D']);
  assert.deepEqual(faultsOf({ stamp: 'end' }, 'P1D'), ['time.stamp: must be start for P1D']);
  assert.deepEqual(faultsOf({ stamp: 'end', skippedHour: 'leave-out' }), [
    'time.skippedHour: must be refuse where times are ends of periods',
  ]);
  for (const format of ['d/m/y', 'dd/mm-yyyy', 'dd/dd/yyyy', 'mm/yyyy', 'dd mm yyyy']) {
    assert.deepEqual(faultsOf({ format }), ['time.format: must be a date format such as dd/mm/yyyy'], format);
  }
  assert.deepEqual(faultsOf({ period: 'a', counts: 'clock', skippedHour: 'leave-out' }), []);
});
