import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart } from '../market/delivery-day.ts';
import { valuesAsOf } from '../data/series.ts';
import { simulateMarket } from './simulate-market.ts';
import { simulateOutlooks } from './simulate-outlooks.ts';

const SPAN = { seed: 7, from: '2026-03-01', to: '2026-04-15' };
const outlooks = simulateOutlooks(SPAN);
const window = { from: dayStart(SPAN.from), to: dayStart(addDays(SPAN.to, 1)) };

test('an outlook comes a week ahead and nears the forecast of the day before', () => {
  const { series } = simulateMarket(SPAN);
  for (const outlook of outlooks) {
    const final = series.find(({ key }) => key === outlook.key);
    assert.ok(final);
    const truth = valuesAsOf(final, { ...window, asOf: Infinity });
    const errors = [-7, -4, -2].map((dayOffset) => {
      let sum = 0;
      for (let day = SPAN.from; day <= SPAN.to; day = addDays(day, 1)) {
        const ofDay = { from: dayStart(day), to: dayStart(addDays(day, 1)) };
        const asOf = dayStart(addDays(day, dayOffset));
        assert.equal(valuesAsOf(outlook, { ...ofDay, asOf: dayStart(addDays(day, -7)) - 1 }).size, 0);
        for (const [start, value] of valuesAsOf(outlook, { ...ofDay, asOf }))
          sum += Math.abs(value - (truth.get(start) ?? Number.NaN));
      }
      return sum;
    });
    assert.ok(
      errors[0] > errors[1] && errors[1] > errors[2] && errors[2] > 0,
      `${outlook.key}: ${errors.join()}`,
    );
  }
});

test('overlapping spans agree, over days of 23 hours too', () => {
  const part = simulateOutlooks({ ...SPAN, from: '2026-03-28', to: '2026-03-30' });
  part.forEach((series, i) => {
    const asOf = Infinity;
    const ofPart = { from: dayStart('2026-03-28'), to: dayStart('2026-03-31'), asOf };
    assert.deepEqual(valuesAsOf(series, ofPart), valuesAsOf(outlooks[i], ofPart));
    assert.equal(series.start.length, 3 * (24 + 23 + 24));
  });
});
