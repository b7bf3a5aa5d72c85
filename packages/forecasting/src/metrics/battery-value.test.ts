import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createUniform } from '../learners/boosting/random.ts';
import { bestSchedule, scheduleValueEur } from './battery-value.ts';

const BATTERY = { powerMw: 1, capacityMwh: 2, efficiency: 0.85 };

describe('the best schedule of a battery', () => {
  test('it buys the two cheapest hours and sells in the two most expensive, as far as the spread pays for the losses', () => {
    const schedule = bestSchedule([10, 20, 100, 90], BATTERY, 1);
    assert.deepEqual([...schedule], [-1, -1, 0.85, 0.85]);
    assert.ok(Math.abs(scheduleValueEur(schedule, [10, 20, 100, 90]) - (0.85 * 190 - 30)) < 1e-9);
    assert.deepEqual([...bestSchedule([90, 100, 101], BATTERY, 1)], [0, 0, 0]);
  });

  test('wear is a cost of what comes out', () => {
    const wearing = { ...BATTERY, wearEurPerMwh: 17 };
    assert.deepEqual([...bestSchedule([50, 75], wearing, 1)], [0, 0]);
    const schedule = bestSchedule([50, 80], wearing, 1);
    assert.deepEqual([...schedule], [-1, 0.85]);
    assert.ok(Math.abs(scheduleValueEur(schedule, [50, 80], wearing) - (0.85 * 63 - 50)) < 1e-9);
  });

  test('a negative price is paid for charging', () => {
    const schedule = bestSchedule([-20, 0], BATTERY, 1);
    assert.equal(scheduleValueEur(schedule, [-20, 0]), 20);
  });

  test('no schedule of random steps earns more, and the charge stays within the battery', () => {
    const uniform = createUniform(11);
    const prices = Array.from({ length: 12 }, () => Math.round(100 * uniform()));
    const best = scheduleValueEur(bestSchedule(prices, BATTERY, 0.5), prices);
    for (let attempt = 0; attempt < 2000; attempt++) {
      let charge = 0;
      const schedule = Float64Array.from(prices, () => {
        const step = Math.max(-charge, Math.min(4 - charge, Math.floor(3 * uniform()) - 1));
        charge += step;
        return step > 0 ? -0.5 : step < 0 ? 0.5 * 0.85 : 0;
      });
      assert.ok(scheduleValueEur(schedule, prices) <= best + 1e-9);
    }
    let charge = 0;
    const charges = Array.from(bestSchedule(prices, BATTERY, 0.5), (mwh) => (charge -= Math.sign(mwh)));
    assert.ok(Math.min(...charges) >= 0 && Math.max(...charges) <= 4);
  });

  test('a capacity that is no whole number of periods is refused', () => {
    assert.throws(() => bestSchedule([1, 2], { ...BATTERY, capacityMwh: 2.5 }, 1), /no whole number/);
  });
});
