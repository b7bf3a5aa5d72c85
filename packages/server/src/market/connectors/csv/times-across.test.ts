import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryPeriods } from '@lonja/forecasting/market';
import { parseMapping } from './mapping.ts';
import { parseCsv } from './parse.ts';

function mappingOf(fields: object) {
  const mapping = parseMapping({
    time: { rows: 'series', column: 'time', zone: 'madrid' },
    resolution: 'P1D',
    series: [
      { column: 'wind', key: 'wind.measured', unit: 'MWh', availability: { rule: 'after-end', minutes: 0 } },
    ],
    ...fields,
  });
  assert.ok(!('faults' in mapping), JSON.stringify(mapping));
  return mapping;
}

function valuesOf(lines: string[], fields: object = {}) {
  const [{ series }] = parseCsv(lines.join('\n'), mappingOf(fields), 'f.csv').series;
  return series.flatMap(({ start, value }) => Array.from(start, (at, i) => [at, value[i]]));
}

test('hours and quarter hours across, on the days of both clock changes', () => {
  for (const day of ['2026-03-29', '2025-10-26']) {
    for (const resolution of ['PT1H', 'PT15M'] as const) {
      const starts = deliveryPeriods(day, resolution).map(({ start }) => start);
      const times = starts.map((start) => new Date(start).toISOString());
      const text = [`serie,${times.join(',')}`, `wind,${times.map((_, i) => i).join(',')}`, 'note'];
      const fields = { resolution, time: { rows: 'series', column: 'time', zone: 'offset' } };
      assert.deepEqual(
        valuesOf(text, fields),
        starts.map((start, i) => [start, i]),
        `${day} ${resolution}`,
      );
    }
  }
});

test('a day that stands twice, a word for a number and a row that is cut short', () => {
  const header = 'x,2026-03-28,2026-03-29,2026-03-30';
  assert.throws(() => valuesOf([header.replace('30', '29'), 'wind,1,2,3']), /expected each period once/);
  assert.throws(() => valuesOf([header, 'wind,1,two,3']), /column "wind": expected a number, found "two"/);
  assert.deepEqual(
    valuesOf([header, 'wind,1,2', 'sun,4,5,6']).map(([, value]) => value),
    [1, 2],
    'a value that is not there is not known',
  );
});
