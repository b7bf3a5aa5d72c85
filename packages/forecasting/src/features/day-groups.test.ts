import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS, syntheticPanel } from '../../test/synthetic-panel.ts';
import type { FeatureBlock } from './feature-blocks.ts';
import { dayGroups } from './day-groups.ts';

const BLOCKS: FeatureBlock[] = [{ kind: 'price', lagDays: 1 }];
const ENCODING = {
  blocks: BLOCKS,
  inputs: {},
  level: { mean: 0, deviation: 1 },
  logSpread: { mean: 0, deviation: 1 },
  lateHours: 2.3,
};
const SCALE = { level: 0, spread: 1 };

/** What the group of the day after a day makes of its price being 1 spread in one slot alone, relative to `price[d-1]`. */
function weightsOf(slotsPerDay: number): number[] {
  const { days } = syntheticPanel(2);
  return Array.from({ length: slotsPerDay }, (_, slot) => {
    const price = new Float64Array(2 * slotsPerDay);
    price[slot] = 1;
    const groups = dayGroups({ days, slotsPerDay, price, exogenous: [] }, 1, SCALE, ENCODING);
    const valueOf = (name: string) => groups.find((group) => group.name === name)?.values[slot] ?? 0;
    return valueOf('late price[d-1]') / valueOf('price[d-1]');
  });
}

test('late prices count more, by the hour and not by the slot, and as much in all', () => {
  for (const slotsPerDay of [SLOTS, 24, 96]) {
    const weights = weightsOf(slotsPerDay);
    const slotsOfSixHours = slotsPerDay / 4;
    for (let slot = slotsOfSixHours; slot < slotsPerDay; slot++) {
      const ratio = weights[slot] / weights[slot - slotsOfSixHours];
      assert.ok(Math.abs(ratio - Math.exp(6 / 2.3)) < 1e-9, `${ratio} at ${slot} of ${slotsPerDay}`);
    }
    const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0);
    assert.ok(Math.abs(squares - slotsPerDay) < 1e-9, `${squares} of ${slotsPerDay}`);
  }
});

test('a holiday is a Sunday and marked as a holiday; where none are given, no day is marked', () => {
  const panel = syntheticPanel(10);
  const named = { ...panel, holidays: new Set([panel.days[8]]) };
  const groupOf = (seen: typeof panel, row: number, name: string) =>
    dayGroups(seen, row, SCALE, ENCODING).find((group) => group.name === name)?.values;
  assert.deepEqual(groupOf(named, 8, 'holiday'), Float64Array.of(1));
  assert.deepEqual(groupOf(named, 8, 'weekday'), Float64Array.of(0, 0, 0, 0, 0, 0, 1));
  assert.deepEqual(groupOf(named, 9, 'holiday'), Float64Array.of(0));
  assert.equal(groupOf(panel, 8, 'holiday'), undefined);
});
