import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticPanel } from '../../test/synthetic-panel.ts';
import { CHAMPION } from '../pipelines/champion.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import { createLear } from './lear.ts';
import { type Model, InsufficientHistoryError, asOnlyMember } from './model.ts';
import { createModel } from './recipe.ts';
import { createWeightedMean } from './weighted-mean.ts';
import { LEAR } from '../pipelines/members.ts';

const PANEL = syntheticPanel(60);

function constant(price: number, minHistoryDays: number): Model {
  return {
    name: String(price),
    minHistoryDays,
    memberCount: 1,
    fit: (_, target) => {
      if (target < minHistoryDays)
        throw new InsufficientHistoryError(`${price} needs ${minHistoryDays} days.`);
      return { predict: ({ slotsPerDay }) => asOnlyMember(new Float64Array(slotsPerDay).fill(price)) };
    },
  };
}

test('the forecast is the weighted mean of the members', () => {
  const mean = createWeightedMean('pair', [
    { model: constant(10, 5), weight: 1 },
    { model: constant(50, 5), weight: 3 },
  ]);
  assert.deepEqual([...mean.fit(PANEL, 20).predict(PANEL, 20).combined], [40, 40, 40, 40]);
});

test('a member without enough history leaves its weight to the others; none at all is an error', () => {
  const mean = createWeightedMean('pair', [
    { model: constant(10, 5), weight: 1 },
    { model: constant(50, 30), weight: 3 },
  ]);
  assert.equal(mean.minHistoryDays, 5);
  assert.equal(mean.fit(PANEL, 20).predict(PANEL, 20).combined[0], 10);
  assert.throws(() => mean.fit(PANEL, 2), InsufficientHistoryError);
});

test('its members are those of its members, and the combined forecast stands in for one that could not be fitted', () => {
  const lear = createLear({ ...LEAR, windows: [28, 42] });
  const mean = createWeightedMean('trio', [
    { model: constant(10, 5), weight: 1 },
    { model: lear, weight: 3 },
    { model: constant(50, 55), weight: 3 },
  ]);
  assert.equal(mean.memberCount, 4);
  const membersAt = (target: number) => mean.fit(PANEL, target).predict(PANEL, target);
  const [tenth, fiftieth] = [10, 50].map(membersAt);
  assert.deepEqual(
    tenth.members.map((member) => member[0]),
    [10, 10, 10, 10],
  );
  const windows = lear.fit(PANEL, 50).predict(PANEL, 50);
  assert.deepEqual(fiftieth.members.slice(1, 3), windows.members);
  assert.deepEqual(fiftieth.members[3], fiftieth.combined);
});

test('weights that are not above 0 are refused', () => {
  assert.throws(() => createWeightedMean('none', []), RangeError);
  assert.throws(() => createWeightedMean('zero', [{ model: constant(1, 1), weight: 0 }]), RangeError);
});

test('the champion fits and forecasts, on a cache of its own and on one that has seen other days', () => {
  const champion = createModel(CHAMPION);
  const { combined, members } = champion.fit(PANEL, 50).predict(PANEL, 50);
  assert.equal(members.length, champion.memberCount);
  assert.ok([combined, ...members].every((values) => values.every(Number.isFinite)));
  const cache = createFitCache();
  champion.fit(PANEL, 52, cache).predict(PANEL, 52);
  assert.deepEqual(champion.fit(PANEL, 50, cache).predict(PANEL, 50), { combined, members });
});
